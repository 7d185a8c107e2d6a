import { describe, expect, it } from 'vitest'
import { zGaps, zOpened, zPerformance, zRevenueBridge, zTier } from '@hearth/contracts/performance'
import { formatCsv } from '../components/list/csv.ts'
import { compareFigures, formatFigure } from './formatFigure.ts'
import { formatPeriod } from './formatPeriod.ts'
import { listRows, sortListings } from './page/listingColumns.ts'
import * as examples from './testing/examples.ts'

it('tests with answers that the API could give', () => {
  expect(zPerformance.parse(examples.performance)).toEqual(examples.performance)
  expect(zOpened.array().parse([examples.opened, examples.openedRating])).toHaveLength(2)
  expect(zRevenueBridge.parse(examples.bridge)).toEqual(examples.bridge)
  expect(zGaps.parse(examples.gaps)).toEqual(examples.gaps)
  expect(zTier.parse(examples.tier)).toEqual(examples.tier)
})

describe('a figure', () => {
  it('is written in its unit, and is a dash where there is nothing to divide', () => {
    expect(formatFigure('share', 6_387, 'USD')).toBe('63.9%')
    expect(formatFigure('money', 2_449_000, 'USD')).toBe('24,490.00')
    expect(formatFigure('money', 24_490, 'JPY')).toBe('24,490')
    expect(formatFigure('stars', 484, 'USD')).toBe('4.84')
    expect(formatFigure('nights', 345, 'USD')).toBe('3.5')
    expect(formatFigure('minutes', 90, 'USD')).toBe('1 h 30 min')
    expect(formatFigure('share', null, 'USD')).toBe('–')
  })
  it('is compared in points, percent or its own unit', () => {
    expect(compareFigures('share', 6_390, 3_420)).toEqual({ text: '+29.7', points: true, direction: 1 })
    expect(compareFigures('money', 24_737, 22_415)).toMatchObject({ text: '+10.4%', points: false })
    expect(compareFigures('stars', 484, 487)).toMatchObject({ text: '−0.03', direction: -1 })
    expect(compareFigures('nights', 523, 524)).toMatchObject({ text: '±0.0', direction: 0 })
    expect(compareFigures('share', 5_000, 5_000)).toMatchObject({ text: '±0.0', direction: 0 })
  })
  it('is not compared with nothing', () => {
    expect(compareFigures('money', 100, 0)).toBeNull()
    expect(compareFigures('share', null, 3_420)).toBeNull()
    expect(compareFigures('share', 3_420, null)).toBeNull()
  })
})

it('names a period by its month or year, else by its first and last night', () => {
  expect(formatPeriod({ from: '2026-10-01', to: '2026-11-01' })).toBe('October 2026')
  expect(formatPeriod({ from: '2026-10-01', to: '2026-11-01' }, 'short')).toBe('Oct 2026')
  expect(formatPeriod({ from: '2026-01-01', to: '2027-01-01' })).toBe('2026')
  expect(formatPeriod({ from: '2026-10-01', to: '2026-10-15' }).replaceAll('\u00a0', ' ')).toBe(
    'Thu 1 – Wed 14 Oct 2026',
  )
})

describe('the table of listings', () => {
  const { performance } = examples
  it('is sorted by a column, the largest first', () => {
    const ids = (sort: string | null) =>
      sortListings(performance.listings, sort).map(({ listingId }) => listingId)
    expect(ids(null)).toEqual(['l1', 'l2'])
    expect(ids('occupancy')).toEqual(['l1', 'l2'])
    expect(sortListings(performance.listings.toReversed(), 'nights')[0]?.listingId).toBe('l1')
  })
  it('is a file with numbers for programs, and no cell that a spreadsheet would run', () => {
    const rows = listRows(performance, 'USD', {
      name: (column) => column,
      listing: 'Listing',
      total: 'Total',
      sort: null,
    })
    expect(rows[1]).toEqual(['Harbor Loft', '24', '77.42', '25.81', '235.21', '182.10', '5645.00', '4.71'])
    expect(rows.at(-1)?.[0]).toBe('Total')
    expect(formatCsv(rows)).toContain(`"'=Cedar House"`)
  })
})
