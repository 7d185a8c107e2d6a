import { zBankAccount } from '@hearth/contracts/payout-account'
import type { Vault } from '../vault/vault.ts'
import { z } from 'zod'
import type { Payee } from '../payout/provider.ts'

const zPayee: z.ZodType<Payee> = z.strictObject({ holderName: z.string(), bank: zBankAccount })

/**
 * Whom a method pays, out of the vault, also once the method is removed; undefined when it is another
 * account's or was erased.
 */
export const createPayeeReader =
  (vault: Pick<Vault, 'open'>) =>
  async (hostAccountId: string, vaultRef: string): Promise<Payee | undefined> => {
    const content = await vault.open(hostAccountId, vaultRef)
    return content === undefined ? undefined : zPayee.parse(JSON.parse(content))
  }
