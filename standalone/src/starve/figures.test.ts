import { afterEach, expect, test, vi } from 'vitest'
import { computeP95, judgePhase } from './figures.ts'
import { KINDS, type Sample } from './people.ts'

afterEach(() => void vi.restoreAllMocks())

const createSamples = (ms: number, failure?: string): readonly Sample[] =>
  KINDS.map((kind) => ({ kind, ms, failure }))

test('the 95th percentile is a time that was measured', () => {
  expect(computeP95(Array.from({ length: 100 }, (_, index) => index + 1))).toBe(95)
  expect(computeP95([7])).toBe(7)
  expect(computeP95([])).toBeNaN()
})

test('a phase is judged by its failures and by its times against quiet', () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const quiet = createSamples(10)
  expect(judgePhase('attack', createSamples(30), quiet)).toEqual([])
  expect(judgePhase('attack', createSamples(31), quiet)).toHaveLength(KINDS.length)
  expect(judgePhase('attack', createSamples(10, '503'), quiet)).toHaveLength(KINDS.length)
  expect(judgePhase('attack', [], quiet)).toHaveLength(KINDS.length)
})
