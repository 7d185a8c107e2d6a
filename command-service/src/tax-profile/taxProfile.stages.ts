import type { TaxProfileCommand } from '@hearth/contracts/tax-profile'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { refuse, TRANSIENT_CODES } from '../runtime/outcome.ts'
import type { Around, Stages } from '../runtime/pipeline.ts'
import { lastFour, type Vault } from '../vault/vault.ts'
import { listNumbers, vaultRefFor, type NumberedCommand } from './numbersIn.ts'
import { writeNumbers } from './numbersInVault.ts'

export type TaxProfileStagePorts = Readonly<{ vault: Pick<Vault, 'keep' | 'remove'> }>

/** Numbers are stored in the vault before the event that names them, and removed if the command is refused. */
export const createTaxProfileStages =
  ({ vault }: TaxProfileStagePorts) =>
  (handler: CommandHandler): Stages<TaxProfileCommand> => {
    const keepNumbers =
      <T extends NumberedCommand>(type: T['type']): Around<T['data']> =>
      async (envelope, next) => {
        const target = await handler.locate(envelope)
        if (target.kind === 'rejected') return target
        const { tenantId } = target
        const numbers = listNumbers({ type, data: envelope.data } as NumberedCommand)
        const id = vaultRefFor(tenantId, envelope.commandId)
        const kept = await vault.keep({
          id,
          tenantId,
          subjectId: tenantId,
          kind: 'tax_number',
          content: writeNumbers(numbers),
          last4: lastFour(numbers[0]?.number ?? ''),
        })
        if (kept === 'other')
          return refuse(
            'IDEMPOTENCY_KEY_REUSED',
            'A different command was sent with this Idempotency-Key. Use a new one.',
          )
        const outcome = await next(envelope)
        // An entry that existed before this attempt may be named by the event of an earlier one.
        if (
          outcome.kind === 'rejected' &&
          kept === 'kept' &&
          !TRANSIENT_CODES.includes(outcome.code) &&
          outcome.code !== 'INTERNAL'
        )
          await vault.remove(tenantId, id)
        return outcome
      }

    return {
      around: {
        SubmitTaxForm: keepNumbers('SubmitTaxForm'),
        ImportTaxForm: keepNumbers('ImportTaxForm'),
        SubmitDac7: keepNumbers('SubmitDac7'),
        SetVatId: keepNumbers('SetVatId'),
      },
    }
  }
