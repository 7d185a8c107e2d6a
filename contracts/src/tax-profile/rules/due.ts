import { nominalToMinor } from '../../kernel/money.ts'
import type { TaxTerms } from '../../policy/terms.ts'
import type { TaxDocument, TaxDocumentForm, TaxFigures } from '../document.ts'
import type { DraftBox } from '../preview.ts'
import { isFederalDue, isStateDue, type Totals } from './thresholds.ts'

const readBox = (boxes: readonly DraftBox[], name: string): number =>
  boxes.find(({ box }) => box === name)?.value ?? 0

/** What the limits of a 1099-K are compared with. */
export const readTotals = (boxes: readonly DraftBox[]): Totals => ({
  grossMinor: readBox(boxes, '1a'),
  payments: readBox(boxes, '3'),
})

/** Whether the form of a year has to be issued; `state`: in the address of the signed form. */
export const isDocumentDue = (
  form: TaxDocumentForm,
  { boxes, quarters }: Omit<TaxFigures, 'homes'>,
  terms: TaxTerms,
  state: string | null,
): boolean => {
  switch (form) {
    case '1099-K':
      return isFederalDue(terms, readTotals(boxes)) || isStateDue(terms, state, readTotals(boxes))
    case '1099-MISC':
    case '1099-NEC':
      return boxes.length > 0 && readBox(boxes, '1') >= nominalToMinor(terms.rents1099Misc, 'USD')
    case 'DAC7':
      return quarters.some(({ grossMinor, stays }) => grossMinor !== 0 || stays > 0)
  }
}

/** The document of a form and year that is in force: the last one; undefined before any was issued. */
export const findCurrentDocument = (
  documents: readonly TaxDocument[],
  form: TaxDocumentForm,
  year: number,
): TaxDocument | undefined => documents.findLast((one) => one.form === form && one.year === year)
