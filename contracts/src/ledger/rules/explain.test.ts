import { describe, expect, it } from 'vitest'
import { deriveId } from '../../kernel/ids.ts'
import type { Basis, Component } from '../entry.ts'
import type { LedgerKind } from '../kinds.ts'
import type { LedgerEntryRow } from '../resource.ts'
import { explainEntry, explainPayout } from './explain.ts'
import { formatFormula } from './formula.ts'
import { isReplayed, replayed } from './replay.ts'

const row = (kind: LedgerKind, amountMinor: number, components: readonly Component[]): LedgerEntryRow => ({
  id: deriveId(kind),
  hostAccountId: 'a',
  kind,
  currency: 'USD',
  amountMinor,
  components: [...components],
  availableAt: '2026-07-11T19:00:00.000Z',
  listingId: null,
  bookingId: null,
  source: { stream: 'booking-x', revision: 1, eventId: deriveId('event') },
  policies: [],
  text: kind,
  state: 'assigned',
  payoutId: 'p',
  postedAt: '2026-07-10T19:00:00.000Z',
  notifiedAt: null,
  settledAt: null,
  settledOn: null,
})
const part = (code: string, amountMinor: number, basis: Basis): Component => ({ code, amountMinor, basis })
const earned = row('booking_earnings', 94_640, [
  part('nights', 100_000, { rule: 'nights', runs: [{ nights: 5, amountMinor: 20_000 }] }),
  part('cleaning', 12_000, { rule: 'stated' }),
  part('platform_fee', -17_360, { rule: 'share', baseMinor: 112_000, bps: 1_550 }),
])
const fee = row('host_cancellation_fee', -28_000, [
  part('fee', -28_000, {
    rule: 'host_fee',
    baseMinor: 112_000,
    bps: 2_500,
    ofNights: 5,
    nights: 5,
    minimumMinor: null,
  }),
])
const reimbursed = row('reimbursement', 15_000, [part('from_fund', 15_000, { rule: 'stated' })])
const payout = (...rows: readonly LedgerEntryRow[]) =>
  explainPayout(
    { payoutId: 'p', code: 'PO-1', currency: 'USD', amountMinor: 81_640 },
    rows.map((entry) => explainEntry(entry, null)),
  )

describe('the explanation of a payout', () => {
  it('leads from 946.40 − 280.00 + 150.00 to 816.40', () => {
    const explained = payout(earned, fee, reimbursed)
    expect(explained.check).toEqual({ text: '946.40 − 280.00 + 150.00 = 816.40', holds: true })
    expect(explained.entries.map(({ check }) => check)).toEqual([
      { text: '1,000.00 + 120.00 − 173.60 = 946.40', holds: true },
      { text: '−280.00 = −280.00', holds: true },
      { text: '150.00 = 150.00', holds: true },
    ])
  })
  it.each([
    ['an entry is missing', [earned, fee]],
    [
      'an entry is not the sum of its parts',
      [earned, fee, { ...reimbursed, components: [part('from_fund', 14_999, { rule: 'stated' })] }],
    ],
    [
      'a part does not follow from its numbers',
      [
        {
          ...earned,
          components: [
            part('nights', 112_000, { rule: 'nights', runs: [{ nights: 5, amountMinor: 20_000 }] }),
            part('platform_fee', -17_360, { rule: 'share', baseMinor: 112_000, bps: 1_550 }),
          ],
        },
        fee,
        reimbursed,
      ],
    ],
    ['an entry is in another currency', [earned, fee, { ...reimbursed, currency: 'EUR' }]],
  ] as const)('fails where %s', (_why, rows) =>
    expect(payout(...(rows as readonly LedgerEntryRow[])).check.holds).toBe(false),
  )
})

/** What each rule says, and what it comes to. */
it.each<[Basis, number, string]>([
  [{ rule: 'stated' }, 12_000, '120.00'],
  [
    {
      rule: 'nights',
      runs: [
        { nights: 2, amountMinor: 20_000 },
        { nights: 1, amountMinor: 25_050 },
      ],
    },
    65_050,
    '2 × 200.00 + 1 × 250.50 = 650.50',
  ],
  [
    { rule: 'kept', wholeMinor: 100_000, refundedMinor: 80_000 },
    20_000,
    '1,000.00 − 800.00 refunded = 200.00',
  ],
  [{ rule: 'share', baseMinor: 112_000, bps: 1_550 }, -17_360, '1,120.00 × 15.5% = 173.60'],
  [
    { rule: 'share_part', baseMinor: 10_000, bps: 1_550, weights: [3_333, 6_667], part: 0 },
    -517,
    '100.00 × 15.5% = 15.50, of which 33.33 of 100.00 bear 5.17',
  ],
  [
    { rule: 'host_fee', baseMinor: 112_000, bps: 10_000, ofNights: 3, nights: 5, minimumMinor: null },
    -67_200,
    '1,120.00 × 100% × 3 of 5 nights = 672.00',
  ],
  [
    { rule: 'host_fee', baseMinor: 12_000, bps: 1_000, ofNights: 1, nights: 1, minimumMinor: 5_000 },
    -5_000,
    '120.00 × 10% = 12.00, at least 50.00',
  ],
  [
    { rule: 'at_most', claimedMinor: 123_200, limitMinor: 94_640, takenMinor: 20_000 },
    -74_640,
    '1,232.00 charged back, at most the 946.40 that you have of the stay, 200.00 of it taken before',
  ],
  [{ rule: 'reversed', entryId: deriveId('entry'), amountMinor: 94_640 }, -94_640, 'the opposite of 946.40'],
])('%o comes to %i', (basis, amountMinor, formula) => {
  expect(replayed(basis) ?? amountMinor).toBe(amountMinor)
  expect(formatFormula(part('x', amountMinor, basis), 'USD')).toBe(formula)
  if (basis.rule !== 'stated') expect(isReplayed(part('x', amountMinor + 1, basis))).toBe(false)
})
