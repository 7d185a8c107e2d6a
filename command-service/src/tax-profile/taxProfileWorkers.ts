import type { Vault } from '../vault/vault.ts'
import type { Worker } from '../workers/relay.ts'
import { createNumberChecks, type CheckNumbersParts } from './checkNumbers.ts'
import { createTaxNumberForgetter, type ForgetTaxNumbersParts } from './forgetTaxNumbers.ts'
import { createNumberReader } from './numbersInVault.ts'
import { createTaxMails, type TaxMailParts } from './taxMails.ts'

export type TaxProfileWorkersParts = Omit<CheckNumbersParts, 'readNumbers'> &
  TaxMailParts &
  ForgetTaxNumbersParts &
  Readonly<{ vault: Pick<Vault, 'open'> }>

/** The jobs of tax profiles, by name. */
export const openTaxProfileWorkers = (parts: TaxProfileWorkersParts): Readonly<Record<string, Worker>> => ({
  ...createNumberChecks({ ...parts, readNumbers: createNumberReader(parts.vault) }),
  'forget-tax-numbers': createTaxNumberForgetter(parts),
  'tell-tax': createTaxMails(parts),
})
