import {
  booking as bookingContract,
  COMPLETE_AFTER_HOURS,
  commitClaim,
  releaseClaim,
  skipsRules,
  type BookingPrice,
} from '@hearth/contracts/booking'
import { addHours, earlier, listNights, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId, deriveStepId, type Id } from '@hearth/contracts/kernel/ids'
import { formatStream } from '@hearth/contracts/kernel/message'
import { applyBps } from '@hearth/contracts/kernel/money'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { receivedBooking } from '@hearth/contracts/testing'
import { account } from '@hearth/command-service/account/account.decider'
import { booking } from '@hearth/command-service/booking/booking.decider'
import type { BookingFacts } from '@hearth/command-service/booking/booking.facts'
import { HOLD_MINUTES } from '@hearth/command-service/booking/nights'
import { calendar } from '@hearth/command-service/calendar/calendar.decider'
import { listing } from '@hearth/command-service/listing/listing.decider'
import { SCHEDULER } from '@hearth/command-service/runtime/internal'
import { localDate, localInstant } from '@hearth/command-service/runtime/localTime'
import type { Principal } from '@hearth/platform/session/principal'
import { ledgerOf, postingsOf, type Posting } from './ledgers.ts'
import { openStream, type Scene, type Sent, type StreamHistory } from './openStream.ts'
import {
  CHECK_IN_TIME,
  CHECK_OUT_TIME,
  type PlannedListing,
  type PlannedStay,
  type PlannedTenant,
} from './plan.ts'
import { accountIdOf, idIn, nowOf, openingOf, type Run } from './run.ts'
import { guestName, hostName, listingTitle } from './world.ts'

const MAX_GUESTS = 12
const RULES = {
  minNights: 1,
  maxNights: 365,
  advanceNoticeHours: 0,
  bookingWindowDays: 730,
  prepNights: 0,
  closedToArrival: [],
  closedToDeparture: [],
  annualNightCap: null,
}
const NO_QUOTE: BookingFacts = { receive: null, quote: null }

const externalRefOf = (source: PlannedStay['source'], key: Id) =>
  skipsRules(source) ? key.slice(0, 13) : null
const bookingIdOf = (tenantId: Id, source: PlannedStay['source'], key: Id): Id =>
  bookingContract.identify?.(
    tenantId,
    'ReceiveBooking',
    { source, externalRef: externalRefOf(source, key) },
    key,
  ) ?? key

