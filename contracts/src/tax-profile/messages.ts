import { z } from 'zod'
import { zCalendarDay, zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zLine } from '../kernel/text.ts'
import { EU_COUNTRIES } from './countries.ts'
import { zTaxDocument, zTaxDocumentForm } from './document.ts'
import {
  zKnownTin,
  zTaxEntity,
  zTaxPart,
  zTaxPerson,
  zTaxProperty,
  zTaxReminder,
  zTinType,
  zUsForm,
} from './profile.ts'

export const zTaxCountry = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code')

/** A tax number as people type or paste it; what groups its digits is left out later. */
const zTaxNumber = zLine(2, 40)

/** What a person tells about themselves or their company. */
export const zPersonAnswer = z.strictObject({
  legalName: zLine(2, 120),
  businessName: zLine(1, 120).nullable().default(null),
  street: zLine(3, 120),
  city: zLine(1, 80),
  region: zLine(1, 40).nullable().default(null),
  postalCode: zLine(2, 12),
  country: zTaxCountry,
  birthDate: zCalendarDay.nullable().default(null),
  registerNumber: zLine(2, 40).nullable().default(null),
})

export const zTin = z.strictObject({ country: zTaxCountry, type: zTinType, number: zTaxNumber })

/** A home in the EU has a number in the land register, or none. */
const zPropertyAnswer = z.strictObject({ listingId: zId, landRegistryNumber: zLine(2, 60).nullable() })

const formAnswers = {
  form: zUsForm,
  entity: zTaxEntity,
  person: zPersonAnswer,
  tin: zTin,
  /** Of a treaty between the US and this country; for W-8BEN and W-8BEN-E. */
  treatyCountry: zTaxCountry.nullable().default(null),
}

const of = { hostAccountId: z.string() }
const zSealedPerson = z.union([zTaxPerson, z.string()])
const issued = zTaxDocument
  .omit({ id: true, issuedAt: true, corrects: true })
  .extend({ ...of, documentId: z.string() })
/** Version 1 had no figures by home. */
const upcast = { 1: (data: Readonly<Record<string, unknown>>) => ({ ...data, homes: [] }) }
const stream = { by: 'account' } as const
const on = (verb: string) => ({ collection: 'tax-profiles', verb }) as const
const byOwner = { stream, ifMatch: 'optional', capability: 'tax.write' } as const
const byFinance = { stream, ifMatch: 'optional', capability: 'tax.issue' } as const
const internal = { stream, ifMatch: 'none', capability: 'tax.record' } as const

/**
 * What a host has to tell tax authorities, from the request to the data, and when payouts wait for it
 * (docs/domain/tax-profile.md). One for each host account, under its id.
 */
