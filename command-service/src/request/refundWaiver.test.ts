import type { BookingEvent } from '@hearth/contracts/booking'
import { addHours } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { applyBps } from '@hearth/contracts/kernel/money'
import type { OfType } from '@hearth/contracts/kernel/message'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import {
  guestCommands,
  outcomeHash,
  type RequestCommand,
  type RequestDecision,
  type RequestEvent,
} from '@hearth/contracts/request'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { booking } from '../booking/booking.decider.ts'
import type { KnownBooking } from '../booking/booking.state.ts'
import {
  cancelled,
  checkedIn,
  checkedOut,
  confirmed,
  ID as BOOKING,
  ids,
  situation,
  type Happened,
} from '../booking/testing/bookingHistory.ts'
import { GATEWAY, given, NOW, OWNER, SCHEDULER, stateAfter } from '../testing/given.ts'
import { request } from './request.decider.ts'
import type { RequestFacts } from './request.facts.ts'
import { previewRefundWaiver } from './refundWaiver.ts'

const ID = deriveId('request')
const bookingAfter = (...history: readonly Happened[]): KnownBooking => {
  const state = stateAfter(booking, history)
  if (state.status === 'none') throw new Error('No booking')
  return state
}
const stayed = bookingAfter(confirmed, checkedIn, checkedOut)
const facts: RequestFacts = {
  listing: { hostAccountId: 'tenant', currency: 'USD' },
  terms: FIRST_POLICIES.request.body,
  policy: 'request@1',
  unknown: [],
  emergency: null,
  stay: null,
  alteration: null,
  countered: null,
  refunded: stayed,
  booking: 'none',
  preview: { ok: false, reason: 'invalid' },
  movedBy: null,
}
const about = (refunded: KnownBooking | null) => ({
  id: ID,
  actor: GATEWAY,
  facts: { ...facts, refunded },
})
const ask = (amountMinor: number): OfType<RequestCommand, 'RequestRefundWaiver'> => ({
  type: 'RequestRefundWaiver',
  data: guestCommands.RequestRefundWaiver.schema.parse({
    listingId: deriveId('listing'),
    bookingId: BOOKING,
    amountMinor,
    reason: 'broken',
    message: 'The heating was off for one evening.',
  }),
})
const of = { requestId: ID, listingId: 'l', guestRef: 'g' }
const opened: RequestEvent = {
  type: 'RefundWaiverRequested',
  data: {
    ...of,
    hostAccountId: 'tenant',
    code: 'RQ-1',
    bookingId: BOOKING,
    guestName: 'Daniel W.',
    reason: 'broken',
    message: '',
    fileIds: [],
    amountMinor: 15_000,
    currency: 'USD',
    dueAt: addHours(NOW, 72),
    reminderHoursLeft: [24, 4],
  },
}
const granted: RequestEvent = {
  type: 'RefundWaiverGranted',
  data: { ...of, by: OWNER.id, previewHash: 'h', amountMinor: 15_000, currency: 'USD', note: null },
}
const asked = { amountMinor: 15_000, currency: 'USD', dueAt: addHours(NOW, 72) } as const

/** The facts of a decision that carries the preview of `decision` for this much. */
const previewed = (decision: RequestDecision, amountMinor?: number, refunded = stayed, now = NOW) => {
  const seen = previewRefundWaiver(asked, decision, NOW, stayed, amountMinor)
  if (!seen.ok) throw new Error(seen.detail)
  const payload = {
    requestId: ID,
    decision,
    resultHash: outcomeHash(seen.outcome),
    validUntil: addHours(NOW, 1),
  }
  const current = { ...facts, refunded, preview: { ok: true, payload } as const }
  return { id: ID, actor: OWNER, now, facts: current }
}
const grant = (amountMinor: number): OfType<RequestCommand, 'GrantRefundWaiver'> => ({
  type: 'GrantRefundWaiver',
  data: { previewToken: 't', amountMinor, note: null },
})
const decline: OfType<RequestCommand, 'DeclineRequest'> = {
  type: 'DeclineRequest',
  data: { previewToken: 't', reason: 'policy_applies', text: null },
}

describe('a guest who asks for money back', () => {
  test('is answered within 72 hours', () =>
    void given(request)
      .when(ask(15_000), about(stayed))
      .thenEvents({
        type: 'RefundWaiverRequested',
        data: { bookingId: BOOKING, guestName: 'Daniel W.', amountMinor: 15_000, dueAt: addHours(NOW, 72) },
      }))
  test('asks for no more than the host has of the stay', () => {
    const { hostSubtotalMinor } = stayed.money
    given(request).when(ask(hostSubtotalMinor), about(stayed)).thenEvents({ type: 'RefundWaiverRequested' })
    given(request)
      .when(ask(hostSubtotalMinor + 1), about(stayed))
      .thenRefused('LIMIT_EXCEEDED', { limitMinor: hostSubtotalMinor })
  })
  test('asks for no more than a cancellation left', () => {
    const ended = bookingAfter(confirmed, cancelled)
    const left = ended.outcome?.hostKeepsMinor ?? 0
    given(request)
      .when(ask(left + 1), about(ended))
      .thenRefused('LIMIT_EXCEEDED', { limitMinor: left })
  })
  test('has begun the stay, or cancelled it', () => {
    given(request)
      .when(ask(1), about(bookingAfter(confirmed)))
      .thenRefused('INVALID_TRANSITION', { bookingStatus: 'confirmed' })
    given(request).when(ask(1), about(null)).thenRefused('NOT_FOUND')
  })
})

