import type { PayoutAccountCommand } from '@hearth/contracts/payout-account'
import type { Payee } from '../payout/provider.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Stages } from '../runtime/pipeline.ts'
import { keepInVault } from '../vault/keepInVault.ts'
import { lastFour, type Vault } from '../vault/vault.ts'
import { locateBankAccount } from './bankAccount.ts'
import { vaultRefFor } from './methodRules.ts'

export type PayoutAccountStagePorts = Readonly<{ vault: Pick<Vault, 'keep' | 'remove'> }>

/** Bank accounts are in the vault only; events name their entry. */
export const createPayoutAccountStages =
  ({ vault }: PayoutAccountStagePorts) =>
  (handler: CommandHandler): Stages<PayoutAccountCommand> => {
    const keepNumber = keepInVault<Payee>(handler, vault, ({ commandId, data }, tenantId) => {
      const { bank, holderName } = data
      return {
        id: vaultRefFor(tenantId, commandId),
        kind: 'bank_account',
        content: JSON.stringify({ holderName, bank } satisfies Payee),
        last4: lastFour(locateBankAccount(bank).number),
      }
    })

    return { around: { AddPayoutMethod: keepNumber, ImportPayoutMethod: keepNumber } }
  }
