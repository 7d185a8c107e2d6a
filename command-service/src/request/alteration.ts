import { alteredPrice, type AgreedStay, type BookingPrice, type Party } from '@hearth/contracts/booking'
import { nightsFree } from '@hearth/contracts/calendar'
import {
  addHours,
  earlier,
  nightsBetween,
  type Instant,
  type LocalDate,
} from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import type { RequestTerms } from '@hearth/contracts/policy'
import { alterationOutcome, type Offer, type RequestDecision } from '@hearth/contracts/request'
import { alterStay, refuseAltering } from '../booking/altering.ts'
import { refuseParty } from '../booking/receiving.ts'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { refuseFields, wrongField } from '../runtime/refusals.ts'
import type { AlterationFacts } from './alteration.facts.ts'
import {
  done,
  refuseLate,
  withStep,
  type Data,
  type Decided,
  type Previewed,
  type RequestContext,
} from './common.ts'
import type { AlterationState, RequestState } from './request.state.ts'

const MAX_NIGHTS = 365
export const alreadyOpen = reject('DUPLICATE', 'This booking already has an open alteration.', {
  rule: 'one_open_alteration',
})
export const bookingCancelled = reject('ALREADY_DECIDED', 'The booking was cancelled.', {
  rule: 'booking_cancelled',
})

type Asked = Readonly<{ party: Party; checkIn: LocalDate; checkOut: LocalDate; price: BookingPrice }>
type Wanted = Omit<Asked, 'price'>

/** Why the calendar does not have the nights; the stay's own nights are not in its way. */
export const refuseNights = (
  { bookingId, booking, listing, taken }: AlterationFacts,
  { checkIn, checkOut }: Wanted,
): Rejected | null => {
  if (booking.checkIn === checkIn && booking.checkOut === checkOut) return null
  const conflicts = nightsFree(
    taken,
    { kind: 'booking', start: checkIn, end: checkOut },
    { ignore: bookingId, prepNights: listing.rules.prepNights },
  )
  return conflicts.length === 0
    ? null
    : reject('NIGHTS_UNAVAILABLE', 'These nights aren’t available.', { conflicts })
}

const refuseWanted = (
  wanted: Wanted,
  nightsMinor: number | null,
  { booking, listing }: AlterationFacts,
): Rejected | null => {
  const { party, checkIn, checkOut } = wanted
  const nights = nightsBetween(checkIn, checkOut)
  if (nights < 1 || nights > MAX_NIGHTS)
    return wrongField('/checkOut', `must be 1 to ${MAX_NIGHTS} nights after checkIn`)
  const isSame = checkIn === booking.checkIn && checkOut === booking.checkOut
  const isSameParty = JSON.stringify(party) === JSON.stringify(booking.party)
  if (isSame && isSameParty && nightsMinor === null)
    return wrongField('', 'must change the dates or the party')
  return refuseParty(party, listing)
}

export const describeStay = ({ party, checkIn, checkOut, money }: AgreedStay) => ({
  party,
  checkIn,
  checkOut,
  hostPayoutMinor: money.hostPayoutMinor,
})

/** The stay as it would be, at its price of now, or why that is not possible. */
const priceStay = (wanted: Wanted, nightsMinor: number | null, { booking, listing }: AlterationFacts) => {
  const { pricing, overrides } = listing
  if (pricing === null)
    return reject('PRECONDITION_FAILED', 'This listing has no prices yet.', { rule: 'prices' })
  const asked = { ...wanted, nightsMinor }
  const price = alteredPrice({ agreed: booking.agreed, current: booking }, asked, { pricing, overrides })
  return { ok: true, price, stay: alterStay(booking, { ...wanted, price }) } as const
}

/**
 * The stay as a guest asks for it or a host offers it, what it would cost, and until when the other side
 * answers; or why it is not possible.
 */
