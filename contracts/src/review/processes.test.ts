import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { confirmedStay } from '../testing/booking.ts'
import { reviewProcess } from './processes.ts'

const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const OPENED_AT = '2026-07-15T15:00:00.000Z'
const CLOSES_AT = '2026-07-29T15:00:00.000Z'
const happened = (
  category: 'booking' | 'review',
  type: string,
  recordedAt = OPENED_AT,
  data: object = fixture(type),
): RecordedEvent => ({
  id: deriveId('event', type),
  stream: `${category}-${deriveId('stream')}`,
  revision: 3n,
  type,
  data,
  metadata: { tenantId: 'a', actorId: 'ada', commandId: deriveId('command'), occurredAt: recordedAt },
  position: { commit: 7n, prepare: 7n },
  recordedAt,
})
const opened = happened('review', 'ReviewWindowOpened')

describe('the review process', () => {
  test('opens the reviews of a stay at check-out, and asks when it is cancelled', () => {
    const { hostAccountId, ...stay } = confirmedStay()
    const confirmed = happened('booking', 'BookingConfirmed', OPENED_AT, { hostAccountId, ...stay })
    const [state] = reviewProcess.on(undefined, confirmed)
    for (const type of ['BookingCheckedOut', 'BookingCancelled']) {
      const { bookingId, listingId } = fixture(type)
      expect(reviewProcess.on(state, happened('booking', type))).toMatchObject([
        undefined,
        {
          kind: 'command',
          type: 'OpenReviewWindow',
          data: { hostAccountId, listingId, bookingId },
          occurredAt: OPENED_AT,
        },
      ])
    }
  })
  test('reminds, and reveals exactly when the time is over', () => {
    expect(reviewProcess.on(undefined, opened)).toMatchObject([
      { days: [1] },
      { kind: 'timer', name: 'reminder/1', at: '2026-07-16T15:00:00.000Z', work: { type: 'RemindOfReview' } },
      {
        kind: 'timer',
        name: 'close',
        at: CLOSES_AT,
        work: { type: 'RevealReviews', occurredAt: CLOSES_AT },
      },
    ])
  })
  test('sets no timer for a pair that was over when it was recorded', () =>
    expect(reviewProcess.on(undefined, happened('review', 'ReviewWindowOpened', CLOSES_AT))).toEqual([
      undefined,
    ]))
  test('does not remind a host who has written', () => {
    const [state] = reviewProcess.on(undefined, opened)
    expect(reviewProcess.on(state, happened('review', 'HostReviewSubmitted'))).toEqual([
      { days: [] },
      { kind: 'cancel', name: 'reminder/1' },
    ])
  })
  test.for(['ReviewsRevealed', 'ReviewWindowClosed', 'ReviewGuestErased'])('ends with %s', (type) => {
    const [state] = reviewProcess.on(undefined, opened)
    expect(reviewProcess.on(state, happened('review', type))).toEqual([
      undefined,
      { kind: 'cancel', name: 'reminder/1' },
      { kind: 'cancel', name: 'close' },
    ])
  })
})
