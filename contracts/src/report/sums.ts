import type { Currency } from '../kernel/money.ts'
import type { ReportSum } from './report.ts'

/** One row's part of the sums; `amountMinor` in minor units of `currency`. */
export type Summand = Readonly<{ quantity: number; currency: Currency | null; amountMinor: number }>

export const emptySum: ReportSum = { rows: 0, quantity: 0, amounts: [] }

const addAmount = (
  amounts: ReportSum['amounts'],
  currency: Currency,
  amountMinor: number,
): ReportSum['amounts'] => {
  const known = amounts.find((amount) => amount.currency === currency)
  return known === undefined
    ? [...amounts, { currency, amountMinor }].toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
    : amounts.map((amount) =>
        amount === known ? { currency, amountMinor: known.amountMinor + amountMinor } : amount,
      )
}

export const addRow = (
  { rows, quantity, amounts }: ReportSum,
  { quantity: more, currency, amountMinor }: Summand,
): ReportSum => ({
  rows: rows + 1,
  quantity: quantity + more,
  amounts: currency === null ? amounts : addAmount(amounts, currency, amountMinor),
})

export const sumRows = (rows: readonly Summand[]): ReportSum => rows.reduce(addRow, emptySum)

/** Both together; `sign` −1 takes the second one off. */
export const addSums = (a: ReportSum, b: ReportSum, sign: 1 | -1 = 1): ReportSum => ({
  rows: a.rows + sign * b.rows,
  quantity: a.quantity + sign * b.quantity,
  amounts: b.amounts.reduce(
    (amounts, { currency, amountMinor }) => addAmount(amounts, currency, sign * amountMinor),
    a.amounts,
  ),
})
