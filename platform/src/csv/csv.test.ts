import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCell, csvLines } from './csv.ts'

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

test('reads back what it wrote, except the apostrophe before a possible formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
      const [row] = parse(csvLines([cells]))
      expect(row?.map((cell, index) => (cell === `'${cells[index]}` ? cells[index] : cell))).toEqual(cells)
    }),
  )
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '  =1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '\u00a0=1',
  '\n=1',
])('does not let %j run as a formula', (text) => {
  expect(csvLines([[text]])).toBe(`"'${text}"\r\n`)
})

test('leaves our own numbers as numbers', () => {
  expect(csvLines([[{ number: '-12.50' }, '']])).toBe('"-12.50",""\r\n')
  expect(readCell({ hostPayoutMinor: -94640, currency: 'USD' }, 'hostPayoutMinor')).toEqual({
    number: '-946.40',
  })
  expect(readCell({ nights: 3, currency: 'USD' }, 'nights')).toEqual({ number: '3' })
  expect(readCell({ note: null }, 'note')).toBe('')
})
