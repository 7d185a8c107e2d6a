import { deriveId } from '@hearth/contracts/kernel/ids'
import type { StatementContent, StatementEntry } from '@hearth/contracts/statement'
import { describe, expect, test } from 'vitest'
import { printStatement } from './printStatement.ts'

const LISTING = deriveId('listing')
const entry = (n: number, more: Partial<StatementEntry> = {}): StatementEntry => ({
  entryId: deriveId('entry', String(n)),
  kind: 'booking_earnings',
  bookingId: deriveId('booking', String(n)),
  listingId: LISTING,
  earnedOn: '2026-10-12',
  amountMinor: 94_640,
  parts: { gross: 112_000, platform_fee: -17_360 },
  priorMonth: null,
  ...more,
})
const content = (entries: readonly StatementEntry[]): StatementContent => ({
  hostAccountId: deriveId('account'),
  month: '2026-10',
  timezone: 'America/New_York',
  previousMonth: '2026-09',
  ledgerRevision: 4_118,
  listings: { [LISTING]: 'Žaliasis namas, Κέδρος' },
  sections: [
    {
      currency: 'USD',
      openingMinor: 291_862,
      entries: [...entries],
      payouts: [
        { payoutId: deriveId('payout'), paidOn: '2026-10-06', reference: 'TX-1', amountMinor: 291_862 },
      ],
      closingMinor: entries.reduce((total, { amountMinor }) => total + amountMinor, 0),
    },
  ],
})
const party = { name: 'Vale Stays LLC', address: '2 River Lane, Hudson, NY' }
const pages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

describe('a printed statement', () => {
  test('is the same file whenever it is printed', async () => {
    const one = content([
      entry(1),
      entry(2, { kind: 'chargeback', amountMinor: -1_000, priorMonth: '2026-09' }),
    ])
    const [first, second] = [await printStatement(one, party), await printStatement(one, party)]
    expect(first.equals(second)).toBe(true)
    expect(first.equals(await printStatement(one, { ...party, name: 'Vale Stays Inc' }))).toBe(false)
  })

  test('names its structure and language for screen readers', async () => {
    const pdf = (await printStatement(content([entry(1)]), party)).toString('latin1')
    for (const mark of ['/StructTreeRoot', '/Marked true', '/Lang (en)', '/S /H1', '/S /Table', '/S /TH'])
      expect(pdf).toContain(mark)
  })

  test('goes on over as many pages as it has entries', async () => {
    const many = Array.from({ length: 300 }, (_, n) => entry(n))
    expect(pages(await printStatement(content(many), party))).toBeGreaterThan(5)
    expect(pages(await printStatement(content([]), party))).toBe(1)
  })
})
