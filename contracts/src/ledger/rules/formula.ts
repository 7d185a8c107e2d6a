import { applyBps, formatAmount, formatBps, multiplyRatio, sum, type Currency } from '../../kernel/money.ts'
import type { Component } from '../entry.ts'

/**
 * How a component came about, with its numbers filled in: `1,120.00 × 15.5% = 173.60`. The sign is the
 * component's.
 */
export const formatFormula = ({ amountMinor, basis }: Component, currency: Currency): string => {
  const amount = (minor: number) => formatAmount(minor, currency)
  const result = amount(Math.abs(amountMinor))
  switch (basis.rule) {
    case 'stated':
      return result
    case 'nights': {
      const runs = basis.runs.map((run) => `${run.nights} × ${amount(run.amountMinor)}`)
      return `${runs.join(' + ')} = ${result}`
    }
    case 'kept':
      return `${amount(basis.wholeMinor)} − ${amount(basis.refundedMinor)} refunded = ${result}`
    case 'share':
    case 'share_returned':
      return `${amount(basis.baseMinor)} × ${formatBps(basis.bps)} = ${result}`
    case 'share_part': {
      const share = amount(applyBps(basis.baseMinor, basis.bps))
      const part = `${amount(basis.weights[basis.part] ?? 0)} of ${amount(sum(basis.weights))} bear ${result}`
      return `${amount(basis.baseMinor)} × ${formatBps(basis.bps)} = ${share}, of which ${part}`
    }
    case 'host_fee': {
      const nights = basis.ofNights === basis.nights ? '' : ` × ${basis.ofNights} of ${basis.nights} nights`
      const share = amount(multiplyRatio(basis.baseMinor, basis.bps * basis.ofNights, 10_000 * basis.nights))
      const minimum = basis.minimumMinor === null ? '' : `, at least ${amount(basis.minimumMinor)}`
      return `${amount(basis.baseMinor)} × ${formatBps(basis.bps)}${nights} = ${share}${minimum}`
    }
    case 'at_most': {
      const before = basis.takenMinor === 0 ? '' : `, ${amount(basis.takenMinor)} of it taken before`
      const limit = `at most the ${amount(basis.limitMinor)} that you have of the stay`
      return `${amount(basis.claimedMinor)} charged back, ${limit}${before}`
    }
    case 'reversed':
      return `the opposite of ${amount(basis.amountMinor)}`
  }
}

/** Amounts and what they come to: `1,000.00 + 120.00 − 173.60 = 946.40`. */
export const sumLine = (amounts: readonly number[], totalMinor: number, currency: Currency): string => {
  const parts = amounts.map((minor, index) =>
    index === 0
      ? formatAmount(minor, currency)
      : `${minor < 0 ? '−' : '+'} ${formatAmount(Math.abs(minor), currency)}`,
  )
  const added = parts.length === 0 ? formatAmount(0, currency) : parts.join(' ')
  return `${added} = ${formatAmount(totalMinor, currency)}`
}
