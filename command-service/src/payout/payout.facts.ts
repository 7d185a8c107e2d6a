import type { Instant } from '@hearth/contracts/kernel/dates'
import { holdsAt, methodFor, type PayoutAccount } from '@hearth/contracts/payout-account'
import type { MethodSnapshot, PayoutCommand } from '@hearth/contracts/payout'
import { ledgerFold } from '../ledger/ledger.state.ts'
import { payoutAccountFold } from '../payout-account/payoutAccount.state.ts'
import type { Load } from '../runtime/decider.ts'
import { payoutFold } from './payout.state.ts'
import type { PlannedPayout } from './payout.state.ts'

/** Where the money of a payout would go now, or why it can't be sent. */
export type Destination =
  | Readonly<{ kind: 'method'; method: MethodSnapshot }>
  | Readonly<{ kind: 'elsewhere' }>
  | Readonly<{ kind: 'hold'; reason: string; whatToDo: string }>

export type PayoutFacts = Readonly<{
  /** Null for commands that send nothing. */
  destination: Destination | null
  /** Whether money has reached the bank account before. */
  provenMethod: boolean
  /** Whether the host's ledger has assigned the payout's amount to it. */
  entriesAssigned: boolean
}>

/**
 * All listings of the payout must be paid to its bank account; if one is not, the payout is planned again.
 */
export const findDestination = (
  account: PayoutAccount,
  { currency, methodId, listingIds }: Pick<PlannedPayout, 'currency' | 'methodId' | 'listingIds'>,
  now: Instant,
): Destination => {
  const [stop] = holdsAt(account, now)
  if (stop !== undefined) return { kind: 'hold', reason: stop.reason, whatToDo: stop.whatToDo }
  const choices = listingIds.map((listingId) => methodFor(account, currency, listingId, now))
  const waiting = choices.find((choice) => choice.kind === 'hold')
  if (waiting !== undefined) return { kind: 'hold', reason: waiting.reason, whatToDo: waiting.whatToDo }
  const [first] = choices
  if (
    first?.kind !== 'method' ||
    choices.some((choice) => choice.kind === 'method' && choice.method.methodId !== methodId)
  )
    return { kind: 'elsewhere' }
  const { type, last4, vaultRef } = first.method
  return { kind: 'method', method: { methodId, type, currency, last4, vaultRef } }
}

const NOTHING: PayoutFacts = { destination: null, provenMethod: false, entriesAssigned: false }

export type PayoutFactPorts = Readonly<{
  /** Whether a payout has reached the bank account before, according to the read models. */
  isProvenMethod: (hostAccountId: string, methodId: string) => Promise<boolean>
}>

export const createPayoutFactLoader =
  ({ isProvenMethod }: PayoutFactPorts): Load<PayoutCommand, PayoutFacts> =>
  async ({ type, data }, { id, tenantId, now }, readState) => {
    if (type === 'SchedulePayout')
      return { ...NOTHING, provenMethod: await isProvenMethod(tenantId, data.methodId) }
    const state = type === 'SubmitPayout' ? await readState(payoutFold, id) : undefined
    if (state === undefined || state.status === 'none') return NOTHING
    const [account, { assigned }] = await Promise.all([
      readState(payoutAccountFold, state.hostAccountId, { fresh: true }),
      readState(ledgerFold, state.hostAccountId, { fresh: true }),
    ])
    return {
      ...NOTHING,
      destination: findDestination(account, state, now),
      entriesAssigned:
        assigned[id]?.amountMinor === state.amountMinor && assigned[id]?.currency === state.currency,
    }
  }