const priceOf = (
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

const importer: Principal = {
  actor: { id: 'importer', kind: 'service', role: 'importer', name: 'importer' },
  listingIds: 'all',
}
const provider: Principal = {
  actor: { id: 'provider', kind: 'service', role: 'provider', name: 'provider' },
  listingIds: 'all',
}

type Setting = Readonly<{
  run: Run
  tenant: PlannedTenant
  scene: Scene
  /** The id of the tenant's n-th command of this name. */ idOf: (name: string, number: number) => Id
}>

const sentAt = (at: Instant, commandId: Id, principal: Principal = importer): Sent => ({
  at,
  commandId,
  correlationId: commandId,
  principal,
})

const openAccount = ({ run, tenant: { number, place }, scene, idOf: commandId }: Setting): StreamHistory => {
  const stream = openStream(account, scene.tenantId, scene)
  const details = {
    displayName: hostName(number),
    kind: number % 4 === 0 ? 'company' : 'individual',
    country: place.country,
    defaultCurrency: place.currency,
    timezone: place.timezone,
  } as const
  stream.take('OpenAccount', details, {}, sentAt(openingOf(run), commandId('OpenAccount', 0)))
  return stream.history()
}

const startListing = (
  { run, tenant: { place }, scene, idOf: commandId }: Setting,
  { number, baseNightMinor, cleaningMinor, policy }: PlannedListing,
) => {
  const key = commandId('StartListing', number)
  const stream = openStream(listing, deriveId('listing', scene.tenantId, key), scene)
  const details = {
    title: listingTitle(number),
    place: place.place,
    timezone: place.timezone,
    currency: place.currency,
    maxGuests: MAX_GUESTS,
    bedrooms: 1 + (number % 4),
    checkInTime: CHECK_IN_TIME,
    checkOutTime: CHECK_OUT_TIME,
    bookingMode: 'instant' as const,
    feeModel: 'self_managed' as const,
    cancellationPolicyCode: policy,
    longTermPolicyCode: 'long_term_firm' as const,
    unitType: null,
    rules: RULES,
    pricing: {
      baseNightMinor,
      weekendNightMinor: null,
      weekdayOverrides: [],
      dateOverrides: [],
      weeklyDiscountBps: 0,
      monthlyDiscountBps: 0,
      cleaningFeeMinor: cleaningMinor,
      petFeeMinor: 0,
      extraGuest: null,
    },
  }
  const facts = { accountOpen: true, cancellation: FIRST_POLICIES.cancellation.body, today: null, goLive: [] }
  stream.take('StartListing', details, facts, sentAt(openingOf(run), key))
  stream.take('PublishListing', {}, facts, sentAt(openingOf(run), commandId('PublishListing', number)))
  return stream
}
type ListingStream = ReturnType<typeof startListing>

const started = (stream: ListingStream) => {
  const state = stream.state()
  if (state.status === 'none') throw new Error(`${stream.stream} was not started`)
  return state
}

/** The complete history of one booking up to now. */
const liveThrough = (
  setting: Setting,
  planned: PlannedListing,
  stay: PlannedStay,
  ids: Readonly<{ bookingId: Id; listingId: Id }>,
  at: ReturnType<typeof started>,
): StreamHistory => {
  const { run, tenant, scene, idOf: commandId } = setting
  const { checkIn, checkOut, adults, children, infants, source, end, endsAt, confirmedAt, number } = stay
  const key = commandId('ReceiveBooking', number)
  const stream = openStream(booking, ids.bookingId, scene)
  const policies = {
    cancellation: FIRST_POLICIES.cancellation,
    hostCancellation: FIRST_POLICIES.hostCancellation,
    platformFee: FIRST_POLICIES.platformFee,
  }
  const request = receivedBooking({
    listingId: ids.listingId,
    source,
    externalRef: externalRefOf(source, key),
    guest: { guestRef: commandId('guest', number), displayName: guestName(number * 31 + tenant.number) },
    party: { adults, children, infants, pets: 0 },
    checkIn,
    checkOut,
    price: priceOf(stay, planned, tenant),
    cancellationPolicyCode: skipsRules(source) ? stay.policy : null,
  })
  stream.take(
    'ReceiveBooking',
    request,
    { receive: { listing: at, policies, hold: { held: true, conflicts: [] } }, quote: null },
    sentAt(confirmedAt, key),
  )
  const act = (
    verb: 'CheckInBooking' | 'CheckOutBooking' | 'CompleteBooking' | 'MarkNoShow' | 'CancelBookingByGuest',
    when: Instant,
  ) => {
    if (when > nowOf(run)) return
    const sent = sentAt(when, commandId(verb, number))
    if (verb === 'CancelBookingByGuest') stream.take(verb, { quote: null }, NO_QUOTE, sent)
    else stream.take(verb, {}, NO_QUOTE, sent)
  }
  const arrival = localInstant(checkIn, at.checkInTime, at.timezone)
  if (end === 'cancelled') act('CancelBookingByGuest', endsAt)
  else {
    act('CheckInBooking', arrival)
    if (end === 'no_show') act('MarkNoShow', endsAt)
    else {
      act('CheckOutBooking', endsAt)
      act('CompleteBooking', addHours(endsAt, COMPLETE_AFTER_HOURS))
    }
  }
  const state = stream.state()
  const paidAt = earlier(addHours(endsAt, 24), nowOf(run))
  if (state.status !== 'none')
    for (const refundId of Object.keys(state.refunds))
      stream.take(
        'SettleRefund',
        { refundId, providerRef: `ref-${refundId.slice(0, 13)}` },
        NO_QUOTE,
        sentAt(paidAt, commandId('SettleRefund', number), provider),
      )
  return stream.history()
}

const bookListing = (setting: Setting, planned: PlannedListing, listingStream: ListingStream) => {
  const { run, scene, idOf: commandId } = setting
  const at = started(listingStream)
  const listingId = listingStream.stream.slice('listing-'.length)
  const nights = openStream(calendar, listingId, scene)
  const bookings: StreamHistory[] = []
  const steps = planned.stays
    .flatMap((stay) => [
      { at: stay.confirmedAt, stay, frees: false },
      ...(stay.end === 'cancelled' && stay.endsAt <= nowOf(run)
        ? [{ at: stay.endsAt, stay, frees: true }]
        : []),
    ])
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : Number(b.frees) - Number(a.frees)))
  for (const { at: when, stay, frees } of steps) {
    const { number, source, checkIn: start, checkOut: end } = stay
    const key = commandId('ReceiveBooking', number)
    const bookingId = bookingIdOf(scene.tenantId, source, key)
    const facts = {
      listing: at,
      checkInInstant: localInstant(start, at.checkInTime, at.timezone),
      today: skipsRules(source) ? when.slice(0, 10) : localDate(when, at.timezone),
      bookingLives: false,
    }
    if (frees) {
      const cause = commandId('CancelBookingByGuest', number)
      const { commandId: release } = releaseClaim(cause, { bookingId, listingId }, 'cancelled', false)
      nights.take(
        'ReleaseClaim',
        { listingId, claimId: bookingId, reason: 'cancelled', holdAs: null },
        facts,
        { ...sentAt(when, release, SCHEDULER), causationId: cause, correlationId: cause },
      )
      continue
    }
    bookings.push(liveThrough(setting, planned, stay, { bookingId, listingId }, at))
    const hold = {
      listingId,
      claimId: bookingId,
      kind: 'booking',
      start,
      end,
      ttlMinutes: HOLD_MINUTES,
      skipRules: skipsRules(source),
    } as const
    const step = (commandId: Id): Sent => ({
      ...sentAt(when, commandId, SCHEDULER),
      causationId: key,
      correlationId: key,
    })
    nights.take('HoldNights', hold, facts, step(deriveStepId(key, nights.stream, 'hold')))
    nights.take(
      'CommitClaim',
      { listingId, claimId: bookingId },
      facts,
      step(commitClaim(key, { bookingId, listingId }).commandId),
    )
  }
  return { calendar: nights.history(), bookings, postings: bookings.flatMap(postingsOf) }
}

