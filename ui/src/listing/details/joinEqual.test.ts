import { expect, it } from 'vitest'
import type { HistoryEntry } from '@hearth/contracts/event'
import { joinEqual } from './joinEqual.ts'

const entry = (id: string, text: string, at = '2026-07-06T10:00:00.000Z') =>
  ({ id, text, at, who: { kind: 'you', name: 'Ana' } }) as HistoryEntry

it('joins equal entries in a row, and only those of the same minute', () => {
  const entries = [
    entry('e', 'Published.'),
    entry('d', 'A photo was added.'),
    entry('c', 'A photo was added.'),
    entry('b', 'A photo was added.', '2026-07-05T10:00:00.000Z'),
    entry('a', 'Started.'),
  ]
  expect(joinEqual(entries, (text, count) => `${text} ${count}`).map(({ id, text }) => [id, text])).toEqual([
    ['e', 'Published.'],
    ['d', 'A photo was added. 2'],
    ['b', 'A photo was added.'],
    ['a', 'Started.'],
  ])
})
