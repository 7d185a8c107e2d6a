import { expect, it } from 'vitest'
import type { FoundBreach } from './payoutBreaches.ts'
import { confirm, suspect, type Suspicions } from './suspicions.ts'

const breach = (detail = 'off by 1'): FoundBreach => ({
  hostAccountId: 'a',
  invariant: 'I2',
  about: 'EUR',
  detail,
})

/** Checks that found these breaches, each with the positions of the last and the first read model. */
const confirmedAfter = (
  ...checks: readonly (readonly [found: readonly FoundBreach[], least: bigint, most: bigint])[]
) => {
  let suspicions: Suspicions = new Map()
  let confirmed: readonly FoundBreach[] = []
  for (const [found, least, most] of checks) {
    suspicions = suspect(suspicions, found, most)
    confirmed = confirm(suspicions, found, least)
  }
  return confirmed
}

it('confirms a breach at the second check, once every read model has seen what one had', () => {
  expect(confirmedAfter([[breach()], 5n, 5n])).toEqual([])
  expect(confirmedAfter([[breach()], 5n, 5n], [[breach()], 5n, 5n])).toEqual([breach()])
  expect(confirmedAfter([[breach()], 4n, 5n], [[breach()], 4n, 9n])).toEqual([])
  expect(confirmedAfter([[breach()], 4n, 5n], [[breach()], 5n, 9n])).toEqual([breach()])
})

it('starts again for a breach that went away or changed', () => {
  expect(confirmedAfter([[breach()], 5n, 5n], [[], 5n, 5n], [[breach()], 5n, 5n])).toEqual([])
  expect(confirmedAfter([[breach()], 5n, 5n], [[breach('off by 2')], 5n, 5n])).toEqual([])
})

it('confirms a breach after ten more checks although a read model lags', () => {
  const lagging = (count: number) =>
    confirmedAfter(...Array.from({ length: count }, () => [[breach()], 4n, 5n] as const))
  expect([lagging(10), lagging(11)]).toEqual([[], [breach()]])
})
