import { zTin } from '@hearth/contracts/tax-profile'
import { z } from 'zod'
import type { Vault } from '../vault/vault.ts'
import type { TaxNumber } from './taxNumber.ts'

/** What one entry of the vault holds: the numbers of one submission. */
const zNumbers = z.array(zTin.extend({ number: z.string() }))

export const writeNumbers = (numbers: readonly TaxNumber[]): string => JSON.stringify(numbers)

/** The numbers of a submission; undefined when they were erased or belong to another account. */
export const createNumberReader =
  (vault: Pick<Vault, 'open'>) =>
  async (hostAccountId: string, vaultRef: string): Promise<readonly TaxNumber[] | undefined> => {
    const content = await vault.open(hostAccountId, vaultRef)
    return content === undefined ? undefined : zNumbers.parse(JSON.parse(content))
  }
