import { formatAmount, formatBps } from '../../kernel/money.ts'
import type { BookingMoney, BookingSnapshot, CancellationOutcome } from '../money.ts'
import type { CancellationScenario } from '../quote.ts'
import { hostFee } from './hostFee.ts'

type Line = CancellationScenario['lines'][number]

/** `30 days`, `48 hours`: whole days from three days on, as the policies are written. */
const notice = (hours: number) => (hours >= 72 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`)

const nouns = (money: BookingMoney) =>
  [
    'nights',
    ...(money.cleaningMinor > 0 ? ['cleaning'] : []),
    ...(money.petMinor > 0 ? ['pet fee'] : []),
  ].join(' and ')

const feeWords = (snapshot: BookingSnapshot, outcome: CancellationOutcome): string => {
  const { tiers } = snapshot.hostCancellation.terms
  const index = tiers.findIndex((tier) => outcome.hoursBefore > tier.moreThanHours)
  const tier = tiers[index]
  if (tier === undefined) return 'Fee, at or after check-in'
  const upper = tiers[index - 1]
  const upTo = upper === undefined ? '' : `up to ${notice(upper.moreThanHours)} before`
  if (tier.moreThanHours === 0) return `Fee, ${upTo || 'before check-in'}`
  return upTo === ''
    ? `Fee, more than ${notice(tier.moreThanHours)} before`
    : `Fee, more than ${notice(tier.moreThanHours)} and ${upTo}`
}

const feeLine = (money: BookingMoney, snapshot: BookingSnapshot, outcome: CancellationOutcome): Line => {
  const amount = (minor: number) => formatAmount(minor, money.currency)
  const fee = hostFee(snapshot, money.hostSubtotalMinor, money.currency, outcome.cancelAt)
  const nights = snapshot.nightInstants.length
  const part = fee.ofNights === nights ? '' : ` × ${fee.ofNights} of ${nights} nights`
  const share = `${formatBps(fee.bps)} × ${amount(money.hostSubtotalMinor)} ${nouns(money)}${part}`
  return {
    text: feeWords(snapshot, outcome),
    formula: fee.minimumMinor === null ? share : `${share}, at least ${amount(fee.minimumMinor)}`,
    amountMinor: -outcome.hostFeeMinor,
  }
}

const payoutFormula = (
  money: BookingMoney,
  snapshot: BookingSnapshot,
  parts: Pick<BookingMoney, 'platformFeeMinor' | 'cleaningRetainedMinor' | 'hostTaxPassThroughMinor'>,
  keepsMinor: number,
) => {
  const amount = (minor: number) => formatAmount(minor, money.currency)
  const cleaning = parts.cleaningRetainedMinor > 0 ? ` − cleaning ${amount(parts.cleaningRetainedMinor)}` : ''
  const taxes = parts.hostTaxPassThroughMinor > 0 ? ` + taxes ${amount(parts.hostTaxPassThroughMinor)}` : ''
  const fee = `${formatBps(snapshot.fee.bps)} fee ${amount(parts.platformFeeMinor)}`
  return `${amount(keepsMinor)} − ${fee}${cleaning}${taxes}`
}

/** How the host's difference comes about, line by line; the amounts add up to it. */
export const formulaLines = (
  money: BookingMoney,
  snapshot: BookingSnapshot,
  outcome: CancellationOutcome,
): Line[] => [
  ...(outcome.hostFeeMinor > 0 ? [feeLine(money, snapshot, outcome)] : []),
  {
    text: 'You won’t earn',
    formula: payoutFormula(money, snapshot, money, money.hostSubtotalMinor),
    amountMinor: -money.hostPayoutMinor,
  },
  ...(outcome.hostPayoutMinor === 0
    ? []
    : [
        {
          text: 'You keep',
          formula: payoutFormula(money, snapshot, outcome, outcome.hostKeepsMinor),
          amountMinor: outcome.hostPayoutMinor,
        },
      ]),
]
