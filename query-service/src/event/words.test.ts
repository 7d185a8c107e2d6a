import { expect, test } from 'vitest'
import { codeWords, countWords, dateWords, rangeWords } from './words.ts'

test('writes dates, ranges and counts as people do', () => {
  expect(dateWords('2026-08-13')).toBe('Thu 13 Aug 2026')
  expect(rangeWords('2026-08-13', '2026-08-18')).toBe('Thu 13 – Tue 18 Aug 2026')
  expect(rangeWords('2026-07-30', '2026-08-02')).toBe('Thu 30 Jul – Sun 2 Aug 2026')
  expect(rangeWords('2026-12-30', '2027-01-02')).toBe('Wed 30 Dec 2026 – Sat 2 Jan 2027')
  expect([
    countWords(1, 'night'),
    countWords(2, 'night'),
    countWords(2, 'entry', 'entries'),
    codeWords('super_strict_30'),
  ]).toEqual(['1 night', '2 nights', '2 entries', 'super strict 30'])
})
