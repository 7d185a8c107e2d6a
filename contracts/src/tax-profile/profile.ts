import { z } from 'zod'
import { ERASED } from '../kernel/erased.ts'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zTaxDocument } from './document.ts'

/**
 * What a host can be asked for: the form of the US tax authority, and what DAC7 wants reported about hosts and homes in
 * the EU (docs/domain/tax-profile.md#who-is-asked-for-what).
 */
export const TAX_PARTS = ['us', 'dac7'] as const
export const zTaxPart = z.enum(TAX_PARTS)
export type TaxPart = z.infer<typeof zTaxPart>

/** Forms of the US tax authority; W-8 forms are for people and companies of other countries. */
export const US_FORMS = ['W9', 'W8BEN', 'W8BENE', 'W8ECI'] as const
export const zUsForm = z.enum(US_FORMS)
export type UsForm = z.infer<typeof zUsForm>

export const zTaxEntity = z.enum(['individual', 'company'])
export type TaxEntity = z.infer<typeof zTaxEntity>

/** Kinds of US tax numbers, and the number of another country. */
export const zTinType = z.enum(['SSN', 'EIN', 'ITIN', 'foreign'])
export type TinType = z.infer<typeof zTinType>

/** Who is taxed, and where they live. Personal: sealed in events. */
export const zTaxPerson = z.strictObject({
  legalName: z.string(),
  businessName: z.string().nullable(),
  street: z.string(),
  city: z.string(),
  region: z.string().nullable(),
  postalCode: z.string(),
  country: z.string(),
  /** Of an individual. */
  birthDate: z.string().nullable(),
  /** Of a company, in its country’s register. */
  registerNumber: z.string().nullable(),
})
export type TaxPerson = z.infer<typeof zTaxPerson>

/** What an erased person’s details read as. */
export const ERASED_PERSON: TaxPerson = {
  legalName: ERASED,
  businessName: null,
  street: ERASED,
  city: ERASED,
  region: null,
  postalCode: ERASED,
  country: ERASED,
  birthDate: null,
  registerNumber: null,
}

/** The answers so far; null: not answered. Numbers are never among them: they are sent with the signed form only. */
export const zTaxAnswers = z.strictObject({
  entity: zTaxEntity.nullable(),
  /** A citizen or resident of the US, or a company that was founded there. */
  usPerson: z.boolean().nullable(),
  /** A person of another country who reports this income in a US tax return. */
  filesUsReturn: z.boolean().nullable(),
  person: zTaxPerson.partial(),
})
export type TaxAnswers = z.infer<typeof zTaxAnswers>

/** A number as it may be shown. `numberHash` is a keyed hash, for comparison only. */
export const zKnownTin = z.strictObject({
  country: z.string(),
  type: zTinType,
  /** Empty where the number is so short that four digits would be too much of it. */
  last4: z.string(),
  numberHash: z.string(),
})
export type KnownTin = z.infer<typeof zKnownTin>

/** A form as it was signed. The number is in the vault under `vaultRef`. */
export const zSignedForm = z.strictObject({
  form: zUsForm,
  entity: zTaxEntity,
  person: zTaxPerson,
  tin: zKnownTin,
  vaultRef: z.string(),
  /** Country of the tax treaty that is claimed. */
  treatyCountry: z.string().nullable(),
  signedName: z.string(),
  signedAt: zInstant,
  /** The last day on which a W-8 is valid; null for a W-9. */
  validUntil: zLocalDate.nullable(),
  /** Of the signed document. */
  fileSha256: z.string(),
  match: z.enum(['pending', 'matched', 'mismatch']),
  expired: z.boolean(),
})
export type SignedForm = z.infer<typeof zSignedForm>

/** A home whose land register number is reported; null: it has none. */
export const zTaxProperty = z.strictObject({
  listingId: z.string(),
  landRegistryNumber: z.string().nullable(),
})

/** What DAC7 wants to know. The numbers are in the vault under `vaultRef`. */
export const zDac7Data = z.strictObject({
  entity: zTaxEntity,
  person: zTaxPerson,
  tins: z.array(zKnownTin),
  vaultRef: z.string(),
  properties: z.array(zTaxProperty),
  providedAt: zInstant,
})
export type Dac7Data = z.infer<typeof zDac7Data>

export const zVatNumber = z.strictObject({
  country: z.string(),
  last4: z.string(),
  numberHash: z.string(),
  vaultRef: z.string(),
  setAt: zInstant,
  status: z.enum(['pending', 'valid', 'invalid']),
  checkedAt: zInstant.nullable(),
})
export type VatNumber = z.infer<typeof zVatNumber>

const zByPart = z.strictObject({ us: zInstant.nullable(), dac7: zInstant.nullable() })

/** One reminder that was sent. `about`: the part that is missing, or the W-8 that expires. */
export const zTaxReminder = z.strictObject({
  about: z.enum([...TAX_PARTS, 'expiry']),
  number: z.int(),
  at: zInstant,
})
export type TaxReminder = z.infer<typeof zTaxReminder>

/** The state of `taxProfile-<hostAccountId>`, and the same in its row. */
export const zTaxProfile = z.strictObject({
  answers: zTaxAnswers,
  /** Since when each part is asked for; null: never asked. */
  requests: zByPart,
  reminders: z.array(zTaxReminder),
  /** Since when payouts wait for each part. */
  holds: zByPart,
  form: zSignedForm.nullable(),
  dac7: zDac7Data.nullable(),
  vat: zVatNumber.nullable(),
  /** In the order in which they were issued. */
  documents: z.array(zTaxDocument),
})
export type TaxProfile = z.infer<typeof zTaxProfile>

/** Before anything is asked or answered. */
export const NO_TAX_PROFILE: TaxProfile = {
  answers: { entity: null, usPerson: null, filesUsReturn: null, person: {} },
  requests: { us: null, dac7: null },
  reminders: [],
  holds: { us: null, dac7: null },
  form: null,
  dac7: null,
  vat: null,
  documents: [],
}

export const TAX_STATUSES = [
  'not_started',
  'incomplete',
  'pending_validation',
  'complete',
  'invalid',
  'expired',
] as const
export type TaxStatus = (typeof TAX_STATUSES)[number]
