import { expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { MAILED_NOTICES, noticeMailProcess } from './processes.ts'

const ID = deriveId('claim')
const AT = '2026-07-16T13:20:00.000Z'
const happened = (type: string, data: object = {}, recordedAt = AT): RecordedEvent => ({
  id: deriveId('event', type),
  stream: `reimbursement-${ID}`,
  revision: 1n,
  type,
  data,
  metadata: { tenantId: 'a', actorId: 'ada', occurredAt: AT },
  position: { commit: 0n, prepare: 0n },
  recordedAt,
})
const effectsOf = (event: RecordedEvent) => noticeMailProcess.on(undefined, event).slice(1)

test('mails a notice of a claim with the deadline of its event', () =>
  expect(
    effectsOf(happened('ReimbursementInfoRequested', { listingId: 'l', dueAt: '2026-07-23T13:20:00.000Z' })),
  ).toEqual([
    {
      kind: 'job',
      name: 'mail-notice',
      data: {
        hostAccountId: 'a',
        type: 'ReimbursementInfoRequested',
        id: ID,
        listingId: 'l',
        by: 'ada',
        at: AT,
        until: '2026-07-23T13:20:00.000Z',
      },
    },
  ]))

test('mails nothing that an import records long after it happened', () => {
  expect(effectsOf(happened('ReviewsRevealed', {}, '2026-07-17T13:20:00.000Z'))).toHaveLength(1)
  expect(effectsOf(happened('ReviewsRevealed', {}, '2026-07-17T13:20:00.001Z'))).toEqual([])
})

test('leaves rewards and payouts to their own mails', () => {
  expect(MAILED_NOTICES).not.toContain('ReferralRewarded')
  expect(MAILED_NOTICES).not.toContain('PayoutPaid')
  expect(effectsOf(happened('ReferralRewarded'))).toEqual([])
})
