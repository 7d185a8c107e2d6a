import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCell } from './cells.ts'
import { csvLines } from './csv.ts'

/** RFC 4180, written apart from the writer. */
const parse = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length;) {
    expect(text[at]).toBe('"')
    let cell = ''
    for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += text[at] === '"' ? 2 : 1) cell += text[at]
    row.push(cell)
    at += 1
    if (text[at] === ',') at += 1
    else {
      expect(text.slice(at, at + 2)).toBe('\r\n')
      rows.push(row)
      row = []
      at += 2
    }
  }
  return rows
}

/**
 * The cells that a spreadsheet with this separator finds: a quoted part counts only where a cell begins, and
 * what follows it up to the next separator is added as it is.
 */
const parseAsSpreadsheet = (text: string, separator: string): string[] => {
  const cells: string[] = []
  for (let at = 0; at < text.length;) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at += 1) {
        if (text[at] === '"') at += 1
        cell += text[at]
      }
      at += 1
    }
    for (; at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? ''); at += 1)
      cell += text[at]
    cells.push(cell)
    at += 1
  }
  return cells
}

const SEPARATORS = [',', ';', '\t', '|']
const FORMULA = /^[\s\u00a0\ufeff"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/

test('reads back what it wrote, except the apostrophe before a possible formula', () => {
  const withoutGuards = (text: string) => text.replaceAll(/(^|[;,|\t\r\n])'/g, '$1')
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
      const [row] = parse(csvLines([cells]))
      expect(row?.map(withoutGuards)).toEqual(cells.map(withoutGuards))
    }),
  )
})

test.each([
  ['=1+1', `'=1+1`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\tx', `'\tx`],
  ['\rx', `'\rx`],
  ['  =1', `'  =1`],
  ['＝1', `'＝1`],
  ['＋1', `'＋1`],
  ['－1', `'－1`],
  ['＠x', `'＠x`],
  ['\u00a0=1', `'\u00a0=1`],
  ['\n=1', `'\n'=1`],
  ['\t=1', `'\t'=1`],
  [`Ana;=1+cmd|'/C calc'!A0;x`, `Ana;'=1+cmd|'/C calc'!A0;x`],
  ['Ana\t=1', `Ana\t'=1`],
  ['Ana, -5', `Ana,' -5`],
  ['Ana\n@x', `Ana\n'@x`],
])('does not let %j run as a formula', (text, written) => {
  expect(csvLines([[text]])).toBe(`"${written}"\r\n`)
})

test.each(['a - b', 'a+b=c', 'x; y', '1,5', 'ana@vale.example', '2026-07-16'])('leaves %j alone', (text) =>
  expect(csvLines([[text]])).toBe(`"${text}"\r\n`),
)

test.each(SEPARATORS)('leaves no formula to a spreadsheet that separates cells by %j', (separator) => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(...SEPARATORS, '=', '+', '-', '@', '＝', '"', "'", ' ', '\n', '\r', '\u00a0'),
        fc.constantFrom('a', '1', 'Ana', '=1+1', ';=', '";=', '\t@'),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1 }), (rows) => {
      const found = parseAsSpreadsheet(csvLines(rows), separator).filter((cell) => FORMULA.test(cell))
      expect(found).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('leaves our own numbers as numbers', () => {
  expect(csvLines([[{ number: '-12.50' }, '']])).toBe('"-12.50",""\r\n')
  expect(readCell({ hostPayoutMinor: -94640, currency: 'USD' }, 'hostPayoutMinor')).toEqual({
    number: '-946.40',
  })
  expect(readCell({ nights: 3, currency: 'USD' }, 'nights')).toEqual({ number: '3' })
  expect(readCell({ note: null }, 'note')).toBe('')
})
