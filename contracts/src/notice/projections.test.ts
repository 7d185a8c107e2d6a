import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { RecordedEvent } from '../kernel/message.ts'
import { noticeProjection } from './projections.ts'
import type { NoticeRow } from './resource.ts'

const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const after = (
  stream: string,
  ...types: readonly (readonly [type: string, data?: object])[]
): readonly NoticeRow['kind'][] => {
  let rows = new Map<string, NoticeRow>()
  return types.map(([type, data = {}], index) => {
    const at = `2026-07-1${index}T09:00:00.000Z`
    const event: RecordedEvent = {
      id: `e${index}`,
      stream,
      revision: BigInt(index),
      type,
      data: { ...fixture(type), ...data },
      metadata: { occurredAt: at },
      position: { commit: 0n, prepare: 0n },
      recordedAt: at,
    }
    let last: NoticeRow | undefined
    for (const key of noticeProjection.keys(event)) {
      last = noticeProjection.fold(rows.get(key), event, key)
      if (last !== undefined) rows = rows.set(key, last)
    }
    return last?.kind ?? 'none'
  })
}

test('shows a payout when it is sent, stopped or cancelled, but not in between', () => {
  const of = ['payout-p1', ['PayoutScheduled']] as const
  expect(
    after(
      ...of,
      ['PayoutHeld'],
      ['PayoutReleased'],
      ['PayoutSubmitting'],
      ['PayoutPaid'],
      ['PayoutReturned'],
    ),
  ).toEqual(['none', 'payout_held', 'none', 'none', 'payout_sent', 'payout_failed'])
  expect(after(...of, ['PayoutCancelled', { reason: 'failed' }])).toEqual(['none', 'payout_failed'])
  expect(after(...of, ['PayoutCancelled', { reason: 'method_changed' }])).toEqual(['none', 'none'])
})

test('shows only reductions of the ledger', () =>
  expect(
    after(
      'hostLedger-a',
      ['LedgerEntryPosted', { entryId: 'e1', amountMinor: 1 }],
      ['LedgerEntryPosted', { entryId: 'e2', amountMinor: -1 }],
      ['LedgerEntryPosted', { entryId: 'e3', amountMinor: -1, kind: 'carried_forward' }],
    ),
  ).toEqual(['none', 'money_reduced', 'none']))

test('shows a hold until it is lifted', () => {
  const holdId = fixture('HoldPlaced')['holdId']
  expect(after('payoutAccount-a', ['HoldPlaced'], ['HoldReleased', { holdId }])).toEqual([
    'payouts_on_hold',
    'none',
  ])
})
