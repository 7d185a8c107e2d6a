import type { Instant } from '@hearth/contracts/kernel/dates'
import { parseTaxFilingId, type TaxFile } from '@hearth/contracts/tax-filing'
import type { TaxReturn } from './readReturn.ts'
import { writeDac7Xml } from './writeDac7Xml.ts'
import { writeIrisCsv } from './writeIrisCsv.ts'

/** `isFirst`: no earlier file of the filing has reported Hearth itself. */
type Head = Pick<TaxFile, 'kind' | 'operator'> &
  Readonly<{ taxFilingId: string; madeAt: Instant; isFirst: boolean }>

/** A file with whole tax numbers. The same documents give the same bytes. */
export const writeTaxFile = (
  { taxFilingId, kind, operator, madeAt, isFirst }: Head,
  returns: readonly TaxReturn[],
): string => {
  const { form, year } = parseTaxFilingId(taxFilingId)
  return form === 'DAC7'
    ? writeDac7Xml({ year, kind, operator, madeAt, isOperatorKnown: !isFirst }, returns)
    : writeIrisCsv(form, year, operator, returns)
}
