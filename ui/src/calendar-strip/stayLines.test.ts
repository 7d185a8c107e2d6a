import { expect, it } from 'vitest'
import { assignLines } from './stayLines.ts'

it('puts stays that share nights on lines of their own, and a turnover on one', () => {
  const lines = assignLines([
    { id: 'mine', start: '2026-12-04', end: '2026-12-11' },
    { id: 'clash', start: '2026-12-06', end: '2026-12-08' },
    { id: 'before', start: '2026-12-01', end: '2026-12-04' },
    { id: 'after', start: '2026-12-11', end: '2026-12-13' },
  ])
  expect(Object.fromEntries(lines)).toEqual({ before: 0, mine: 0, clash: 1, after: 0 })
})
