import { EXAMPLE_OPERATOR } from '@hearth/contracts/kernel/taxOperator'
import type { TaxFilingEvent } from '@hearth/contracts/tax-filing'
import { test } from 'vitest'
import { ADMIN, given } from '../testing/given.ts'
import { taxFiling } from './taxFiling.decider.ts'
import type { TaxFilingFacts } from './taxFiling.facts.ts'

const file = {
  kind: 'new' as const,
  operator: EXAMPLE_OPERATOR,
  documents: [{ hostAccountId: 'a1', documentId: 'd1', corrects: null, homes: [] }],
  totals: [{ currency: 'USD' as const, grossMinor: 4_200_000 }],
  contentHash: 'c'.repeat(64),
}
const made: TaxFilingEvent = {
  type: 'TaxFileMade',
  data: { taxFilingId: '1099-K-2025', fileId: 'f1', ...file, leftOut: [], madeBy: ADMIN.id },
}
const leftOut = [{ hostAccountId: 'a2', documentId: 'd2', why: 'number_missing' as const }]
const make = { type: 'MakeTaxFile', data: {} } as const
const by = (facts: TaxFilingFacts) => ({ id: '1099-K-2025', actor: ADMIN, facts })

test('a file names its documents, what they come to, and what was left out', () => {
  given(taxFiling)
    .when(make, by({ file, leftOut }))
    .thenEvents({ type: 'TaxFileMade', data: { ...file, leftOut, madeBy: ADMIN.id } })
})

test('no file is made of nothing, or without the details of Hearth', () => {
  given(taxFiling)
    .when(make, by({ file: 'nothing', leftOut }))
    .thenRefused('PRECONDITION_FAILED')
  given(taxFiling)
    .when(make, by({ file: 'no_operator', leftOut: [] }))
    .thenRefused('PRECONDITION_FAILED')
})

test('a document is in one file, also when two are made at the same time', () => {
  given(taxFiling, made)
    .when(make, by({ file, leftOut: [] }))
    .thenRefused('CONCURRENT_CHANGE')
})