export const taxProfile = defineAggregate({
  category: 'taxProfile',
  events: {
    TaxInfoRequested: { version: 1, schema: z.strictObject({ ...of, part: zTaxPart }) },
    TaxAnswersSaved: {
      version: 1,
      schema: z.strictObject({
        ...of,
        entity: zTaxEntity.nullable(),
        usPerson: z.boolean().nullable(),
        filesUsReturn: z.boolean().nullable(),
        person: z.union([zTaxPerson.partial(), z.string()]),
      }),
      personal: { person: 'hostAccountId' },
    },
    TaxFormSubmitted: {
      version: 1,
      schema: z.strictObject({
        ...of,
        form: zUsForm,
        entity: zTaxEntity,
        person: zSealedPerson,
        tin: zKnownTin,
        vaultRef: z.string(),
        treatyCountry: zTaxCountry.nullable(),
        signedName: z.string(),
        signedAt: zInstant,
        validUntil: zLocalDate.nullable(),
        fileSha256: z.string(),
      }),
      personal: { person: 'hostAccountId', signedName: 'hostAccountId' },
    },
    TinMatched: { version: 1, schema: z.strictObject({ ...of, vaultRef: z.string() }) },
    TinMismatched: {
      version: 1,
      schema: z.strictObject({
        ...of,
        vaultRef: z.string(),
        code: z.enum(['name_mismatch', 'number_unknown']),
      }),
    },
    Dac7Provided: {
      version: 1,
      schema: z.strictObject({
        ...of,
        entity: zTaxEntity,
        person: zSealedPerson,
        tins: z.array(zKnownTin),
        vaultRef: z.string(),
        properties: z.array(zTaxProperty),
      }),
      personal: { person: 'hostAccountId' },
    },
    VatIdSet: {
      version: 1,
      schema: z.strictObject({
        ...of,
        country: z.string(),
        last4: z.string(),
        numberHash: z.string(),
        vaultRef: z.string(),
      }),
    },
    VatIdRemoved: { version: 1, schema: z.strictObject(of) },
    VatIdValidated: { version: 1, schema: z.strictObject({ ...of, vaultRef: z.string(), ok: z.boolean() }) },
    /** Everything that was asked for is there. */
    TaxProfileCompleted: { version: 1, schema: z.strictObject(of) },
    TaxInfoReminderSent: {
      version: 1,
      schema: z.strictObject({
        ...of,
        about: zTaxReminder.shape.about,
        number: z.int(),
        /** When payouts start to wait, or the form expires; null: at the first payout. */
        dueAt: zInstant.nullable(),
      }),
    },
    TaxFormExpired: { version: 1, schema: z.strictObject({ ...of, form: zUsForm }) },
    TaxDocumentIssued: { version: 2, schema: issued, upcast },
    /** Takes the place of the document `corrects`. */
    TaxDocumentCorrected: { version: 2, schema: issued.extend({ corrects: zId }), upcast },
    TaxHoldPlaced: { version: 1, schema: z.strictObject({ ...of, part: zTaxPart }) },
    TaxHoldLifted: { version: 1, schema: z.strictObject({ ...of, part: zTaxPart }) },
  },
  commands: {
    /** Keeps what was answered, so that the interview can go on later; null: not answered. */
    SaveTaxAnswers: {
      stream,
      ifMatch: 'optional',
      capability: 'tax.answer',
      schema: z.strictObject({
        entity: zTaxEntity.nullable(),
        usPerson: z.boolean().nullable(),
        filesUsReturn: z.boolean().nullable(),
        person: zPersonAnswer.partial(),
      }),
      route: on('save-answers'),
    },
    /** The number goes into the vault before this is decided. Signed under penalties of perjury. */
    SubmitTaxForm: {
      ...byOwner,
      schema: z.strictObject({ ...formAnswers, signedName: zLine(2, 120), perjury: z.literal(true) }),
      route: on('submit-form'),
    },
    /** A form that was signed where the host was before; its number was matched there. */
    ImportTaxForm: {
      stream,
      ifMatch: 'optional',
      capability: 'tax.import',
      schema: z.strictObject({ ...formAnswers, signedName: zLine(2, 120), signedAt: zInstant }),
      route: on('import-form'),
    },
    SubmitDac7: {
      ...byOwner,
      schema: z.strictObject({
        entity: zTaxEntity,
        person: zPersonAnswer,
        tins: z.array(zTin).min(1).max(5),
        properties: z.array(zPropertyAnswer).max(100),
      }),
      route: on('submit-dac7'),
    },
    SetVatId: {
      ...byOwner,
      schema: z.strictObject({ country: z.enum(EU_COUNTRIES), number: zTaxNumber }),
      route: on('set-vat-id'),
    },
    RemoveVatId: { ...byOwner, schema: z.strictObject({}), route: on('remove-vat-id') },
    /** Once for a form and a year, when the year is over where the host is and the form is due. */
    IssueTaxDocument: {
      ...byFinance,
      schema: z.strictObject({ form: zTaxDocumentForm, year: z.int().min(2020).max(2099) }),
      route: on('issue-document'),
    },
    /** When the ledger or the host's details are different from what the document says. */
    CorrectTaxDocument: {
      ...byFinance,
      schema: z.strictObject({ documentId: zId }),
      route: on('correct-document'),
    },
    /** A listing that can earn money decides what the account is asked for. */
    RequestTaxInfo: { ...internal, schema: z.strictObject({ listingId: zId }) },
    RemindTaxInfo: {
      ...internal,
      schema: z.strictObject({ part: zTaxPart, number: z.int(), requestedAt: zInstant }),
    },
    RemindTaxExpiry: { ...internal, schema: z.strictObject({ number: z.int(), signedAt: zInstant }) },
    ExpireTaxForm: { ...internal, schema: z.strictObject({ signedAt: zInstant }) },
    HoldForTaxInfo: { ...internal, schema: z.strictObject({ part: zTaxPart, requestedAt: zInstant }) },
    RecordTinMatch: {
      ...internal,
      schema: z.strictObject({
        vaultRef: zId,
        outcome: z.enum(['matched', 'name_mismatch', 'number_unknown']),
      }),
    },
    RecordVatCheck: { ...internal, schema: z.strictObject({ vaultRef: zId, ok: z.boolean() }) },
  },
})
export type TaxProfileEvent = EventsOf<typeof taxProfile>
export type TaxProfileCommand = CommandsOf<typeof taxProfile>
