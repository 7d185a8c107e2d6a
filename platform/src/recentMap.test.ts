import { expect, test } from 'vitest'
import { makeRecentMap } from './recentMap.ts'

test('keeps the half that was used last, and never more than its size', () => {
  const map = makeRecentMap<number>(100)
  const forgotten: number[] = []
  for (let at = 0; at < 1_000; at += 1) {
    map.set(`n${at}`, at)
    // The first one is used all the time.
    if (map.get('n0') !== 0) forgotten.push(0)
    if (at % 50 === 49)
      for (let before = at - 48; before <= at; before += 1)
        if (map.get(`n${before}`) !== before) forgotten.push(before)
  }
  expect(forgotten).toEqual([])
  const known = Array.from({ length: 1_000 }, (_, at) => map.get(`n${at}`)).filter(
    (value) => value !== undefined,
  )
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
