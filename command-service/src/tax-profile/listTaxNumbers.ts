import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { ListNumbers } from '../vault/numberSweep.ts'
import { taxProfileFold } from './taxProfile.state.ts'

/** The numbers of the form, of DAC7, of VAT, and those that issued documents report. */
export const createTaxNumberList =
  (handler: Pick<CommandHandler, 'view'>): ListNumbers =>
  async (hostAccountId) => {
    const { form, dac7, vat, documents } = (await handler.view(taxProfileFold, hostAccountId, 0)).state
    const parts = [form, dac7, vat, ...documents]
    return { named: parts.flatMap((part) => (part === null ? [] : [part.vaultRef])), underWay: [] }
  }
