import type { ReportDifference, ReportSum } from '@hearth/contracts/report'
import { expect, it } from 'vitest'
import { listDifferenceColumns, listDifferenceRows } from './differenceRows.ts'

const sum = (quantity: number, amountMinor: number): ReportSum => ({
  rows: quantity,
  quantity,
  amounts: [{ currency: 'USD', amountMinor }],
})
const nothing: ReportSum = { rows: 0, quantity: 0, amounts: [] }
const difference: ReportDifference = {
  type: 'nights',
  timezone: 'UTC',
  asOf: '2026-10-01T04:00:00.000Z',
  until: '2026-11-25T15:42:00.000Z',
  before: sum(10, 100_050),
  after: sum(9, 90_000),
  equal: { ...sum(4, 40_000), records: 2 },
  changed: 2,
  changes: [
    {
      key: 'b1',
      label: 'Daniel W.',
      bookingId: 'b1',
      before: sum(5, 50_050),
      after: nothing,
      because: { type: 'BookingCancelled', at: '2026-10-03T19:00:00.000Z' },
    },
  ],
}
const words = { equal: 'equal', others: 'others', total: 'total', because: (type: string) => type }
const titles = {
  record: 'Record',
  counted: 'Nights',
  before: 'then',
  after: 'now',
  change: 'difference',
  because: 'Reason',
  at: 'At',
}

it('lists each change, the records beyond the listed ones, the equal ones and the total', () => {
  const rows = listDifferenceRows(difference, words)
  expect(rows).toEqual([
    ['Daniel W.', 5, 0, -5, 500.5, 0, -500.5, 'BookingCancelled', '2026-10-03T19:00:00.000Z'],
    ['others', 1, 5, 4, 100, 500, 400, '', ''],
    ['equal', 4, 4, 0, 400, 400, 0, '', ''],
    ['total', 10, 9, -1, 1000.5, 900, -100.5, '', ''],
  ])
  expect(listDifferenceColumns(difference, titles)).toHaveLength(rows[0]?.length ?? 0)
})