const settingOf = (run: Run, tenant: PlannedTenant, hashOf: Scene['hashOf']): Setting => ({
  run,
  tenant,
  scene: { tenantId: accountIdOf(run, tenant.number), recordedAt: nowOf(run), hashOf },
  idOf: (name, number) => idIn(run, tenant.number, name, number),
})

/** The stream of the tenant's last booking, found without generating the others. */
export const closingStreamOf = (run: Run, tenant: PlannedTenant): string => {
  const last = tenant.listings.at(-1)?.stays.at(-1)
  if (last === undefined) throw new Error('A tenant without bookings')
  return formatStream(
    booking.category,
    bookingIdOf(
      accountIdOf(run, tenant.number),
      last.source,
      idIn(run, tenant.number, 'ReceiveBooking', last.number),
    ),
  )
}

/**
 * Streams in the order in which readers should meet them: a listing before its nights, its nights before its
 * bookings.
 */
export type ListingHistory = Readonly<{
  listing: StreamHistory
  calendar: StreamHistory
  bookings: readonly StreamHistory[]
  postings: readonly Posting[]
}>

/**
 * A tenant's streams, decided by the command service's own deciders; not sealed yet. Listings are generated
 * one by one, on demand.
 */
export const tenantHistory = (run: Run, tenant: PlannedTenant, hashOf: Scene['hashOf']) => {
  const setting = settingOf(run, tenant, hashOf)
  return {
    tenantId: setting.scene.tenantId,
    account: openAccount(setting),
    listings: function* (): Generator<ListingHistory> {
      for (const planned of tenant.listings) {
        const stream = startListing(setting, planned)
        yield { listing: stream.history(), ...bookListing(setting, planned, stream) }
      }
    },
    /** From the postings of all listings. */
    ledger: (postings: readonly Posting[]) => ledgerOf(setting.scene, postings),
  }
}
export type TenantHistory = ReturnType<typeof tenantHistory>
