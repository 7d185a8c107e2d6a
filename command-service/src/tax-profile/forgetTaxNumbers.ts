import { createLoop } from '@hearth/platform/retry/createLoop'
import type { Log } from '@hearth/platform/telemetry/log'
import type { TaxProfile } from '@hearth/contracts/tax-profile'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { RetryableError } from '../runtime/outcome.ts'
import type { Vault } from '../vault/vault.ts'
import type { Worker } from '../workers/relay.ts'
import { taxProfileFold } from './taxProfile.state.ts'

export type ForgetTaxNumbersParts = Readonly<{
  handler: Pick<CommandHandler, 'view'>
  vault: Pick<Vault, 'removeUnnamed' | 'listUnnamedAccounts'>
}>

const EVERY_MS = 60_000

/** The entries of the vault that a profile names. */
const listVaultRefs = ({ form, dac7, vat }: TaxProfile): readonly string[] =>
  [form, dac7, vat].flatMap((part) => (part === null ? [] : [part.vaultRef]))

/**
 * Deletes the tax numbers of an account that its profile doesn't name: of forms that were replaced, of a VAT
 * number that was removed, and of commands that never ended. Answers how many may be about to be named.
 */
const forgetNumbers = async (
  { handler, vault }: ForgetTaxNumbersParts,
  hostAccountId: string,
): Promise<number> => {
  const { state } = await handler.view(taxProfileFold, hostAccountId, 0)
  return vault.removeUnnamed(hostAccountId, 'tax_number', listVaultRefs(state))
}

/** The job for when a number is no longer named. */
export const createTaxNumberForgetter =
  (parts: ForgetTaxNumbersParts): Worker =>
  async ({ hostAccountId = '' }) => {
    const young = await forgetNumbers(parts, hostAccountId)
    if (young > 0) throw new RetryableError(`${young} numbers may be about to be named`)
  }

/** Compares the numbers of each account with its profile some minutes after one was stored. */
export const createTaxNumberSweep =
  (parts: ForgetTaxNumbersParts): (() => Promise<void>) =>
  async () => {
    for (const hostAccountId of await parts.vault.listUnnamedAccounts('tax_number'))
      await forgetNumbers(parts, hostAccountId)
  }

export const openTaxNumberSweep = ({ log, ...parts }: ForgetTaxNumbersParts & Readonly<{ log: Log }>) => {
  const loop = createLoop({ pauseMs: EVERY_MS, name: 'tax numbers', log })
  return { start: () => loop.start(createTaxNumberSweep(parts)), stop: loop.stop }
}
