import { addHours } from '@hearth/contracts/kernel/dates'
import { describe, test } from 'vitest'
import type { KnownDisruption } from '../disruption/disruption.state.ts'
import { GATEWAY, given, NOW, OWNER, type Situation } from '../testing/given.ts'
import { booking } from './booking.decider.ts'
import { NO_FACTS, type BookingFacts } from './booking.facts.ts'
import {
  cancelled,
  CHECK_IN,
  confirmed,
  type Happened,
  ids,
  quoted,
  situation,
  stay,
  withQuote,
} from './testing/bookingHistory.ts'

const EVENT = { disruptionId: 'd1', title: 'Storm Ana', start: '2026-07-12', end: '2026-07-20' } as const
const approved: KnownDisruption = {
  ...EVENT,
  area: { country: 'US', region: null, circle: null },
  reason: 'The coast was evacuated.',
  status: 'approved',
  declaredBy: 'a',
  approvedAt: NOW,
}
const covered: Happened = { type: 'BookingDisrupted', data: { ...ids, disruption: EVENT } }
const record = { type: 'RecordDisruption', data: { disruptionId: 'd1' } } as const
const about = (disruption: KnownDisruption | null, now = NOW) =>
  situation({
    now,
    facts: { ...NO_FACTS, disruption },
  })

describe('a declared event', () => {
  test('covers an upcoming stay in its nights, once', () => {
    given(booking, confirmed).when(record, about(approved)).thenEvents(covered)
    given(booking, confirmed, covered).when(record, about(approved)).thenNothing()
  })
  test('covers no stay outside of its nights, none that began or ended, and none before its approval', () => {
    const later = { ...approved, start: stay.checkOut, end: '2026-08-01' }
    given(booking, confirmed).when(record, about(later)).thenNothing()
    given(booking, confirmed).when(record, about(approved, CHECK_IN)).thenNothing()
    given(booking, confirmed, cancelled).when(record, about(approved)).thenNothing()
    given(booking, confirmed)
      .when(record, about({ ...approved, approvedAt: null }))
      .thenNothing()
    given(booking, confirmed).when(record, about(null)).thenNothing()
  })
})

describe('the evidence of a host', () => {
  const said = { text: 'The road is open, and the house has power and water.', fileIds: ['f1'] }
  const send = { type: 'SendDisruptionEvidence', data: said } as const
  const answer = {
    type: 'AnswerDisruptionEvidence',
    data: { answer: 'Thank you, we have read it.' },
  } as const
  const sent: Happened = {
    type: 'DisruptionEvidenceSent',
    data: { ...ids, disruptionId: 'd1', ...said, by: OWNER.id },
  }
  const answered: Happened = {
    type: 'DisruptionEvidenceAnswered',
    data: { ...ids, ...answer.data, by: 'staff' },
  }
  const take = { type: 'TakeDisruptionEvidence', data: {} } as const
  const taken: Happened = { type: 'DisruptionEvidenceTaken', data: { ...ids, by: OWNER.id } }
  const asOwner = (change: Partial<Situation<BookingFacts>> = {}) => situation({ actor: OWNER, ...change })

  test('is sent once, and answered once', () => {
    given(booking, confirmed, covered).when(send, asOwner()).thenEvents(sent)
    given(booking, confirmed, covered, sent).when(send, asOwner()).thenRefused('DUPLICATE')
    given(booking, confirmed, covered, sent)
      .when(answer, situation())
      .thenEvents({ type: 'DisruptionEvidenceAnswered', data: answer.data })
    given(booking, confirmed, covered, sent, answered)
      .when(answer, situation())
      .thenRefused('INVALID_TRANSITION')
  })
  test('is taken until 7 days after the stay was covered, also once the stay is cancelled', () => {
    const end = addHours(NOW, 7 * 24)
    const before = new Date(Date.parse(end) - 1).toISOString()
    given(booking, confirmed, covered, cancelled)
      .when(send, asOwner({ now: before }))
      .thenEvents(sent)
    given(booking, confirmed, covered)
      .when(send, asOwner({ now: end }))
      .thenRefused('WINDOW_CLOSED', { closedAt: end })
  })
  test('is taken by a member of staff, by another after them, and no more once it is answered', () => {
    given(booking, confirmed, covered, sent).when(take, situation()).thenEvents(taken)
    given(booking, confirmed, covered, sent, taken).when(take, situation()).thenNothing()
    given(booking, confirmed, covered, sent, taken)
      .when(take, situation({ actor: GATEWAY }))
      .thenEvents({ ...taken, data: { ...taken.data, by: GATEWAY.id } })
    given(booking, confirmed, covered, sent, answered)
      .when(take, situation())
      .thenRefused('INVALID_TRANSITION')
    given(booking, confirmed, covered).when(take, situation()).thenRefused('INVALID_TRANSITION')
    given(booking).when(take, situation()).thenRefused('NOT_FOUND')
  })
  test('names files of the listing', () =>
    given(booking, confirmed, covered)
      .when(
        send,
        asOwner({
          facts: { ...about(null).facts, unknownFiles: [{ pointer: '/fileIds/0', detail: 'isn’t' }] },
        }),
      )
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/fileIds/0' }] }))
  test('is about a stay that an event covers', () => {
    given(booking, confirmed).when(send, asOwner()).thenRefused('INVALID_TRANSITION')
    given(booking).when(send, asOwner()).thenRefused('NOT_FOUND')
    given(booking).when(answer, situation()).thenRefused('NOT_FOUND')
    given(booking, confirmed, covered).when(answer, situation()).thenRefused('INVALID_TRANSITION')
  })
})

describe('cancelling a covered stay', () => {
  const byGuest = { type: 'CancelBookingByGuest', data: { quote: null } } as const
  const late = addHours(CHECK_IN, -1)

  test('gives the guest everything back until check-in, and costs the host nothing', () => {
    given(booking, confirmed, covered)
      .when(byGuest, situation({ actor: GATEWAY, now: late }))
      .thenEvents(
        {
          type: 'BookingCancelled',
          data: { outcome: { tier: 'override', hostPayoutMinor: 0, hostFeeMinor: 0, waived: true } },
        },
        { type: 'RefundRequested', data: { amountMinor: 123_200 } },
      )
  })
  test('follows the policy again from check-in on', () => {
    given(booking, confirmed, covered)
      .when(byGuest, situation({ actor: GATEWAY, now: CHECK_IN }))
      .thenEvents(
        { type: 'BookingCancelled', data: { outcome: { tier: 'keep_nights' } } },
        { type: 'RefundRequested' },
      )
  })
  test('makes a quote stale that was given before', () =>
    given(booking, confirmed, covered)
      .when({ type: 'CancelBookingByGuest', data: { quote: 'token' } }, withQuote(quoted(NOW, 'guest')))
      .thenRefused('QUOTE_STALE'))
})
