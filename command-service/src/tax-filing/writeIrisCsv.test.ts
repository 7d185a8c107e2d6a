import { EXAMPLE_OPERATOR } from '@hearth/contracts/kernel/taxOperator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IRIS_COLUMNS } from './irisColumns.ts'
import { documentOf, PERSON, returnOf } from './testing/returns.ts'
import { formatAccountNumber, toIrisText, writeIrisCsv } from './writeIrisCsv.ts'
import type { TaxReturn } from './readReturn.ts'

const MONTHS = [...'abcdefghijkl'].map((letter) => `5${letter}`)
const yearOf = (name: string, months: readonly number[]): TaxReturn => {
  const gross = months.reduce((sum, value) => sum + value, 0)
  const amount = (box: string, value: number) => ({ box, kind: 'amount' as const, value })
  const boxes = [
    amount('1a', gross),
    amount('1b', gross),
    { box: '3', kind: 'count' as const, value: 210 },
    amount('4', 0),
    ...MONTHS.map((box, index) => amount(box, months[index] ?? 0)),
  ]
  return returnOf(name, { document: documentOf(name, { boxes }) })
}

/** Cells have no quotes in them. */
const parse = (csv: string): readonly Readonly<Record<string, string>>[] => {
  const [head = [], ...rows] = csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'))
  return rows.map((row) => {
    expect(row).toHaveLength(head.length)
    return Object.fromEntries(head.map((title, index) => [title, row[index] ?? '']))
  })
}
const write = (returns: readonly TaxReturn[]) =>
  parse(writeIrisCsv('1099-K', 2025, EXAMPLE_OPERATOR, returns))

test('a person is named in ASCII, with the number, an address in lines and every box', () => {
  const [row] = write([yearOf('a', [120_050, ...Array.from({ length: 11 }, () => 0)])])
  expect(row).toMatchObject({
    'Form Type': '1099-K',
    'Tax Year': '2025',
    'Payer Taxpayer ID Number': '123456789',
    'Recipient TIN Type': 'SSN',
    'Recipient Taxpayer ID Number': '536904399',
    'Recipient Name Type': 'I',
    'Recipient First Name': 'Zoe Maria',
    'Recipient Last Name (Surname)': 'Nunez',
    'Recipient Address Line 1': 'Calle de Alcala 1 3o izquierda',
    'Recipient Address Line 2': 'portal del patio interior',
    'Recipient ZIP/Postal Code': '125340001',
    'Box 1a - Gross amount of payment card/third party network transactions': '1200.50',
    'Box 3 - Number of payment transactions': '210',
    'Box 5a - January': '1200.50',
    'Box 5b - February': '0.00',
  })
})

test('a company has its name in one line, or in two', () => {
  const person = { ...PERSON, legalName: `${'Vale Stays '.repeat(9)}LLC` }
  const company = { ...yearOf('a', []), entity: 'company' as const, person }
  const [row] = write([company])
  expect(row?.['Recipient Business or Entity Name Line 1']?.length).toBeLessThanOrEqual(75)
  expect(
    `${row?.['Recipient Business or Entity Name Line 1']} ${row?.['Recipient Business or Entity Name Line 2']}`,
  ).toBe(person.legalName)
  expect(row?.['Recipient Last Name (Surname)']).toBe('')
})

test('a correction has the account number of the return that it corrects', () => {
  const first = yearOf('a', [])
  const correction = { ...yearOf('b', []), first: first.document.id, corrects: first.document.id }
  const [one, other] = write([first, correction])
  expect(other?.['Form Account Number']).toBe(one?.['Form Account Number'])
  expect(one?.['Form Account Number']).toBe(formatAccountNumber(first.document.id))
  expect(one?.['Form Account Number']).toHaveLength(20)
})

test('text never begins like a formula', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(toIrisText(text)).toMatch(/^([A-Za-z0-9][ -~]*)?$/)
    }),
    { numRuns: 200 },
  )
})

test('referral rewards are in the first box of a 1099-NEC', () => {
  const boxes = [{ box: '1', kind: 'amount' as const, value: 250_000 }]
  const rewards = returnOf('a', { document: documentOf('a', { form: '1099-NEC', boxes }) })
  const [row] = parse(writeIrisCsv('1099-NEC', 2025, EXAMPLE_OPERATOR, [rewards]))
  expect(row).toMatchObject({ 'Form Type': '1099-NEC', 'Box 1 - Nonemployee Compensation': '2500.00' })
})

test('a box without a column is an error, not a gap', () => {
  const document = documentOf('a', { boxes: [{ box: '9', kind: 'amount', value: 1 }] })
  expect(() => write([returnOf('a', { document })])).toThrow('box 9')
})

test('no column has the name of another', () => {
  for (const columns of Object.values(IRIS_COLUMNS)) expect(new Set(columns).size).toBe(columns.length)
})

test('every column adds up to the same box of the documents, and months to the year', () => {
  const years = fc.array(fc.array(fc.integer({ min: 0, max: 9_000_000 }), { minLength: 12, maxLength: 12 }), {
    minLength: 1,
    maxLength: 8,
  })
  const minor = (cell: string | undefined) => Number((cell ?? '').replace('.', ''))
  fc.assert(
    fc.property(years, (all) => {
      const returns = all.map((months, index) => yearOf(`${index}`, months))
      const rows = write(returns)
      for (const [index, { document }] of returns.entries())
        for (const { box, value } of document.boxes) {
          const column = IRIS_COLUMNS['1099-K'].find((title) => title.startsWith(`Box ${box} -`)) ?? ''
          expect(minor(rows[index]?.[column])).toBe(value)
        }
      const total = (start: string) =>
        rows
          .flatMap((row) => Object.entries(row))
          .filter(([title]) => title.startsWith(start))
          .reduce((sum, [, cell]) => sum + minor(cell), 0)
      expect(total('Box 5')).toBe(total('Box 1a'))
      expect(total('Box 1a')).toBe(all.flat().reduce((sum, value) => sum + value, 0))
    }),
    { numRuns: 50 },
  )
})
