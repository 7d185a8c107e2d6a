import type { TaxProfile } from '@hearth/contracts/tax-profile'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { ForgetNumbers } from '../vault/numberSweep.ts'
import type { Vault } from '../vault/vault.ts'
import { taxProfileFold } from './taxProfile.state.ts'

/** The entries of the vault that a profile names. */
const listVaultRefs = ({ form, dac7, vat, documents }: TaxProfile): readonly string[] =>
  [form, dac7, vat, ...documents].flatMap((part) => (part === null ? [] : [part.vaultRef]))

/** Deletes the numbers of forms that were replaced, of a VAT number that was removed, and of commands that never ended. */
export const createTaxNumberForgetter =
  ({
    handler,
    vault,
  }: Readonly<{
    handler: Pick<CommandHandler, 'view'>
    vault: Pick<Vault, 'removeUnnamed'>
  }>): ForgetNumbers =>
  async (hostAccountId) => {
    const { state } = await handler.view(taxProfileFold, hostAccountId, 0)
    return vault.removeUnnamed(hostAccountId, 'tax_number', listVaultRefs(state))
  }
