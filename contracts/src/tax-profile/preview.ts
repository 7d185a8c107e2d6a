import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'

/** The most entries of a year from which a draft is made. */
export const MAX_TAX_ENTRIES = 20_000

const zYear = z
  .string()
  .regex(/^20\d\d$/, 'must be a year, YYYY')
  .transform(Number)
const zForm = z.enum(['1099-K', '1099-MISC', '1099-NEC'])

/** Amounts in minor units. */
export const zDraftBox = z.strictObject({
  box: z.string().regex(/^\d[a-l]?$/),
  kind: z.enum(['amount', 'count']),
  value: z.int(),
})
export type DraftBox = z.infer<typeof zDraftBox>
export const zDraftForm = z.strictObject({ form: zForm, boxes: z.array(zDraftBox) })
export type DraftForm = z.infer<typeof zDraftForm>

export const zDac7Quarter = z.strictObject({
  currency: zCurrency,
  quarter: z.int(),
  grossMinor: z.int(),
  feesMinor: z.int(),
  nights: z.int(),
  stays: z.int(),
})
export type Dac7Quarter = z.infer<typeof zDac7Quarter>

/**
 * The same of one home, as the report to the authority has it; `taxesMinor`: what Hearth withheld. The home is null
 * where the ledger names none.
 */
export const zDac7Home = zDac7Quarter.extend({ listingId: z.string().nullable(), taxesMinor: z.int() })
export type Dac7Home = z.infer<typeof zDac7Home>

/** A ledger entry behind a box. Minor units. */
export const zTaxLine = z.strictObject({
  id: z.string(),
  day: zLocalDate,
  bookingId: z.string().nullable(),
  listingId: z.string().nullable(),
  text: z.string(),
  amountMinor: z.int(),
})
export type TaxLine = z.infer<typeof zTaxLine>

export const zTaxPreviewQuery = z.strictObject({ year: zYear })
/** `GET /api/tax-profiles/{id}/preview`: what the forms of a year would say if it ended now. */
export const zTaxPreview = z.strictObject({
  year: z.int(),
  timezone: z.string(),
  asOf: zInstant,
  forms: z.array(zDraftForm),
  dac7: z.array(zDac7Quarter),
})
export type TaxPreview = z.infer<typeof zTaxPreview>

export const zTaxLinesQuery = z.strictObject({ year: zYear, form: zForm, box: z.string().max(4) })
/** `GET /api/tax-profiles/{id}/preview-lines`: the ledger entries behind a box, which add up to it. */
export const zTaxLines = z.strictObject({ lines: z.array(zTaxLine), totalMinor: z.int() })
export type TaxLines = z.infer<typeof zTaxLines>
