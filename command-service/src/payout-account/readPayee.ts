import { zBankAccount } from '@hearth/contracts/payout-account'
import type { Vault } from '../vault/vault.ts'
import { z } from 'zod'
import type { Payee } from '../payout/provider.ts'

const zPayee: z.ZodType<Payee> = z.strictObject({ holderName: z.string(), bank: zBankAccount })

/**
 * The holder and bank account of a method, from the vault, also after the method was removed; undefined when
 * it belongs to another account or was erased.
 */
export const createPayeeReader =
  (vault: Pick<Vault, 'open'>) =>
  async (hostAccountId: string, vaultRef: string): Promise<Payee | undefined> => {
    const content = await vault.open(hostAccountId, vaultRef)
    return content === undefined ? undefined : zPayee.parse(JSON.parse(content))
  }
