import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSheetRows } from '../testing/sheets.ts'
import { readCell, type Cell, type ColumnKind } from './cells.ts'
import { writeXlsx } from './xlsx.ts'

const collect = async (
  columns: readonly (readonly [title: string, kind: ColumnKind])[],
  pages: readonly (readonly (readonly Cell[])[])[],
  timezone = 'UTC',
) => {
  const readPages = async function* () {
    yield* pages
  }
  const sheet = {
    name: 'bookings',
    columns: columns.map(([title, kind]) => ({ title, kind })),
    pages: readPages(),
    timezone,
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of writeXlsx(sheet)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const readRows = async (...given: Parameters<typeof collect>) => readSheetRows(await collect(...given))

const TRICKS = [
  '=1+1',
  `=HYPERLINK("http://evil.example","x")`,
  `+cmd|'/C calc'!A0`,
  '-1',
  '@SUM(A1)',
  '\t=1',
  '＝1',
  '<f>1+1</f>',
  ']]><f>1</f>',
  '_x003D_1',
  '00123',
  '1e5',
  '2026-07-16',
  'TRUE',
  '#REF!',
  ' padded ',
  'two\nlines',
  'Zürich 😀',
]

describe('text', () => {
  test.each(TRICKS)('%j stays text', async (text) => {
    expect(await readRows([['Guest', 'text']], [[[text]]])).toEqual([['Guest'], [text]])
  })

  test('of any kind comes back as it was', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 5 }),
        async (texts) => {
          const rows = await readRows(
            texts.map(() => ['Text', 'text']),
            [[texts]],
          )
          expect(rows[1]).toEqual(texts)
        },
      ),
      { numRuns: 50 },
    ))
})

describe('numbers', () => {
  test.each([
    [-94_640, 'USD', -946.4],
    [1_200, 'JPY', 1_200],
    [1_234, 'KWD', 1.234],
    [1, 'EUR', 0.01],
    [99_999_999_999_999, 'EUR', 999_999_999_999.99],
    [0, 'EUR', 0],
  ])('%i minor units of %s are the number %d', async (amountMinor, currency, number) => {
    const cell = readCell({ amountMinor, currency }, 'amountMinor')
    expect((await readRows([['Amount', 'amount']], [[[cell]]]))[1]).toEqual([number])
  })

  test('counts are numbers, and nothing is an empty cell', async () =>
    expect(
      await readRows(
        [
          ['Nights', 'number'],
          ['Paid', 'instant'],
          ['Guest', 'text'],
        ],
        [[[{ number: '3' }, '', 'Ana']]],
      ),
    ).toEqual([
      ['Nights', 'Paid (UTC)', 'Guest'],
      [3, null, 'Ana'],
    ]))
})

describe('dates', () => {
  test.each(['1999-12-31', '2024-02-29', '2026-07-16'])('%s is that day', async (day) =>
    expect((await readRows([['Check-in', 'date']], [[[day]]]))[1]).toEqual([new Date(`${day}T00:00:00Z`)]),
  )

  test.each([
    ['2026-07-16T13:00:00.000Z', 'UTC', '2026-07-16T13:00:00Z'],
    ['2026-07-16T13:00:00.000Z', 'Europe/Lisbon', '2026-07-16T14:00:00Z'],
    ['2026-01-16T13:00:05.000Z', 'Europe/Lisbon', '2026-01-16T13:00:05Z'],
    ['2026-07-16T23:30:00.000Z', 'Asia/Kolkata', '2026-07-17T05:00:00Z'],
    ['2026-01-01T01:00:00.000Z', 'America/New_York', '2025-12-31T20:00:00Z'],
    ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '2026-03-29T03:00:00Z'],
  ])('the instant %s in %s is %s by its clock', async (instant, timezone, clock) =>
    expect(await readRows([['Paid', 'instant']], [[[instant]]], timezone)).toEqual([
      [`Paid (${timezone})`],
      [new Date(clock)],
    ]),
  )
})

test('holds the rows of all pages in their order', async () => {
  const pages = [0, 500, 1_000].map((first) =>
    Array.from({ length: 500 }, (_, index) => [{ number: String(first + index) }]),
  )
  const rows = await readRows([['Number', 'number']], pages)
  expect(rows.slice(1).map(([number]) => number)).toEqual(Array.from({ length: 1_500 }, (_, index) => index))
})
