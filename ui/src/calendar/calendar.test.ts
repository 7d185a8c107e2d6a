import type { ClaimRow } from '@hearth/contracts/calendar'
import { nightsBetween } from '@hearth/contracts/kernel/dates'
import { zAvailabilityRules, zPricing } from '@hearth/contracts/listing'
import { describe, expect, it } from 'vitest'
import { layoutBars } from './grid/layoutBars.ts'
import { listOpenNights } from './rows/openNights.ts'
import { actionOfKey, gridReducer, computeSelection, type GridState } from './grid/selection.ts'
import { groupMonths, parseWindow } from './rows/window.ts'

const window = { start: '2026-07-14', days: 24 }
const claim = (start: string, end: string, change: Partial<ClaimRow> = {}): ClaimRow => ({
  id: start,
  listingId: 'l1',
  kind: 'booking',
  start,
  end,
  nights: nightsBetween(start, end),
  state: 'committed',
  shared: false,
  holdExpiresAt: null,
  note: null,
  ownerStay: null,
  createdBy: 'gateway',
  createdAt: '2026-01-01T00:00:00.000Z',
  releasedAt: null,
  restorableUntil: null,
  removedStart: null,
  removedEnd: null,
  feedId: null,
  importKind: null,
  reference: null,
  ...change,
})

describe('bars', () => {
  it('start in the cell of the arrival, or in the first cell when the arrival is before the window', () => {
    const [left, right] = layoutBars(
      [claim('2026-08-05', '2026-08-12'), claim('2026-07-10', '2026-07-16')],
      new Map(),
      window,
      '2026-07-16',
    )
    expect(left).toMatchObject({ cell: 0, column: -4, cutLeft: true, cutRight: false })
    expect(right).toMatchObject({ cell: 22, cutRight: true })
  })

  it('show only the later of two claims as the clash', () => {
    const bars = layoutBars(
      [
        claim('2026-07-20', '2026-07-24'),
        claim('2026-07-22', '2026-07-26', { kind: 'ical_import', createdAt: '2026-02-01T00:00:00.000Z' }),
      ],
      new Map(),
      window,
      '2026-07-16',
    )
    expect(bars.map((bar) => bar.kind)).toEqual(['confirmed', 'clash'])
  })

  it('leave out released claims', () => {
    expect(
      layoutBars([claim('2026-07-20', '2026-07-24', { state: 'released' })], new Map(), window, '2026-07-16'),
    ).toEqual([])
  })
})

describe('open nights', () => {
  const listing = {
    rules: zAvailabilityRules.parse({ minNights: 3 }),
    pricing: zPricing.parse({ baseNightMinor: 10_000, weekendNightMinor: 12_000 }),
  }

  it('have prices starting today, and mark gaps that cannot be booked', () => {
    const open = listOpenNights(
      listing,
      [claim('2026-07-17', '2026-07-20'), claim('2026-07-22', '2026-07-25')],
      window,
      '2026-07-16',
    )
    expect(open.has('2026-07-15')).toBe(false)
    expect(open.get('2026-07-16')).toMatchObject({ gap: true })
    expect(open.get('2026-07-20')).toMatchObject({ gap: true, priceMinor: 10_000 })
    expect(open.get('2026-07-25')).toMatchObject({ gap: false, priceMinor: 12_000 })
  })

  it('have no price while the listing has none', () => {
    expect(
      listOpenNights({ ...listing, pricing: null }, [], window, '2026-07-16').get('2026-07-20'),
    ).toMatchObject({ priceMinor: null })
  })
})

describe('the grid', () => {
  const reduce = gridReducer({ rows: 3, columns: 24 })
  const start: GridState = { focus: { row: 1, column: 5 }, anchor: null }
  const press = (state: GridState, key: string, shift = false) => {
    const action = actionOfKey(key, shift)
    return action ? reduce(state, action) : state
  }

  it('moves with the arrow keys and stays inside the grid', () => {
    expect(press(press(start, 'ArrowDown'), 'ArrowDown').focus).toEqual({ row: 2, column: 5 })
    expect(press({ ...start, focus: { row: 0, column: 0 } }, 'ArrowLeft').focus).toEqual({
      row: 0,
      column: 0,
    })
  })

  it('selects with Shift within one row, in either direction', () => {
    expect(computeSelection(press(press(start, 'ArrowRight', true), 'ArrowRight', true))).toEqual({
      row: 1,
      from: 5,
      to: 8,
    })
    expect(computeSelection(press(start, 'ArrowLeft', true))).toEqual({ row: 1, from: 4, to: 6 })
    expect(computeSelection(press(press(start, 'ArrowRight', true), 'ArrowDown', true))).toBeNull()
  })

  it('selects by dragging, and Escape clears the selection', () => {
    const dragged = reduce(reduce(start, { kind: 'press', cell: { row: 2, column: 3 }, extend: false }), {
      kind: 'drag',
      column: 6,
    })
    expect(computeSelection(dragged)).toEqual({ row: 2, from: 3, to: 7 })
    expect(computeSelection(press(dragged, 'Escape'))).toBeNull()
  })
})

describe('the window', () => {
  it('is read from the address, or starts two days before today', () => {
    expect(parseWindow(new URLSearchParams('from=2026-08-01&nights=14'), '2026-07-16', false)).toEqual({
      start: '2026-08-01',
      days: 14,
    })
    expect(parseWindow(new URLSearchParams('from=yesterday&nights=1000'), '2026-07-16', false)).toEqual({
      start: '2026-07-14',
      days: 24,
    })
    expect(parseWindow(new URLSearchParams('nights=24'), '2026-07-16', true)).toEqual({
      start: '2026-07-15',
      days: 7,
    })
  })
  it('names each month once', () =>
    expect(groupMonths(window).map(({ month, span }) => [month, span])).toEqual([
      ['2026-07', 18],
      ['2026-08', 6],
    ]))
})
