import { expect, test } from 'vitest'
import { listClashes } from './waiting.ts'

const claims = [
  { claimId: 'a', kind: 'booking' as const, state: 'committed' as const },
  { claimId: 'b', kind: 'safety_hold' as const, state: 'committed' as const },
]

test('nights in a row are one clash, others are not', () => {
  const night = (listingId: string, date: string) => ({ listingId, date, claims })
  const found = listClashes([
    night('l2', '2026-09-03'),
    night('l1', '2026-09-04'),
    night('l1', '2026-09-03'),
    night('l1', '2026-09-07'),
  ])
  expect(
    found.map(({ listingId, start, end, bookingId, text }) => [listingId, start, end, bookingId, text]),
  ).toEqual([
    ['l1', '2026-09-03', '2026-09-05', 'a', '2 entries on Thu 3 – Sat 5 Sep 2026.'],
    ['l1', '2026-09-07', '2026-09-08', 'a', '2 entries on Mon 7 – Tue 8 Sep 2026.'],
    ['l2', '2026-09-03', '2026-09-04', 'a', '2 entries on Thu 3 – Fri 4 Sep 2026.'],
  ])
})
