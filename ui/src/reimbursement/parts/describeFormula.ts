import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import type { ItemFormula } from '@hearth/contracts/reimbursement'
import type { Text } from '../../i18n/text.ts'
import type { FormulaPart } from '../../components/display/Formula.tsx'

type Of<Rule extends ItemFormula['rule']> = Extract<ItemFormula, { rule: Rule }>
type Write = (minor: number) => string

/** Of every part the money of the claim, written alike. */
const percent = (numerator: number, denominator: number) => `${Math.round((numerator * 100) / denominator)}%`

/** What the price of a new one is multiplied with, and why. */
const describeFactor = (formula: Of<'depreciated'>, t: Text): FormulaPart[] => {
  const { ageMonths, usefulLifeMonths, numerator, denominator } = formula
  if (usefulLifeMonths === null) return []
  const share = { sign: '×', value: percent(numerator, denominator) }
  if (ageMonths === null) return [{ ...share, label: t('reimbursement.formula.unknown') }]
  return denominator === usefulLifeMonths
    ? [
        {
          sign: '×',
          value: `1 − ${ageMonths} ÷ ${usefulLifeMonths}`,
          label: t('reimbursement.formula.age'),
        },
      ]
    : [{ ...share, label: t('reimbursement.formula.floor') }]
}

const describeSource = (formula: ItemFormula, write: Write, t: Text): readonly FormulaPart[] => {
  switch (formula.rule) {
    case 'depreciated':
      return [
        { value: write(formula.costMinor), label: t('reimbursement.formula.new') },
        ...describeFactor(formula, t),
      ]
    case 'repair':
      return [
        { value: write(formula.quoteMinor), label: t('reimbursement.formula.repair') },
        { sign: '<', value: write(formula.costMinor), label: t('reimbursement.formula.new') },
      ]
    case 'cleaning':
      return [
        { value: write(formula.invoiceMinor), label: t('reimbursement.formula.invoice') },
        { sign: '−', value: write(formula.feeMinor), label: t('reimbursement.formula.fee') },
      ]
    case 'lost_income':
      return [
        {
          value: write(formula.lostMinor),
          label: t('reimbursement.formula.lost', { smart_count: formula.nights }),
        },
        ...(formula.countedNights < formula.nights
          ? [
              {
                sign: '×',
                value: `${formula.countedNights} ÷ ${formula.nights}`,
                label: t('reimbursement.formula.nights'),
              },
            ]
          : []),
      ]
  }
}

/**
 * A formula of the contract with its numbers in it. `amountMinor` is what comes of it, called `label`: less than
 * the formula gives where the host claimed less.
 */
export const describeFormula = (
  formula: ItemFormula,
  { amountMinor, label, currency }: Readonly<{ amountMinor: number; label: string; currency: Currency }>,
  t: Text,
): readonly FormulaPart[] => {
  const write: Write = (minor) => formatAmount(minor, currency)
  const sign = formula.rule === 'repair' ? '→' : '='
  const { resultMinor } = formula
  const source = describeSource(formula, write, t)
  // An amount that nothing is taken off is no formula.
  if (source.length === 1 && source[0]?.value === write(amountMinor))
    return [{ value: write(amountMinor), label }]
  return [
    ...source,
    ...(resultMinor === amountMinor
      ? [{ sign, value: write(amountMinor), label }]
      : [
          { sign, value: write(resultMinor), label: t('reimbursement.formula.result') },
          { sign: '→', value: write(amountMinor), label },
        ]),
  ]
}
