import { expect, test } from 'vitest'
import type { Checkpoint } from '../segments/checkpoint.ts'
import type { Status } from '../builds/schema.ts'
import { findApart } from './groupRunners.ts'

const held = (build: number, status: Status, serves: boolean, commit: bigint | undefined) => {
  const checkpoint: Checkpoint = commit === undefined ? 'start' : { commit, prepare: commit }
  const names = { projection: 'booking', build }
  return {
    lease: { ...names, segment: 0, segments: 1, range: { first: 0, last: 1_023 }, epoch: 1n, checkpoint },
    build: {
      ...names,
      version: 1,
      shape: 'x',
      table: `booking_b${build}`,
      status,
      reason: serves ? ('first' as const) : ('request' as const),
      serves,
    },
  }
}
const apartOf = (all: Parameters<typeof findApart>[0], hasJoined = false) =>
  all.filter(findApart(all, () => hasJoined)).map(({ build }) => build.build)

test('first builds read the log together while there is nothing else to disturb', () => {
  expect(apartOf([held(1, 'building', true, undefined)])).toEqual([])
})

test('a build that is on its way reads apart from the serving one, until it has caught up here', () => {
  const all = [held(1, 'serving', true, 90n), held(2, 'building', false, 10n)]
  expect(apartOf(all)).toEqual([2])
  expect(apartOf(all, true)).toEqual([])
})

test('a build beside a serving one reads apart also when this process holds no other segment', () => {
  expect(apartOf([held(2, 'building', false, undefined)])).toEqual([2])
})

test('a former build reads apart only while it is behind what serves', () => {
  expect(apartOf([held(1, 'serving', true, 90n), held(2, 'standby', false, 10n)])).toEqual([2])
  expect(apartOf([held(1, 'serving', true, 90n), held(2, 'standby', false, 90n)])).toEqual([])
})
