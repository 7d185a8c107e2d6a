import { describe, expect, test } from 'vitest'
import { addDays } from '../kernel/dates.ts'
import { findGaps, findOpenWeekends } from './gaps.ts'
import { computeTier, holdsGold, lastAssessment, type TierFacts } from './tier.ts'

const facts: TierFacts = {
  rating: { stars: 300, count: 62 },
  response: { hits: 192, count: 200 },
  hostCancellation: { hits: 1, count: 125 },
  completed: { stays: 124, nights: 500 },
}

describe('Gold', () => {
  test('says how much room each condition leaves', () => {
    const tier = computeTier('2026-11-27', facts, facts)
    expect(tier).toMatchObject({
      holds: true,
      wouldHold: true,
      lastCheckOn: '2026-10-01',
      nextCheckOn: '2027-01-01',
      nextResultBy: '2027-01-06',
    })
    const [rating, response, cancellation, stays] = tier.criteria
    expect(rating).toMatchObject({ value: 484, met: true })
    expect(rating?.afterStars.map(({ stars, value, met }) => [stars, value, met])).toEqual([
      [1, 478, false],
      [2, 479, false],
      [3, 481, true],
      [4, 483, true],
      [5, 484, true],
    ])
    expect(response).toMatchObject({ value: 9_600, spare: 13 })
    expect(cancellation).toMatchObject({ value: 80, spare: 0, afterOne: 159, met: true })
    expect(stays).toMatchObject({ value: 124, met: true })
  })
  test('needs each of them, exactly', () => {
    expect(holdsGold({ ...facts, rating: { stars: 4_799, count: 1_000 } })).toBe(false)
    expect(holdsGold({ ...facts, rating: { stars: 0, count: 0 } })).toBe(false)
    expect(holdsGold({ ...facts, response: { hits: 9, count: 10 } })).toBe(true)
    expect(holdsGold({ ...facts, response: { hits: 0, count: 0 } })).toBe(false)
    expect(holdsGold({ ...facts, hostCancellation: { hits: 1, count: 100 } })).toBe(false)
    expect(holdsGold({ ...facts, hostCancellation: { hits: 0, count: 0 } })).toBe(true)
  })
  test('takes three stays of a hundred nights for ten stays', () => {
    expect(holdsGold({ ...facts, completed: { stays: 3, nights: 99 } })).toBe(false)
    expect(holdsGold({ ...facts, completed: { stays: 3, nights: 100 } })).toBe(true)
    expect(holdsGold({ ...facts, completed: { stays: 2, nights: 200 } })).toBe(false)
  })
  test('is assessed on the first day of each quarter', () =>
    expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map(lastAssessment)).toEqual([
      '2026-01-01',
      '2026-01-01',
      '2026-04-01',
      '2026-10-01',
    ]))
})

describe('nights ahead', () => {
  const from = '2026-12-01'
  const on = (taken: readonly number[]) => (date: string) => taken.some((day) => addDays(from, day) === date)
  const gapsOf = (taken: readonly number[], off: readonly number[] = []) =>
    findGaps(from, addDays(from, 20), (date) => !on(taken)(date) && !on(off)(date), on(taken)).map(
      ({ start, end, nights }) => `${start.slice(8)}–${end.slice(8)} ${nights}`,
    )
  test('are a gap where they are few and both sides are taken', () => {
    expect(gapsOf([2, 4, 5, 9])).toEqual(['04–05 1', '07–10 3'])
    expect(gapsOf([-1, 2])).toEqual(['01–03 2'])
    expect(gapsOf([2, 8])).toEqual([])
    expect(gapsOf([2, 5], [4])).toEqual([])
    expect(gapsOf([18])).toEqual([])
  })
  test('are an open weekend where Friday and Saturday are open', () => {
    const weekends = (taken: readonly number[]) =>
      findOpenWeekends(from, addDays(from, 18), (date) => !on(taken)(date)).map(({ start }) => start)
    expect(weekends([])).toEqual(['2026-12-04', '2026-12-11', '2026-12-18'])
    expect(weekends([4, 10])).toEqual(['2026-12-18'])
  })
})
