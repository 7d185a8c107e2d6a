import { z } from 'zod'
import { foldNumber } from '../kernel/text.ts'
import type { Currency } from '../kernel/money.ts'

/** How money reaches an account at a bank (docs/domain/payout-account.md#bank-accounts). */
export const PAYOUT_METHOD_TYPES = ['us_ach', 'sepa', 'uk_bacs', 'wire'] as const
export const zPayoutMethodType = z.enum(PAYOUT_METHOD_TYPES)
export type PayoutMethodType = z.infer<typeof zPayoutMethodType>

/** The one currency that a way of paying carries; a wire carries any. */
export const CURRENCY_OF_TYPE: Readonly<Record<PayoutMethodType, Currency | null>> = {
  us_ach: 'USD',
  sepa: 'EUR',
  uk_bacs: 'GBP',
  wire: null,
}

/** Countries whose banks accept SEPA credit transfers, by the list of the European Payments Council. */
export const SEPA_COUNTRIES: ReadonlySet<string> = new Set(
  [
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT',
    'LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA',
  ].flatMap((line) => line.split(' ')),
)

/**
 * A number as people copy it from a letter, with its label, blanks and dashes, folded to what the bank prints:
 * `DE89370400440532013000`.
 */
const zNumber = (shape: RegExp, detail: string, label = /^$/) =>
  z
    .string()
    .max(64)
    .overwrite((text) => foldNumber(text).toUpperCase().replace(label, ''))
    .refine((text) => shape.test(text), detail)

const routingNumber = zNumber(/^\d{9}$/, 'must have 9 digits')
const IBAN_LABEL = /^IBAN:?/
const iban = zNumber(
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/,
  'must be an IBAN such as DE89 3704 0044 0532 0130 00',
  IBAN_LABEL,
)
const bic = zNumber(
  /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  'must be a BIC of 8 or 11 characters such as DEUTDEFF',
)
const country = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code')

/**
 * An account at a bank, by the way of paying that reaches it. Only the shape is checked here; checksums are
 * the server's (`bankAccount.ts`), which reports errors at their fields. All of it stays in the vault: no
 * event, row, job or log holds it.
 */
export const zBankAccount = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('us_ach'),
    routingNumber,
    accountNumber: zNumber(/^\d{4,17}$/, 'must have 4 to 17 digits'),
    accountType: z.enum(['checking', 'savings']),
  }),
  z.strictObject({ type: z.literal('sepa'), iban }),
  z.strictObject({
    type: z.literal('uk_bacs'),
    sortCode: zNumber(/^\d{6}$/, 'must have 6 digits'),
    accountNumber: zNumber(/^\d{8}$/, 'must have 8 digits'),
  }),
  z.strictObject({
    type: z.literal('wire'),
    bic,
    country,
    accountNumber: zNumber(/^[A-Z0-9]{4,34}$/, 'must have 4 to 34 letters and digits', IBAN_LABEL),
  }),
])
export type BankAccount = z.infer<typeof zBankAccount>
