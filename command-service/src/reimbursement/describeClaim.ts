import { ERASED } from '@hearth/contracts/kernel/erased'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { formatAmount, sum, type Currency } from '@hearth/contracts/kernel/money'
import type { DecisionVersion, Item } from '@hearth/contracts/reimbursement'
import type { KnownReimbursement } from './reimbursement.state.ts'

/** Twenty items of this length fit into one message. */
const MAX_DESCRIPTION = 120

const withCode = (amountMinor: number, currency: Currency) =>
  `${formatAmount(amountMinor, currency)} ${currency}`

const formatMoment = (at: Instant, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(Date.parse(at)) + ` (${timeZone})`

const shorten = (text: string): string =>
  text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION - 1)}…`

const listItems = (items: readonly Item[], currency: Currency, amountOf: (item: Item) => number): string =>
  items.map((item) => `• ${shorten(item.description)}: ${withCode(amountOf(item), currency)}`).join('\n')

/** Asks the guest for an answer until the instant at which the review begins without one. */
const askGuest = (claim: KnownReimbursement, guestBy: Instant, timeZone: string): string => {
  const { code, items, currency } = claim
  const total = withCode(sum(items.map(({ claimedMinor }) => claimedMinor)), currency)
  return [
    `Your host asks you to pay ${total} after your stay (claim ${code}):`,
    listItems(items, currency, ({ claimedMinor }) => claimedMinor),
    `Please answer by ${formatMoment(guestBy, timeZone)}. You can accept some or all of the items, or decline and say why.`,
    'If you accept all of them, you’re charged this amount. Otherwise Hearth reviews the claim, also if you don’t answer, and you’re charged only what it approves.',
  ].join('\n\n')
}

/** Says what the guest was charged, item by item. */
const explainCharge = (claim: KnownReimbursement, version: DecisionVersion): string | null => {
  const { code, items, currency, decisions } = claim
  const decision = decisions.find((one) => one.version === version)
  if (decision === undefined) return null
  const approvedOf = ({ itemId }: Item) => decision.approvedByItem[itemId] ?? 0
  const amount = withCode(decision.payableMinor, currency)
  return [
    version === 1
      ? `You were charged ${amount} for claim ${code} about your stay. Approved:`
      : `After an appeal, you were charged another ${amount} for claim ${code} about your stay. Approved in all:`,
    listItems(items, currency, approvedOf),
  ].join('\n\n')
}

/**
 * What the guest reads about a claim: the question (`charged` is null), or the charge that a decision led to
 * (docs/domain/reimbursement.md#what-the-guest-reads). Null where the guest is not asked or texts are erased.
 */
export const describeClaim = (
  claim: KnownReimbursement,
  charged: DecisionVersion | null,
  timeZone: string,
): string | null => {
  if (claim.items.some(({ description }) => description === ERASED)) return null
  if (charged !== null) return explainCharge(claim, charged)
  return claim.guestBy === null ? null : askGuest(claim, claim.guestBy, timeZone)
}
