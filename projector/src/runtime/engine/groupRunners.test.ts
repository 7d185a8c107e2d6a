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

test('reads the log together for first builds while no build serves', () => {
  expect(apartOf([held(1, 'building', true, undefined)])).toEqual([])
})

test('reads apart for an unfinished build until it has caught up in this process', () => {
  const all = [held(1, 'serving', true, 90n), held(2, 'building', false, 10n)]
  expect(apartOf(all)).toEqual([2])
  expect(apartOf(all, true)).toEqual([])
})

test('reads apart for a build beside a serving one even without another segment here', () => {
  expect(apartOf([held(2, 'building', false, undefined)])).toEqual([2])
})

test('reads apart for a former build only while it is behind the serving one', () => {
  expect(apartOf([held(1, 'serving', true, 90n), held(2, 'standby', false, 10n)])).toEqual([2])
  expect(apartOf([held(1, 'serving', true, 90n), held(2, 'standby', false, 90n)])).toEqual([])
})
