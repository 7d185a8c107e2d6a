import { expect, test } from 'vitest'
import { byUrgency } from './byUrgency.ts'

const NOW = Date.parse('2026-07-16T12:00:00.000Z')
const item = (id: string, since: string, dueAt: string | null = null) => ({
  id,
  since: `2026-07-${since}:00:00.000Z`,
  dueAt: dueAt === null ? null : `2026-07-${dueAt}:00:00.000Z`,
})

test('puts what is late or due within a day first, then the oldest', () => {
  const items = [
    item('old', '01T09'),
    item('due next week', '10T09', '23T09'),
    item('today', '16T08', '16T20'),
    item('new', '15T09'),
    item('late', '16T02', '16T11'),
  ]
  expect(items.toSorted(byUrgency(NOW)).map(({ id }) => id)).toEqual([
    'late',
    'today',
    'old',
    'due next week',
    'new',
  ])
})
