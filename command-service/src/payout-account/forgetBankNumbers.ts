import { ledgerFold } from '../ledger/ledger.state.ts'
import { payoutFold } from '../payout/payout.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { ForgetNumbers } from '../vault/numberSweep.ts'
import type { Vault } from '../vault/vault.ts'
import { payoutAccountFold } from './payoutAccount.state.ts'

/**
 * Deletes the numbers of removed bank accounts, once no payout is under way to them, and of commands that never
 * ended.
 */
export const createBankNumberForgetter =
  ({
    handler,
    vault,
  }: Readonly<{
    handler: Pick<CommandHandler, 'view'>
    vault: Pick<Vault, 'removeUnnamed'>
  }>): ForgetNumbers =>
  async (hostAccountId) => {
    const named = Object.values((await handler.view(payoutAccountFold, hostAccountId, 0)).state.methods).map(
      ({ vaultRef }) => vaultRef,
    )
    const { assigned } = (await handler.view(ledgerFold, hostAccountId, 0)).state
    const flights = await Promise.all(
      Object.keys(assigned).map(async (payoutId) => (await handler.view(payoutFold, payoutId, 0)).state),
    )
    const underWay = flights.flatMap((state) =>
      state.status === 'none' || state.flight === null ? [] : [state.flight.method.vaultRef],
    )
    const young = await vault.removeUnnamed(hostAccountId, 'bank_account', [...named, ...underWay])
    return young + underWay.filter((ref) => !named.includes(ref)).length
  }
