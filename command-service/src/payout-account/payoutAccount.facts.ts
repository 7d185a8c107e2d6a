import type { Currency } from '@hearth/contracts/kernel/money'
import type { PayoutAccountCommand } from '@hearth/contracts/payout-account'
import { accountFold } from '../account/account.state.ts'
import { ledgerFold } from '../ledger/ledger.state.ts'
import { listingFold } from '../listing/listing.state.ts'
import type { Load, ReadState } from '../runtime/decider.ts'
import type { DepositPairs } from './depositPairs.ts'
import type { ComputeDeposits } from './microDeposits.ts'

export type PayoutAccountFacts = Readonly<{
  /** Null while the account's legal entity is unknown. */
  legalName: string | null
  /** Currencies with an open balance or a payout in transit. */
  unsettled: readonly string[]
  /** The currency of the command's listing; null when the account has no listing with this id. */
  listingCurrency: Currency | null
  /** The deposits that were sent to the bank account that is being verified, in payable units. */
  deposits: readonly [number, number] | null
  /** Other methods of the account with the same bank account, which are verified with the same deposits. */
  sharing: readonly string[]
}>

const NOTHING: PayoutAccountFacts = {
  legalName: null,
  unsettled: [],
  listingCurrency: null,
  deposits: null,
  sharing: [],
}

const readUnsettled = async (id: string, readState: ReadState): Promise<readonly string[]> => {
  const { totals } = await readState(ledgerFold, id, { fresh: true })
  return Object.entries(totals).flatMap(([currency, { openMinor, inTransitMinor }]) =>
    openMinor === 0 && inTransitMinor === 0 ? [] : [currency],
  )
}

const readLegalName = async (id: string, readState: ReadState): Promise<string | null> => {
  const state = await readState(accountFold, id)
  const name = state.status === 'none' ? undefined : state.legal['legalName']
  return typeof name === 'string' ? name : null
}

export type PayoutAccountFactPorts = Readonly<{
  computeDeposits: ComputeDeposits
  readDepositPair: DepositPairs['read']
}>

export const createPayoutAccountFactLoader =
  ({
    computeDeposits,
    readDepositPair,
  }: PayoutAccountFactPorts): Load<PayoutAccountCommand, PayoutAccountFacts> =>
  async ({ type, data }, { id }, readState) => {
    switch (type) {
      case 'AddPayoutMethod':
        return {
          ...NOTHING,
          legalName: await readLegalName(id, readState),
          unsettled: await readUnsettled(id, readState),
        }
      case 'RemovePayoutMethod':
        return { ...NOTHING, unsettled: await readUnsettled(id, readState) }
      case 'VerifyPayoutMethod': {
        const { pairId, sharing } = await readDepositPair(id, data.methodId)
        return { ...NOTHING, deposits: computeDeposits(pairId), sharing }
      }
      case 'SetRouting': {
        const state = await readState(listingFold, data.listingId)
        return {
          ...NOTHING,
          listingCurrency: state.status !== 'none' && state.hostAccountId === id ? state.currency : null,
        }
      }
      default:
        return NOTHING
    }
  }
