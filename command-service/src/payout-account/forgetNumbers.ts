import type { Vault } from '../vault/vault.ts'
import { ledgerFold } from '../ledger/ledger.state.ts'
import { payoutFold } from '../payout/payout.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { RetryableError } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'
import { payoutAccountFold } from './payoutAccount.state.ts'
import { depositsKeyFor } from './sendDeposits.ts'

export type ForgetNumbersOptions = Readonly<{
  handler: Pick<CommandHandler, 'view'>
  vault: Pick<Vault, 'removeUnnamed'>
  /** Deletes files on disk that name the bank account. */
  forgetFiles?: ((ids: readonly string[]) => Promise<void>) | undefined
}>

/** Deletes the numbers of removed bank accounts from the vault, once no payout is being sent to them. */
export const forgetNumbers =
  ({ handler, vault, forgetFiles }: ForgetNumbersOptions): Worker =>
  async ({ hostAccountId = '', methodId = '' }) => {
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
    const needed = underWay.filter((ref) => !named.includes(ref)).length
    await forgetFiles?.([depositsKeyFor(methodId)])
    if (young + needed > 0)
      throw new RetryableError(`${needed} numbers are still paid, ${young} may be about to be named`)
  }
