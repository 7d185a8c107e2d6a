import {
  booking as bookingContract,
  COMPLETE_AFTER_HOURS,
  skipsRules,
  type BookingPrice,
} from '@hearth/contracts/booking'
import { addHours, earlier, listNights, type Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import { applyBps } from '@hearth/contracts/kernel/money'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { receivedBooking } from '@hearth/contracts/testing'
import { booking } from '@hearth/command-service/booking/booking.decider'
import { NO_FACTS, type BookingFacts } from '@hearth/command-service/booking/booking.facts'
import { toInstant } from '@hearth/platform/zones/localTime'
import { openStream, type StreamHistory } from './openStream.ts'
import type { PlannedListing, PlannedStay, PlannedTenant } from './plan.ts'
import { nowOf } from './run.ts'
import { provider, sentAt, type Setting } from './setting.ts'
import { guestName } from './world.ts'

type Listing = NonNullable<BookingFacts['receive']>['listing']
const computeExternalRef = (source: PlannedStay['source'], key: Id) =>
  skipsRules(source) ? key.slice(0, 13) : null
export const computeBookingId = (tenantId: Id, source: PlannedStay['source'], key: Id): Id =>
  bookingContract.identify?.(
    tenantId,
    'ReceiveBooking',
    { source, externalRef: computeExternalRef(source, key) },
    key,
  ) ?? key

const computePrice = (
  stay: PlannedStay,
  { cleaningMinor }: PlannedListing,
  { place }: PlannedTenant,
): BookingPrice => {
  const nightly = listNights(stay.checkIn, stay.checkOut).map((date) => ({
    date,
    amountMinor: stay.nightMinor,
  }))
  const subtotal = nightly.length * stay.nightMinor + cleaningMinor
  const amountMinor = applyBps(subtotal, place.taxBps)
  const tax = {
    code: 'lodging',
    jurisdiction: place.place,
    kind: 'percent',
    base: 'all',
    bps: place.taxBps,
    unitMinor: 0,
    amountMinor,
    remitter: 'platform',
  } as const
  return {
    currency: place.currency,
    nightly,
    cleaningMinor,
    petMinor: 0,
    extraGuestMinor: 0,
    discountMinor: 0,
    guestServiceFeeMinor: 0,
    taxes: place.taxBps === 0 ? [] : [tax],
    guestTotalMinor: subtotal + amountMinor,
  }
}

const POLICIES = {
  cancellation: FIRST_POLICIES.cancellation,
  hostCancellation: FIRST_POLICIES.hostCancellation,
  platformFee: FIRST_POLICIES.platformFee,
}

/** The guest of the tenant's booking with this number. */
export const computeGuest = ({ tenant, deriveId }: Pick<Setting, 'tenant' | 'deriveId'>, number: number) => ({
  guestRef: deriveId('guest', number),
  displayName: guestName(number * 31 + tenant.number),
})

type Ids = Readonly<{ bookingId: Id; listingId: Id }>

/** The booking's stream with its first command. */
const receive = (
  setting: Setting,
  planned: PlannedListing,
  stay: PlannedStay,
  { bookingId, listingId }: Ids,
  listing: Listing,
) => {
  const { checkIn, checkOut, adults, children, infants, source, confirmedAt, number } = stay
  const { tenant, scene, deriveId: commandId } = setting
  const key = commandId('ReceiveBooking', number)
  const stream = openStream(booking, bookingId, scene)
  const request = receivedBooking({
    listingId,
    source,
    externalRef: computeExternalRef(source, key),
    guest: computeGuest(setting, number),
    party: { adults, children, infants, pets: 0 },
    checkIn,
    checkOut,
    price: computePrice(stay, planned, tenant),
    cancellationPolicyCode: skipsRules(source) ? stay.policy : null,
  })
  stream.take(
    'ReceiveBooking',
    request,
    { receive: { listing, policies: POLICIES, hold: { held: true, conflicts: [] } }, quote: null },
    sentAt(confirmedAt, key),
  )
  return stream
}

type BookingStream = ReturnType<typeof receive>
type Verb = 'CheckInBooking' | 'CheckOutBooking' | 'CompleteBooking' | 'MarkNoShow' | 'CancelBookingByGuest'

/** What happens to the stay after it is booked, with times; some of it may lie in the future. */
const listActs = (
  { end, endsAt, checkIn }: PlannedStay,
  { checkInTime, timezone }: Listing,
): readonly (readonly [verb: Verb, at: Instant])[] => {
  const arrival = ['CheckInBooking', toInstant(checkIn, checkInTime, timezone)] as const
  if (end === 'cancelled') return [['CancelBookingByGuest', endsAt]]
  if (end === 'no_show') return [arrival, ['MarkNoShow', endsAt]]
  return [arrival, ['CheckOutBooking', endsAt], ['CompleteBooking', addHours(endsAt, COMPLETE_AFTER_HOURS)]]
}

const settleRefunds = (
  { run, deriveId: commandId }: Setting,
  { number, endsAt }: PlannedStay,
  stream: BookingStream,
): void => {
  const state = stream.state()
  if (state.status === 'none') return
  const sent = sentAt(earlier(addHours(endsAt, 24), nowOf(run)), commandId('SettleRefund', number), provider)
  for (const refundId of Object.keys(state.refunds)) {
    const providerRef = `ref-${refundId.slice(0, 13)}`
    stream.take('SettleRefund', { refundId, providerRef }, NO_FACTS, sent)
  }
}

/** The complete history of one booking up to now. */
export const generateBooking = (
  setting: Setting,
  planned: PlannedListing,
  stay: PlannedStay,
  ids: Ids,
  listing: Listing,
): StreamHistory => {
  const stream = receive(setting, planned, stay, ids, listing)
  for (const [verb, at] of listActs(stay, listing)) {
    if (at > nowOf(setting.run)) continue
    const sent = sentAt(at, setting.deriveId(verb, stay.number))
    if (verb === 'CancelBookingByGuest') stream.take(verb, { quote: null }, NO_FACTS, sent)
    else stream.take(verb, {}, NO_FACTS, sent)
  }
  settleRefunds(setting, stay, stream)
  return stream.history()
}
