import { createLoop } from '@hearth/platform/retry/createLoop'
import type { Log } from '@hearth/platform/telemetry/log'
import { RetryableError } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'
import type { Vault, VaultKind } from './vault.ts'

const EVERY_MS = 60_000

/**
 * Deletes the numbers of an account that its events don't name. Answers how many stay that may still leave: an
 * event may be about to name them, or a payout is under way to them.
 */
export type ForgetNumbers = (hostAccountId: string) => Promise<number>
export type NumberForgetters = Readonly<Record<Exclude<VaultKind, 'review_key'>, ForgetNumbers>>

const createNumberSweep =
  (vault: Pick<Vault, 'listUnnamedAccounts'>, { bank_account, tax_number }: NumberForgetters) =>
  async (): Promise<void> => {
    for (const accountId of await vault.listUnnamedAccounts('bank_account')) await bank_account(accountId)
    for (const accountId of await vault.listUnnamedAccounts('tax_number')) await tax_number(accountId)
  }

/** The job for when numbers are no longer named: it repeats until all of them have left the vault. */
export const createNumberWorker =
  (forget: ForgetNumbers): Worker =>
  async ({ hostAccountId = '' }) => {
    const staying = await forget(hostAccountId)
    if (staying > 0) throw new RetryableError(`${staying} numbers are still paid or may be about to be named`)
  }

/** Compares the numbers of each account with its events some minutes after one was stored. */
export const openNumberSweep = (vault: Vault, forgetters: NumberForgetters, log: Log) => {
  const loop = createLoop({ pauseMs: EVERY_MS, name: 'numbers', log })
  const sweep = createNumberSweep(vault, forgetters)
  return { sweep, start: () => loop.start(sweep), stop: loop.stop }
}
