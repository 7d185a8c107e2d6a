import { createLoop } from '@hearth/platform/retry/createLoop'
import type { Log } from '@hearth/platform/telemetry/log'
import { RetryableError } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'
import type { Vault, VaultKind } from './vault.ts'

const EVERY_MS = 60_000

/** Entries of the vault that an account needs: its events name them, or a payout is `underWay` to them. */
export type ListNumbers = (
  hostAccountId: string,
) => Promise<Readonly<{ named: readonly string[]; underWay: readonly string[] }>>
/** Deletes the numbers that the account doesn't need. Answers how many stay that may still leave. */
export type ForgetNumbers = (hostAccountId: string) => Promise<number>
export type NumberForgetters = Readonly<Record<Exclude<VaultKind, 'review_key'>, ForgetNumbers>>

/** Numbers leave the vault when they are replaced or removed, and when their command never ended. */
export const createNumberForgetter =
  (vault: Pick<Vault, 'removeUnnamed'>, kind: keyof NumberForgetters, list: ListNumbers): ForgetNumbers =>
  async (hostAccountId) => {
    const { named, underWay } = await list(hostAccountId)
    const young = await vault.removeUnnamed(hostAccountId, kind, [...named, ...underWay])
    return young + underWay.filter((ref) => !named.includes(ref)).length
  }

/** The job for when numbers are no longer named: it repeats until all of them have left the vault. */
export const createNumberWorker =
  (forget: ForgetNumbers): Worker =>
  async ({ hostAccountId = '' }) => {
    const staying = await forget(hostAccountId)
    if (staying > 0) throw new RetryableError(`${staying} numbers are still paid or may be about to be named`)
  }

/** Compares the numbers of each account with its events some minutes after one was stored. */
export const openNumberSweep = (
  vault: Pick<Vault, 'listUnnamedAccounts'>,
  { bank_account, tax_number }: NumberForgetters,
  log: Log,
) => {
  const loop = createLoop({ pauseMs: EVERY_MS, name: 'numbers', log })
  const sweep = async (): Promise<void> => {
    for (const accountId of await vault.listUnnamedAccounts('bank_account')) await bank_account(accountId)
    for (const accountId of await vault.listUnnamedAccounts('tax_number')) await tax_number(accountId)
  }
  return { sweep, start: () => loop.start(sweep), stop: loop.stop }
}
