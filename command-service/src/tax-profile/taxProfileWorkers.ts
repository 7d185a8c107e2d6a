import { createNumberWorker, type ForgetNumbers } from '../vault/numberSweep.ts'
import type { Vault } from '../vault/vault.ts'
import type { Worker } from '../workers/relay.ts'
import { createNumberChecks, type CheckNumbersParts } from './checkNumbers.ts'
import { createNumberReader } from './numbersInVault.ts'
import { createTaxMails, type TaxMailParts } from './taxMails.ts'

export type TaxProfileWorkersParts = Omit<CheckNumbersParts, 'readNumbers'> &
  TaxMailParts &
  Readonly<{ vault: Pick<Vault, 'open'>; forgetTaxNumbers: ForgetNumbers }>

/** The jobs of tax profiles, by name. */
export const openTaxProfileWorkers = (parts: TaxProfileWorkersParts): Readonly<Record<string, Worker>> => ({
  ...createNumberChecks({ ...parts, readNumbers: createNumberReader(parts.vault) }),
  'forget-tax-numbers': createNumberWorker(parts.forgetTaxNumbers),
  'tell-tax': createTaxMails(parts),
})
