import type { UndoableType } from '@hearth/contracts/undo'
import { describe, expect, test } from 'vitest'
import { isStillPossible } from './isStillPossible.ts'

const TODAY = '2026-07-16'
const event = <T extends string>(type: T, revision: bigint, data: object, stream = 'calendar-1') => ({
  stream,
  revision,
  type,
  data,
})
const removed = event('BlockRemoved', 4n, { blockId: 'b' })
const prices = (revision: bigint, ...dates: readonly string[]) =>
  event('NightOverridesChanged' as const satisfies UndoableType, revision, {
    changeId: `c${revision}`,
    undoneChangeId: null,
    nights: dates.map((date) => ({ date })),
  })

describe('an action can be undone', () => {
  test('as long as nothing follows it', () => {
    expect(isStillPossible(removed, [removed], TODAY)).toBe(true)
  })

  test('until the event that undoes it, of the same thing', () => {
    const restored = event('BlockRestored', 5n, { blockId: 'b' })
    expect(isStillPossible(removed, [restored], TODAY)).toBe(false)
    expect(isStillPossible(removed, [{ ...restored, data: { blockId: 'other' } }], TODAY)).toBe(true)
    expect(isStillPossible(removed, [{ ...restored, revision: 3n }], TODAY)).toBe(true)
    expect(isStillPossible(removed, [{ ...restored, stream: 'calendar-2' }], TODAY)).toBe(true)
    expect(isStillPossible(removed, [event('BlockCreated', 5n, { blockId: 'b' })], TODAY)).toBe(true)
  })

  test('as long as one night of a price change is still to come and was not changed again', () => {
    const change = prices(1n, '2026-07-10', '2026-08-01', '2026-08-02')
    expect(isStillPossible(change, [change, prices(2n, '2026-08-01')], TODAY)).toBe(true)
    expect(isStillPossible(change, [prices(2n, '2026-08-01'), prices(3n, '2026-08-02')], TODAY)).toBe(false)
    expect(isStillPossible(prices(1n, '2026-07-10'), [], TODAY)).toBe(false)
  })

  test('until a price change was undone', () => {
    const undone = event('NightOverridesChanged', 2n, { changeId: 'c2', undoneChangeId: 'c1', nights: [] })
    expect(isStillPossible(prices(1n, '2026-08-01'), [undone], TODAY)).toBe(false)
  })
})
