import { expect, test } from 'vitest'
import { makeRecentMap } from './recentMap.ts'

test('keeps the half that was used last, and never more than its size', () => {
  const map = makeRecentMap<number>(100)
  for (let at = 0; at < 1_000; at += 1) {
    map.set(`n${at}`, at)
    expect(map.get('n0')).toBe(0)
    for (let before = Math.max(0, at - 48); before <= at; before += 1) expect(map.get(`n${before}`)).toBe(before)
  }
  const known = Array.from({ length: 1_000 }, (_, at) => map.get(`n${at}`)).filter((value) => value !== undefined)
  expect(known.length).toBeLessThanOrEqual(100)
})

test('what is deleted or replaced is gone, wherever it stood', () => {
  const map = makeRecentMap<string>(4)
  for (const name of ['a', 'b', 'c']) map.set(name, name)
  map.set('a', 'new')
  expect(map.get('a')).toBe('new')
  for (const name of ['a', 'b', 'c']) map.delete(name)
  expect(['a', 'b', 'c'].map(map.get)).toEqual([undefined, undefined, undefined])
  map.set('d', 'd')
  map.clear()
  expect(map.get('d')).toBeUndefined()
})