describe('the answer', () => {
  test('gives back all of it, or a part', () => {
    given(request, opened)
      .when(grant(15_000), previewed('accept'))
      .thenEvents({ type: 'RefundWaiverGranted', data: { amountMinor: 15_000, by: OWNER.id } })
    given(request, opened)
      .when(grant(5_000), previewed('accept', 5_000))
      .thenEvents({ type: 'RefundWaiverGranted', data: { amountMinor: 5_000 } })
    given(request, opened)
      .when(decline, previewed('decline'))
      .thenEvents({ type: 'RequestDeclined', data: { reason: 'policy_applies' } })
  })
  test('is of the amount that was previewed, and of no more than was asked for', () => {
    given(request, opened).when(grant(5_001), previewed('accept', 5_000)).thenRefused('QUOTE_STALE')
    given(request, opened)
      .when(grant(15_001), previewed('accept'))
      .thenRefused('LIMIT_EXCEEDED', { limitMinor: 15_000 })
    given(request, opened)
      .when({ type: 'AcceptRequest', data: { previewToken: 't', note: null } }, previewed('accept'))
      .thenRefused('INVALID_TRANSITION')
  })
  test('is QUOTE_STALE once something else was refunded', () => {
    const refund: Happened = {
      type: 'RefundRequested',
      data: { ...ids, refundId: 'r', amountMinor: 100, currency: 'USD', lines: [], cause: 'goodwill:1' },
    }
    const later = bookingAfter(confirmed, checkedIn, checkedOut, refund)
    given(request, opened)
      .when(grant(15_000), previewed('accept', 15_000, later))
      .thenRefused('QUOTE_STALE')
  })
  test('comes in time and once', () => {
    given(request, opened)
      .when(grant(15_000), previewed('accept', 15_000, stayed, addHours(NOW, 72)))
      .thenRefused('WINDOW_CLOSED')
    given(request, opened, granted).when(decline, previewed('decline')).thenRefused('ALREADY_DECIDED')
  })
  test('is left out: the request expires', () => {
    const expire = { type: 'ExpireRequest', data: { dueAt: addHours(NOW, 72) } } as const
    const byClock = { ...about(stayed), actor: SCHEDULER }
    given(request, opened)
      .when(expire, { ...byClock, now: addHours(NOW, 72) })
      .thenEvents({ type: 'RequestExpired', data: of })
    given(request, opened).when(expire, byClock).thenRefused('PRECONDITION_FAILED')
  })
})

test('a refund that the booking could not make is recorded once', () => {
  const fail = { type: 'RecordRefundWaiverFailure', data: {} } as const
  const failed: RequestEvent = { type: 'RefundWaiverNotMade', data: of }
  const byClock = { ...about(stayed), actor: SCHEDULER }
  given(request, opened, granted).when(fail, byClock).thenEvents(failed)
  given(request, opened, granted, failed).when(fail, byClock).thenNothing()
  given(request, opened).when(fail, byClock).thenRefused('INVALID_TRANSITION')
})

test('300 random refunds: the booking gives back what each preview said, to the unit', () => {
  const step = fc.record({ share: fc.integer({ min: 1, max: 60 }), more: fc.integer({ min: 0, max: 99 }) })
  const histories = [
    [confirmed, checkedIn],
    [confirmed, checkedIn, checkedOut],
    [confirmed, cancelled],
  ] as const
  const story = fc.record({
    history: fc.constantFrom(...histories),
    steps: fc.array(step, { minLength: 1, maxLength: 5 }),
  })
  fc.assert(
    fc.property(story, ({ history, steps }) => {
      let log: readonly BookingEvent[] = history
      let given = 0
      for (const [index, { share, more }] of steps.entries()) {
        const before = bookingAfter(...log)
        const amountMinor = Math.floor((before.money.hostSubtotalMinor * share) / 100) + more
        const seen = previewRefundWaiver({ ...asked, amountMinor }, 'accept', NOW, before)
        const command = { requestId: deriveId('request', String(index)), amountMinor }
        const decision = booking.decide.IssueHostRefund(command, before, {
          ...situation(),
          actor: SCHEDULER,
          commandId: deriveId('command', String(index)),
        } as never)
        expect(decision.ok).toBe(seen.ok)
        if (!decision.ok || !seen.ok) continue
        const { guestTotal, hostPayout, lines } = seen.outcome
        const [issued, requested] = decision.events
        expect(issued).toMatchObject({
          type: 'GoodwillRefundIssued',
          data: { fundedBy: 'host', amountMinor: guestTotal.beforeMinor - guestTotal.afterMinor },
        })
        expect(requested).toMatchObject({ type: 'RefundRequested', data: { amountMinor } })
        if (issued?.type !== 'GoodwillRefundIssued') throw new Error('Not issued')
        const { platformFeeMinor, feeBaseMinor } = issued.data
        expect(platformFeeMinor).toBe(applyBps(feeBaseMinor, before.snapshot.fee.bps))
        expect(amountMinor - platformFeeMinor).toBe(hostPayout.beforeMinor - hostPayout.afterMinor)
        expect(lines.reduce((sum, line) => sum + line.afterMinor, 0)).toBe(hostPayout.afterMinor)
        log = [...log, ...decision.events]
        given += amountMinor
        const { outcome, money } = bookingAfter(...log)
        expect(given).toBeLessThanOrEqual(outcome?.hostKeepsMinor ?? money.hostSubtotalMinor)
      }
    }),
    { numRuns: 300 },
  )
})
