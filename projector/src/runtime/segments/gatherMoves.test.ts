import { expect, test } from 'vitest'
import { gatherCalls } from './gatherCalls.ts'
import { gatherMoves, type Move } from './moveSegments.ts'

const move = (segment: number): Move => ({
  lease: {
    projection: 'stay',
    build: 1,
    segment,
    segments: 4,
    range: { first: 0, last: 255 },
    epoch: 1n,
    checkpoint: 'start',
  },
  previous: 'start',
  next: { commit: 7n, prepare: 7n },
})
const segmentsOf = (moves: readonly Move[]) => moves.map(({ lease }) => lease.segment)

test('runs concurrent calls together, with an answer for each and one failure for all', async () => {
  const asked: (readonly number[])[] = []
  const twice = gatherCalls(async (numbers: readonly number[]) => {
    asked.push(numbers)
    if (numbers.includes(0)) throw new Error('no nought')
    return numbers.map((number) => 2 * number)
  })
  expect(await Promise.all([1, 2, 3].map(twice))).toEqual([2, 4, 6])
  expect(await twice(4)).toBe(8)
  expect((await Promise.allSettled([5, 0].map(twice))).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  expect(asked).toEqual([[1, 2, 3], [4], [5, 0]])
})

test('waits for a locked segment alone and moves the others before', async () => {
  const done: (readonly number[])[] = []
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const moveTogether = gatherMoves(
    async ({ lease: { segment } }) => {
      if (segment === 2) await released
      done.push([segment])
      return { segment }
    },
    async (moves) => {
      done.push(segmentsOf(moves))
      return moves.map(({ lease: { segment } }) => (segment === 2 ? undefined : { segment }))
    },
  )
  const held = moveTogether(move(2))
  expect(await Promise.all([moveTogether(move(1)), moveTogether(move(3))])).toEqual([
    { segment: 1 },
    { segment: 3 },
  ])
  expect(done).toEqual([[2, 1, 3]])
  release()
  expect(await held).toEqual({ segment: 2 })
})

test('reports what the fence refuses, after at most one more attempt', async () => {
  const asked: string[] = []
  const moveTogether = gatherMoves(
    async () => void asked.push('alone'),
    async (moves) => {
      asked.push('together')
      return moves.map(() => undefined)
    },
  )
  expect(await moveTogether(move(1))).toBeUndefined()
  expect(await Promise.all([moveTogether(move(1)), moveTogether(move(2))])).toEqual([undefined, undefined])
  expect(asked).toEqual(['alone', 'together', 'alone', 'alone'])
})