export const planStay = (
  { checkIn, checkOut, party, nightsMinor }: Offer,
  facts: AlterationFacts,
  now: Instant,
  terms: RequestTerms,
) => {
  const { booking } = facts
  const wanted: Wanted = {
    party: party ?? booking.party,
    checkIn: checkIn ?? booking.checkIn,
    checkOut: checkOut ?? booking.checkOut,
  }
  const refused = refuseAltering(booking, now) ?? refuseWanted(wanted, nightsMinor, facts)
  if (refused !== null) return refused
  const priced = priceStay(wanted, nightsMinor, facts)
  if (!priced.ok) return priced
  const { hours, beforeCheckInHours } = terms.alteration
  const start = earlier(booking.snapshot.checkInInstant, priced.stay.snapshot.checkInInstant)
  const dueAt = earlier(addHours(now, hours), addHours(start, -beforeCheckInHours))
  if (dueAt <= now)
    return reject('WINDOW_CLOSED', 'It’s too late to change this stay.', {
      closedAt: dueAt,
      rule: 'deadline',
    })
  return refuseNights(facts, wanted) ?? { ...priced, dueAt }
}

/**
 * What the decision does now, or why it is not possible. The preview and the decision both come from here
 * (docs/domain/request.md#previews).
 */
export const previewAlteration = (
  { asked, dueAt }: Pick<AlterationState, 'asked' | 'dueAt'>,
  decision: RequestDecision,
  now: string,
  facts: AlterationFacts | null,
): Previewed | Rejected => {
  if (facts === null) return reject('NOT_FOUND', 'This booking doesn’t exist.')
  const { booking } = facts
  if (booking.status === 'cancelled') return bookingCancelled
  if (now >= dueAt) return refuseLate(dueAt)
  const outcome = alterationOutcome(decision, { before: booking, asked: alterStay(booking, asked) })
  if (decision === 'decline') return { ok: true, outcome, policies: [] }
  return refuseAltering(booking, now) ?? refuseNights(facts, asked) ?? { ok: true, outcome, policies: [] }
}

/** A guest who wants other dates or another party (docs/domain/request.md#alterations). */
export const decideAlteration = {
  RequestAlteration: (
    { checkIn, checkOut, party, message }: Data<'RequestAlteration'>,
    state: RequestState,
    ctx: RequestContext,
  ): Decided => {
    const { alteration, unknown, terms, policy } = ctx.facts
    const wrong = refuseFields(unknown)
    if (wrong !== null) return wrong
    if (alteration === null) return reject('NOT_FOUND', 'This booking doesn’t exist.')
    if (state.kind !== 'none' || alteration.previous === 'open') return alreadyOpen
    const { booking, bookingId, listing } = alteration
    const planned = planStay({ checkIn, checkOut, party, nightsMinor: null }, alteration, ctx.now, terms)
    if (!planned.ok) return planned
    const requested = {
      requestId: ctx.id,
      listingId: booking.listingId,
      guestRef: booking.guestRef,
      hostAccountId: listing.hostAccountId,
      code: humanCode('RQ', ctx.id),
      bookingId,
      guestName: booking.guestName,
      message,
      before: describeStay(booking),
      after: describeStay(planned.stay),
      price: planned.price,
      dueAt: planned.dueAt,
      reminderHoursLeft: terms.reminderHoursLeft.alteration,
    }
    return accept([{ type: 'AlterationRequested', data: requested }], { policies: [policy] })
  },
  RecordAlterationFailure: (
    data: Data<'RecordAlterationFailure'>,
    state: RequestState,
    ctx: RequestContext,
  ): Decided =>
    state.kind === 'alteration' && state.status === 'failed' ? done() : recordFailure(data, state, ctx),
}

const recordFailure = withStep(
  'alteration',
  'RecordAlterationFailure',
  ({ reason }: Data<'RecordAlterationFailure'>, { listingId, guestRef }, { id }) =>
    done({ type: 'AlterationNotMade', data: { requestId: id, listingId, guestRef, reason } }),
)
