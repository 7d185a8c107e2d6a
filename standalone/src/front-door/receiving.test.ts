import { expect, test } from 'vitest'
import { keepNewest } from './receiving.ts'

test('one member too many ends the oldest that is left', () => {
  const { add, remove } = keepNewest(2)
  const ended: string[] = []
  const createMember = (name: string) => {
    const end = () => {
      ended.push(name)
      remove(end)
    }
    return end
  }
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(createMember)
  if (!a || !b || !c || !d) throw new Error('four members')
  add(a)
  add(b)
  remove(a)
  add(c)
  expect(ended).toEqual([])
  add(d)
  expect(ended).toEqual(['b'])
})
