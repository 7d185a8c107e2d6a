import type { ReportColumn, ReportRow } from '@hearth/contracts/kernel/report'
import { REPORTS } from '@hearth/contracts/report/catalogue'
import { expect, test } from 'vitest'
import { printReport } from './printReport.ts'

const { columns } = REPORTS.nights
const row = (night: number): ReportRow => ({
  cells: [
    `2026-10-${String(night).padStart(2, '0')}`,
    'HB-YK3EYNYA',
    'Žofie Κ.',
    'A cabin with a name that is much too long for a column of a printed page',
    'USD',
    { number: '257.00' },
  ],
  quantity: 1,
  currency: 'USD',
  amountMinor: 25_700,
})
const rows = Array.from({ length: 28 }, (_, index) => row(index + 1))
const print = (of: readonly ReportRow[], more: Readonly<{ columns?: readonly ReportColumn[] }> = {}) =>
  printReport(
    {
      title: 'Earned by night',
      name: 'Vale Stays',
      timezone: 'America/New_York',
      from: '2026-10-01',
      to: '2026-10-31',
      asOf: '2026-11-25T15:42:00.000Z',
      columns,
      ...more,
    },
    of,
  )
const countPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('a printed report is the same file whenever it is printed', async () => {
  expect((await print(rows)).equals(await print(rows))).toBe(true)
  expect((await print(rows)).equals(await print(rows.slice(1)))).toBe(false)
})

test('a printed report names its structure and language for screen readers', async () => {
  const pdf = (await print(rows)).toString('latin1')
  for (const mark of ['/StructTreeRoot', '/Marked true', '/Lang (en)', '/S /H1', '/S /Table', '/S /TH'])
    expect(pdf).toContain(mark)
})

test('a printed report goes on over as many pages as it has rows, wide ones sideways', async () => {
  expect(countPages(await print(rows))).toBe(1)
  expect(countPages(await print(Array.from({ length: 500 }, () => row(1))))).toBeGreaterThan(8)
  expect(countPages(await print([]))).toBe(1)
  const wide = (await print([], { columns: REPORTS.bookings.columns })).toString('latin1')
  expect(wide).toContain('[0 0 841.89 595.28]')
})
