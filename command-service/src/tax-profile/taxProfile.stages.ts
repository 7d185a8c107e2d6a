import type { TaxProfileCommand } from '@hearth/contracts/tax-profile'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Stages } from '../runtime/pipeline.ts'
import { keepInVault } from '../vault/keepInVault.ts'
import { lastFour, type Vault } from '../vault/vault.ts'
import { listNumbers, vaultRefFor, type NumberedCommand } from './numbersIn.ts'
import { writeNumbers } from './numbersInVault.ts'

export type TaxProfileStagePorts = Readonly<{ vault: Pick<Vault, 'keep' | 'remove'> }>

/** Tax numbers are in the vault only; events name their entry. */
export const createTaxProfileStages =
  ({ vault }: TaxProfileStagePorts) =>
  (handler: CommandHandler): Stages<TaxProfileCommand> => {
    const keepNumbers = <T extends NumberedCommand>(type: T['type']) =>
      keepInVault<T['data']>(handler, vault, ({ commandId, data }, tenantId) => {
        const numbers = listNumbers({ type, data } as NumberedCommand)
        return {
          id: vaultRefFor(tenantId, commandId),
          kind: 'tax_number',
          content: writeNumbers(numbers),
          last4: lastFour(numbers[0]?.number ?? ''),
        }
      })

    return {
      around: {
        SubmitTaxForm: keepNumbers('SubmitTaxForm'),
        ImportTaxForm: keepNumbers('ImportTaxForm'),
        SubmitDac7: keepNumbers('SubmitDac7'),
        SetVatId: keepNumbers('SetVatId'),
      },
    }
  }
