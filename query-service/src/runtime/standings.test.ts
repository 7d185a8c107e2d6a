import { expect, test } from 'vitest'
import type { Checkpoint } from './checkpoints.ts'
import { createStandings } from './standings.ts'

const at = (segment: number, commit: string | null, change: Partial<Checkpoint> = {}): Checkpoint => ({
  name: 'booking',
  switches: 1,
  complete: true,
  segment,
  commit,
  ...change,
})
const standings = async (...rows: readonly Checkpoint[]) => {
  const known = createStandings(
    async () => true,
    () => undefined,
  )
  await known.takeAll(rows)
  return known
}

test('a projection stands where its slowest segment stands', async () => {
  expect((await standings(at(0, '7'), at(1, null))).least('booking')).toBeUndefined()
  const known = await standings(at(0, '7'), at(1, '5'))
  expect(known.least('booking')).toBe(5n)
  known.advance('booking', 1, 9n)
  expect(known.least('booking')).toBe(7n)
})

test('an older checkpoint does not move a position back', async () => {
  const known = await standings(at(0, '7'))
  known.advance('booking', 0, 9n)
  await known.takeAll([at(0, '8')])
  expect(known.least('booking')).toBe(9n)
})

test('a build that takes over stands at least where readers were', async () => {
  const known = await standings(at(0, '7'))
  await known.takeAll([at(0, '6', { switches: 2 })])
  expect(known.least('booking')).toBe(7n)
})

test('an earlier build counts only when it is seen twice', async () => {
  const known = await standings(at(0, '7', { switches: 3 }))
  await known.takeAll([at(0, '2')])
  expect(known.least('booking')).toBe(7n)
  await known.takeAll([at(0, '2')])
  expect(known.least('booking')).toBe(2n)
})

test('a projection without a serving build, or with an incomplete one, is not readable', async () => {
  const known = await standings(at(0, '7'), at(0, '7', { name: 'claim', complete: false }))
  expect([known.isReadable('booking'), known.isReadable('claim')]).toEqual([true, false])
  await known.takeAll([])
  expect(known.isReadable('booking')).toBe(false)
})
