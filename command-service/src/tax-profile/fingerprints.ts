import { createHmac } from 'node:crypto'
import type { TaxProfile } from '@hearth/contracts/tax-profile'

/** Hashes tax numbers for comparison. `key`: COMMAND_HASH_KEY. */
export const createTaxNumberHash =
  (key: string) =>
  (number: string): string =>
    createHmac('sha256', key).update(`tax/${number}`).digest('hex')

/** The tax numbers that an account has now, each as a keyed hash. */
export const listFingerprints = ({ form, dac7, vat }: TaxProfile): readonly string[] => [
  ...(form === null ? [] : [form.tin.numberHash]),
  ...(dac7 === null ? [] : dac7.tins.map(({ numberHash }) => numberHash)),
  ...(vat === null ? [] : [vat.numberHash]),
]
