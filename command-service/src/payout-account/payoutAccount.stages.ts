import type { PayoutAccountCommand } from '@hearth/contracts/payout-account'
import type { Payee } from '../payout/provider.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { refuse, TRANSIENT_CODES } from '../runtime/outcome.ts'
import type { Around, Stages } from '../runtime/pipeline.ts'
import { lastFour, type Vault } from '../vault/vault.ts'
import { locateBankAccount } from './bankAccount.ts'
import { vaultRefFor } from './methodRules.ts'

export type PayoutAccountStagePorts = Readonly<{ vault: Pick<Vault, 'keep' | 'remove'> }>

/**
 * A bank account is stored in the vault before the event that names it, and removed if the command is
 * refused.
 */
export const createPayoutAccountStages =
  ({ vault }: PayoutAccountStagePorts) =>
  (handler: CommandHandler): Stages<PayoutAccountCommand> => {
    const keepNumber: Around<Payee> = async (envelope, next) => {
      const target = await handler.locate(envelope)
      if (target.kind === 'rejected') return target
      const { tenantId } = target
      const { bank, holderName } = envelope.data
      const id = vaultRefFor(tenantId, envelope.commandId)
      const kept = await vault.keep({
        id,
        tenantId,
        subjectId: tenantId,
        kind: 'bank_account',
        content: JSON.stringify({ holderName, bank } satisfies Payee),
        last4: lastFour(locateBankAccount(bank).number),
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

    return { around: { AddPayoutMethod: keepNumber, ImportPayoutMethod: keepNumber } }
  }
