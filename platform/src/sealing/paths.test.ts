import { expect, test } from 'vitest'
import { valueAt, withValueAt } from './paths.ts'

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
