import { describe, expect, test } from 'vitest'
import { zDifferenceQuery, zReportOrder, zReportQuery } from './report.ts'
import { addSums, sumRows } from './sums.ts'

const query = (from: string, to: string) => ({ type: 'nights', from, to })

describe('the days of a report', () => {
  test.for([
    ['2026-10-01', '2026-10-01', true],
    ['2026-10-01', '2036-10-07', true],
    ['2026-10-01', '2036-10-08', false],
    ['2026-10-01', '2076-10-01', false],
    ['2026-10-02', '2026-10-01', false],
    ['2026-02-29', '2026-03-01', false],
  ] as const)('%s to %s: %s, on the page and as a file', ([from, to, isValid]) => {
    expect(zReportQuery.safeParse(query(from, to)).success).toBe(isValid)
    expect(zReportOrder.safeParse({ ...query(from, to), format: 'pdf' }).success).toBe(isValid)
  })

  test('a file has one of three formats, and no account of its own', () => {
    const days = query('2026-10-01', '2026-10-31')
    expect(zReportOrder.safeParse({ ...days, format: 'docx' }).success).toBe(false)
    const account = '4923f469-2234-5b6b-b0ff-2fea33808dd8'
    expect(zReportOrder.safeParse({ ...days, format: 'csv', hostAccountId: account }).success).toBe(false)
  })

  test('a difference needs its second instant after the first', () => {
    const between = (asOf: string, until: string) =>
      zDifferenceQuery.safeParse({ ...query('2026-10-01', '2026-10-31'), asOf, until }).success
    expect(between('2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z')).toBe(true)
    expect(between('2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')).toBe(false)
  })
})

test('amounts of different currencies are never added', () => {
  const row = (currency: 'EUR' | 'JPY', amountMinor: number) => ({ quantity: 1, currency, amountMinor })
  const sum = sumRows([row('JPY', 500), row('EUR', 100), row('JPY', 20)])
  expect(sum).toEqual({
    rows: 3,
    quantity: 3,
    amounts: [
      { currency: 'EUR', amountMinor: 100 },
      { currency: 'JPY', amountMinor: 520 },
    ],
  })
  expect(addSums(sum, sumRows([row('JPY', 20)]), -1).amounts).toEqual([
    { currency: 'EUR', amountMinor: 100 },
    { currency: 'JPY', amountMinor: 500 },
  ])
})
