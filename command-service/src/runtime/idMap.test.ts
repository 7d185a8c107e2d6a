import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyIdMap, getId, listValues, withId, withoutId, type IdMap } from './idMap.ts'

const ids = fc.oneof(fc.uuid(), fc.constantFrom('', 'x', '__proto__', 'constructor', 'aaaaa', 'baaaaa'))
const changes = fc.array(fc.record({ id: ids, value: fc.option(fc.nat(), { nil: undefined }) }), {
  maxLength: 60,
})

test('behaves like an ordinary map and leaves the original unchanged', () => {
  fc.assert(
    fc.property(changes, ids, (all, other) => {
      const expected = new Map<string, number>()
      let map: IdMap<number> = emptyIdMap
      for (const { id, value } of all) {
        const [before, known] = [map, getId(map, id)]
        map = value === undefined ? withoutId(map, id) : withId(map, id, value)
        if (value === undefined) expected.delete(id)
        else expected.set(id, value)
        expect(getId(before, id)).toBe(known)
      }
      for (const { id } of all) expect(getId(map, id)).toBe(expected.get(id))
      expect(getId(map, other)).toBe(expected.get(other))
      expect([...listValues(map)].toSorted()).toEqual([...expected.values()].toSorted())
    }),
  )
})

test('adds one to twenty thousand quickly', { timeout: 30_000 }, () => {
  let map: IdMap<number> = emptyIdMap
  for (let count = 0; count < 20_000; count += 1)
    map = withId(map, `018f3c5e-7b1a-7c3d-9e2f-${count.toString(16).padStart(12, '0')}`, count)
  expect(listValues(map)).toHaveLength(20_000)
})
