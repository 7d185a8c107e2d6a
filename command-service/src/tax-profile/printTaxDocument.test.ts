import { EXAMPLE_OPERATOR } from '@hearth/contracts/kernel/taxOperator'
import type { Dac7Home } from '@hearth/contracts/tax-profile'
import { expect, test } from 'vitest'
import { PERSON } from '../tax-filing/testing/returns.ts'
import { printTaxDocument, type IssuedDocument } from './printTaxDocument.ts'

const quarterOf = (listingId: string | null, quarter: number): Dac7Home => ({
  listingId,
  currency: 'EUR',
  quarter,
  grossMinor: 112_000,
  feesMinor: 17_360,
  taxesMinor: quarter === 3 ? 900 : 0,
  nights: 7,
  stays: 2,
})
const documentOf = (more: Partial<IssuedDocument> = {}): IssuedDocument => ({
  form: 'DAC7',
  year: 2025,
  boxes: [],
  quarters: [{ currency: 'EUR', quarter: 3, grossMinor: 224_000, feesMinor: 34_720, nights: 14, stays: 4 }],
  homes: [quarterOf('flat', 2), quarterOf('flat', 3), quarterOf(null, 3)],
  places: new Map([['flat', { place: 'Rua das Flores 9, 1200-195 Lisboa, PT' }]]),
  ledgerRevision: 4,
  vaultRef: 'vault',
  payee: {
    person: PERSON,
    tins: [{ country: 'PT', type: 'foreign', last4: '4321', numberHash: '' }],
    vaultRef: 'vault',
  },
  issuedAt: '2026-01-20T10:00:00.000Z',
  isCorrection: false,
  ...more,
})
const count = (pdf: Buffer, mark: string): number => pdf.toString('latin1').split(mark).length - 1

test('a DAC7 report has a table for the year and one for each home', async () => {
  const pdf = await printTaxDocument(documentOf(), EXAMPLE_OPERATOR)
  expect(count(pdf, '/S /Table')).toBe(3)
  expect(count(pdf, '/S /H3')).toBe(2)
})

test('a US form has its boxes in one table', async () => {
  const boxes = [{ box: '1a', kind: 'amount' as const, value: 5_600_000 }]
  const pdf = await printTaxDocument(documentOf({ form: '1099-K', boxes, homes: [] }), EXAMPLE_OPERATOR)
  expect(count(pdf, '/S /Table')).toBe(1)
})

test('equal content and one operator give one file', async () => {
  const first = await printTaxDocument(documentOf(), EXAMPLE_OPERATOR)
  expect(first.equals(await printTaxDocument(documentOf(), EXAMPLE_OPERATOR))).toBe(true)
  const other = await printTaxDocument(documentOf(), { ...EXAMPLE_OPERATOR, euNumber: 'IE0099999' })
  expect(first.equals(other)).toBe(false)
})
