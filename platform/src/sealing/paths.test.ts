import { expect, test } from 'vitest'
import { listPlaces, valueAt, withValueAt } from './paths.ts'

test('reaches only own properties with dotted paths', () => {
  expect(valueAt({ a: { b: 1 } }, 'a.b')).toBe(1)
  expect(valueAt({ a: [1] }, 'a.0')).toBeUndefined()
  expect(valueAt({}, 'constructor.name')).toBeUndefined()
})

test('replaces a value without changing the original or anything else', () => {
  const data = { a: { b: 1, c: 2 }, d: 3 }
  expect(withValueAt(data, 'a.b', 'x')).toEqual({ a: { b: 'x', c: 2 }, d: 3 })
  expect(data).toEqual({ a: { b: 1, c: 2 }, d: 3 })
  expect(withValueAt(data, 'a.z', 'x')).toEqual(data)
  expect(withValueAt({ __proto__: null, a: 1 }, 'a', 2)).toEqual({ a: 2 })
})

test('passes through each item of a list', () => {
  const data = { a: [{ b: 1, c: 2 }, { c: 3 }, { b: null }, { b: 4 }] }
  expect(listPlaces(data, 'a.b')).toEqual([
    { path: 'a.0.b', value: 1 },
    { path: 'a.3.b', value: 4 },
  ])
  expect(withValueAt(data, 'a.3.b', 'x')).toEqual({ a: [...data.a.slice(0, 3), { b: 'x' }] })
  expect(withValueAt(data, 'a.7.b', 'x')).toEqual(data)
  expect(listPlaces({ a: [] }, 'a')).toEqual([{ path: 'a', value: [] }])
  expect(listPlaces({ a: 'sealed' }, 'a.b')).toEqual([])
  expect(listPlaces({}, 'constructor.name')).toEqual([])
})
