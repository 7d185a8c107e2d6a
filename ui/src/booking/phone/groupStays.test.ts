import { expect, it } from 'vitest'
import { groupStays } from './groupStays.ts'

it('puts those in the house first, and the others below their day of arrival', () => {
  const stay = (id: string, status: 'in_stay' | 'confirmed', checkIn: string) => ({ id, status, checkIn })
  const groups = groupStays([
    stay('a', 'in_stay', '2026-11-23'),
    stay('b', 'confirmed', '2026-11-26'),
    stay('c', 'in_stay', '2026-11-25'),
    stay('d', 'confirmed', '2026-11-26'),
    stay('e', 'confirmed', '2026-11-29'),
  ])
  expect(groups.map(({ day, stays }) => [day, stays.map(({ id }) => id).join('')])).toEqual([
    [null, 'ac'],
    ['2026-11-26', 'bd'],
    ['2026-11-29', 'e'],
  ])
  expect(groupStays([])).toEqual([])
})
