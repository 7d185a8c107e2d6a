import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../kernel/money.ts'
import { BREAKDOWN_PARTS, BREAKDOWN_STAGES } from '../breakdown.ts'
import { LEDGER_KINDS, ledgerKindOf, type LedgerKind } from '../kinds.ts'
import {
  sumBreakdown,
  checkBridge,
  checkBreakdown,
  partOfComponent,
  type BreakdownCell,
} from './breakdown.ts'

const cell = fc.record({
  key: fc.constantFrom('a', 'b'),
  part: fc.constantFrom(...BREAKDOWN_PARTS),
  stage: fc.constantFrom(...BREAKDOWN_STAGES),
  amountMinor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  entries: fc.nat(3),
})

describe('from gross to net', () => {
  it('puts every component of every kind into one step', () => {
    for (const kind of Object.keys(LEDGER_KINDS) as LedgerKind[])
      for (const code of Object.keys(ledgerKindOf(kind).against))
        expect(BREAKDOWN_PARTS).toContain(partOfComponent(kind, code))
    expect(partOfComponent('booking_earnings', 'nights')).toBe('gross')
    expect(partOfComponent('earnings_reversal', 'platform_fee')).toBe('platform_fee')
    expect(partOfComponent('host_cancellation_fee', 'fee')).toBe('adjustments')
    expect(partOfComponent('tax_withholding', 'withholding')).toBe('withholding')
  })

  it('adds both parts and stages up to the net, for the whole and its groups', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 40 }), (cells: readonly BreakdownCell[]) => {
        const total = sumBreakdown(cells)
        expect(sum(Object.values(total.parts))).toBe(total.netMinor)
        expect(sum(Object.values(total.stages))).toBe(total.netMinor)
        const groups = ['a', 'b'].map((key) => sumBreakdown(cells.filter((one) => one.key === key)))
        expect(sum(groups.map(({ netMinor }) => netMinor))).toBe(total.netMinor)
        expect(checkBreakdown(total, total.netMinor, 'USD').holds).toBe(true)
      }),
    )
  })

  it('writes the sum out, and fails when the ledger has another number', () => {
    const total = sumBreakdown([
      { key: 'a', part: 'gross', stage: 'paid', amountMinor: 112_000, entries: 1 },
      { key: 'a', part: 'platform_fee', stage: 'paid', amountMinor: -17_360, entries: 0 },
      { key: 'b', part: 'adjustments', stage: 'available', amountMinor: -28_000, entries: 1 },
      { key: 'b', part: 'adjustments', stage: 'available', amountMinor: 15_000, entries: 1 },
    ])
    expect(checkBreakdown(total, 81_640, 'USD')).toEqual({
      text: '1,120.00 − 173.60 − 130.00 = 816.40',
      holds: true,
    })
    expect(checkBreakdown(total, 81_641, 'USD').holds).toBe(false)
    expect(total.entries).toBe(3)
  })

  it('links the earnings of some days to their payouts', () => {
    const amounts = {
      earnedMinor: 100_000,
      notPaidMinor: 30_000,
      paidForOthersMinor: 5_000,
      paidMinor: 75_000,
    }
    expect(checkBridge(amounts, 'USD').check).toEqual({
      text: '1,000.00 − 300.00 + 50.00 = 750.00',
      holds: true,
    })
    expect(checkBridge({ ...amounts, paidMinor: 75_001 }, 'USD').check.holds).toBe(false)
  })
})
