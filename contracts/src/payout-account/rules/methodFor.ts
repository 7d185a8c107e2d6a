import type { Instant } from '../../kernel/dates.ts'
import type { Currency } from '../../kernel/money.ts'
import { isVerified, type PayoutAccount, type PayoutHold, type PayoutMethod } from '../account.ts'
import { WHAT_TO_DO, type MethodObstacle } from '../holds.ts'

/** The method that is paid, or why none is; `until` is when waiting alone solves it. */
export type MethodChoice =
  | Readonly<{ kind: 'method'; method: PayoutMethod }>
  | Readonly<{
      kind: 'hold'
      reason: MethodObstacle
      until: Instant | null
      whatToDo: string
      fixRoute: string
    }>

const obstacle = (reason: MethodObstacle, until: Instant | null = null): MethodChoice => {
  const { text: whatToDo, fixRoute } = WHAT_TO_DO[reason]
  return { kind: 'hold', reason, until, whatToDo, fixRoute }
}

/** Newest first: the listing's own choices back to the last "as by default", then the currency's. */
const choicesFor = (
  { defaults, routing }: PayoutAccount,
  currency: Currency,
  listingId: string | null,
): readonly string[] => {
  const own = listingId === null ? [] : (routing[listingId] ?? []).toReversed()
  const byDefault = own.indexOf(null)
  return [
    ...(byDefault === -1 ? own : own.slice(0, byDefault)),
    ...(defaults[currency] ?? []).toReversed(),
  ].filter((id) => id !== null)
}

/**
 * Where money of a listing goes at that instant (`listingId` null: money of no listing). A change of default
 * or routing counts from the new method's `usableFrom`; until then the method before it is paid, and without
 * one the payout waits (docs/domain/payout-account.md#which-account-is-paid). Holds on the account are
 * `holdsAt`.
 */
export const methodFor = (
  account: PayoutAccount,
  currency: Currency,
  listingId: string | null,
  now: Instant,
): MethodChoice => {
  let coolsUntil: Instant | undefined
  const wait = (reason: MethodObstacle) =>
    coolsUntil === undefined ? obstacle(reason) : obstacle('cooling_period', coolsUntil)
  for (const methodId of choicesFor(account, currency, listingId)) {
    const method = account.methods[methodId]
    if (method === undefined || method.currency !== currency) continue
    // What its owner chose is broken: to pay another account instead is not ours to decide.
    if (method.failure !== null) return wait('method_error')
    if (!isVerified(method)) return wait('method_unverified')
    if (now >= method.usableFrom) return { kind: 'method', method }
    coolsUntil ??= method.usableFrom
  }
  return wait('method_unverified')
}

/** The holds that stop every payout of the account at that instant, oldest first. */
export const holdsAt = ({ holds }: PayoutAccount, now: Instant): readonly PayoutHold[] =>
  Object.values(holds)
    .filter(({ methodId, until }) => methodId === null && (until === null || now < until))
    .toSorted((a, b) => (a.placedAt < b.placedAt ? -1 : 1))
