import { formatDecimal, type Currency } from '@hearth/contracts/kernel/money'
import { addSums, emptySum, type ReportDifference, type ReportSum } from '@hearth/contracts/report'

type Cell = string | number
type Words = Readonly<{
  /** Of the records that didn’t change, and of those beyond the listed ones. */
  equal: string
  others: string
  total: string
  /** What an event means; null of none. */
  because: (type: string) => string
}>
type Line = Readonly<{ label: string; before: ReportSum; after: ReportSum; because?: string; at?: string }>

const listCurrencies = ({ before, after }: ReportDifference): readonly Currency[] =>
  [...new Set([...before.amounts, ...after.amounts].map(({ currency }) => currency))].toSorted()

/** The title of each column: what the report counts, then each currency; each then, now and by how much. */
export const listDifferenceColumns = (
  difference: ReportDifference,
  { record, counted, before, after, change, because, at }: Readonly<Record<string, string>>,
): readonly string[] => {
  const sides = [before, after, change]
  const ofEach = [counted, ...listCurrencies(difference)]
  return [
    record ?? '',
    ...ofEach.flatMap((what) => sides.map((side) => `${what}, ${side}`)),
    because ?? '',
    at ?? '',
  ]
}

/**
 * The difference as rows of a table: each record that changed, the others together, and the total. The lines come
 * to the total however many records are listed.
 */
export const listDifferenceRows = (
  difference: ReportDifference,
  { equal, others, total, because }: Words,
): readonly (readonly Cell[])[] => {
  const { before, after, changes, changed } = difference
  const currencies = listCurrencies(difference)
  const sumOf = (side: 'before' | 'after') =>
    changes.reduce((sum, change) => addSums(sum, change[side]), addSums(emptySum, difference.equal))
  const lines: readonly Line[] = [
    ...changes.map(({ label, before: was, after: is, because: cause }) => ({
      label,
      before: was,
      after: is,
      ...(cause !== null && { because: because(cause.type), at: cause.at }),
    })),
    ...(changes.length < changed
      ? [
          {
            label: others,
            before: addSums(before, sumOf('before'), -1),
            after: addSums(after, sumOf('after'), -1),
          },
        ]
      : []),
    { label: equal, before: difference.equal, after: difference.equal },
    { label: total, before, after },
  ]
  const amountOf = ({ amounts }: ReportSum, currency: Currency): number =>
    Number(formatDecimal(amounts.find((amount) => amount.currency === currency)?.amountMinor ?? 0, currency))
  return lines.map((line) => {
    const change = addSums(line.after, line.before, -1)
    const sums = [line.before, line.after, change]
    return [
      line.label,
      ...sums.map(({ quantity }) => quantity),
      ...currencies.flatMap((currency) => sums.map((sum) => amountOf(sum, currency))),
      line.because ?? '',
      line.at ?? '',
    ]
  })
}
