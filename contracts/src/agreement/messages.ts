import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf, OF_ACCOUNT } from '../kernel/message.ts'
import { zBps } from '../kernel/money.ts'
import { zCode, zLine, zText } from '../kernel/text.ts'
import { deriveAgreementId, zEvidence, zMerge } from './agreement.ts'
import { zAgreementModel, zAgreementTerms } from './terms.ts'

/** People who own a home together and sign together. */
export const MAX_SIGNERS = 8

const of = { agreementId: z.string(), listingId: z.string(), hostAccountId: z.string() }
const zSha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')
/** A person took a step with this very document. */
const done = { ...of, userId: z.string(), documentSha256: z.string(), evidence: zEvidence }
const personalEvidence = {
  'evidence.email': 'userId',
  'evidence.ip': 'userId',
  'evidence.userAgent': 'userId',
} as const
const why = zText(10, 500)

const zSignerGiven = z.strictObject({ userId: zId, legalName: zLine(2, 120), ownershipBps: zBps.min(1) })

const on = (verb: string) => ({ collection: 'agreements', verb }) as const
const bySigner = { ifMatch: 'optional', capability: 'agreement.sign' } as const
const byReader = { ifMatch: 'optional', capability: 'agreement.respond' } as const
const byMaker = { ifMatch: 'optional', capability: 'agreement.generate' } as const
const byStaff = { ifMatch: 'optional', capability: 'agreement.countersign' } as const

/**
 * The management agreement of a listing, from its making to its end, signed electronically with evidence
 * (docs/domain/agreement.md#signing). One stream per listing: `deriveAgreementId`.
 */
export const agreement = defineAggregate({
  category: 'agreement',
  identify: (_tenantId, _type, { listingId }) => deriveAgreementId(String(listingId)),
  events: {
    /** A new document: earlier views, consents and signatures do not count for it. */
    AgreementGenerated: {
      version: 1,
      schema: z.strictObject({
        ...of,
        model: zAgreementModel,
        templateVersion: z.string(),
        merge: zMerge,
        terms: zAgreementTerms,
        documentSha256: z.string(),
        authorityFileId: z.string().nullable(),
      }),
      personal: {
        'merge.hostName': 'hostAccountId',
        'merge.hostAddress': 'hostAccountId',
        'merge.listingAddress': 'hostAccountId',
      },
    },
    /** One of those who must sign; each comes with the document. */
    AgreementSignerNamed: {
      version: 1,
      schema: z.strictObject({
        ...of,
        userId: z.string(),
        legalName: z.string(),
        ownershipBps: zBps,
        order: z.int(),
      }),
      personal: { legalName: 'userId' },
    },
    AgreementSent: { version: 1, schema: z.strictObject({ ...of, expiresAt: zInstant }) },
    AgreementViewed: {
      version: 1,
      schema: z.strictObject({ ...done, scrolledToEnd: z.boolean() }),
      personal: personalEvidence,
    },
    EsignConsentGiven: {
      version: 1,
      schema: z.strictObject({ ...done, consentTextVersion: z.string() }),
      personal: personalEvidence,
    },
    /**
     * `signedSha256`: the same document with the certificate of all signatures so far. `complete`: all
     * signers have signed.
     */
    AgreementSigned: {
      version: 1,
      schema: z.strictObject({
        ...done,
        typedName: z.string(),
        signedSha256: z.string(),
        complete: z.boolean(),
      }),
      personal: { ...personalEvidence, typedName: 'userId' },
    },
    AgreementDeclined: {
      version: 1,
      schema: z.strictObject({ ...of, userId: z.string(), reason: z.string() }),
      personal: { reason: OF_ACCOUNT },
    },
    AgreementVoided: {
      version: 1,
      schema: z.strictObject({ ...of, reason: z.string() }),
      personal: { reason: OF_ACCOUNT },
    },
    AgreementExpired: { version: 1, schema: z.strictObject(of) },
    AgreementCountersigned: {
      version: 1,
      schema: z.strictObject({ ...done, name: z.string(), signedSha256: z.string() }),
      personal: { ...personalEvidence, name: 'userId' },
    },
    AmendmentProposed: {
      version: 1,
      schema: z.strictObject({
        ...of,
        amendmentId: z.string(),
        terms: zAgreementTerms,
        reason: z.string(),
        documentSha256: z.string(),
        expiresAt: zInstant,
      }),
      personal: { reason: OF_ACCOUNT },
    },
    AmendmentAccepted: {
      version: 1,
      schema: z.strictObject({
        ...done,
        amendmentId: z.string(),
        typedName: z.string(),
        signedSha256: z.string(),
      }),
      personal: { ...personalEvidence, typedName: 'userId' },
    },
    AmendmentDeclined: {
      version: 1,
      schema: z.strictObject({ ...of, amendmentId: z.string(), userId: z.string(), reason: z.string() }),
      personal: { reason: OF_ACCOUNT },
    },
    /** Every signer has accepted: these terms bind from now on. */
    AgreementAmended: {
      version: 1,
      schema: z.strictObject({
        ...of,
        amendmentId: z.string(),
        terms: zAgreementTerms,
        documentSha256: z.string(),
        signedSha256: z.string(),
      }),
    },
    /** `term`: neither side gave notice; the agreed term ends and is not renewed. */
    AgreementNoticeGiven: {
      version: 1,
      schema: z.strictObject({
        ...of,
        by: z.enum(['host', 'hearth', 'term']),
        effectiveOn: zLocalDate,
        reason: z.string(),
      }),
      personal: { reason: OF_ACCOUNT },
    },
    AgreementTerminated: { version: 1, schema: z.strictObject({ ...of, effectiveOn: zLocalDate }) },
  },
  commands: {
    /**
     * Generates the document and sends it to the signers: without `signers` to the host alone, under the
     * account's legal name. Only staff choose other terms than the standard ones. PRECONDITION_FAILED names
     * what the listing or the account lacks.
     */
    GenerateAgreement: {
      ...byMaker,
      ifMatch: 'none',
      stream: { by: 'creation', account: 'caller', listing: { field: 'listingId' } },
      route: { collection: 'agreements' },
      schema: z.strictObject({
        listingId: zId,
        model: zAgreementModel,
        signers: z.array(zSignerGiven).max(MAX_SIGNERS).default([]),
        /** An uploaded proof that those who sign may do so for all owners. */
        authorityFileId: zId.nullable().default(null),
        terms: zAgreementTerms.nullable().default(null),
      }),
    },
    ViewAgreement: {
      ...byReader,
      schema: z.strictObject({ scrolledToEnd: z.boolean(), documentSha256: zSha256 }),
      route: on('view'),
    },
    GiveEsignConsent: {
      ...byReader,
      schema: z.strictObject({ consentTextVersion: zCode(20), documentSha256: zSha256 }),
      route: on('give-esign-consent'),
    },
    /**
     * PRECONDITION_FAILED before it was read to its end and consent was given; VERSION_CONFLICT for another
     * document than the present one.
     */
    SignAgreement: {
      ...bySigner,
      schema: z.strictObject({
        typedName: zLine(2, 120),
        intentChecked: z.literal(true),
        documentSha256: zSha256,
      }),
      route: on('sign'),
    },
    DeclineAgreement: { ...byReader, schema: z.strictObject({ reason: why }), route: on('decline') },
    VoidAgreement: { ...byMaker, schema: z.strictObject({ reason: why }), route: on('void') },
    CountersignAgreement: {
      ...byStaff,
      schema: z.strictObject({ documentSha256: zSha256 }),
      route: on('countersign'),
    },
    ProposeAmendment: {
      ...byStaff,
      schema: z.strictObject({ terms: zAgreementTerms, reason: why }),
      route: on('propose-amendment'),
    },
    AcceptAmendment: {
      ...bySigner,
      schema: z.strictObject({
        typedName: zLine(2, 120),
        intentChecked: z.literal(true),
        documentSha256: zSha256,
      }),
      route: on('accept-amendment'),
    },
    DeclineAmendment: {
      ...byReader,
      schema: z.strictObject({ reason: why }),
      route: on('decline-amendment'),
    },
    /** `effectiveOn` is at least the agreed days away. */
    GiveNotice: {
      ...bySigner,
      schema: z.strictObject({ effectiveOn: zLocalDate, reason: why }),
      route: on('give-notice'),
    },
    GiveNoticeByStaff: {
      ...byStaff,
      schema: z.strictObject({ effectiveOn: zLocalDate, reason: why }),
      route: on('give-notice-by-staff'),
    },
    ExpireAgreement: {
      ...byStaff,
      ifMatch: 'none',
      schema: z.strictObject({ listingId: zId, sentAt: zInstant }),
    },
    /** Of an agreement that is not renewed; `effectiveOn` is the last day of its term. */
    EndTerm: {
      ...byStaff,
      ifMatch: 'none',
      schema: z.strictObject({ listingId: zId, effectiveOn: zLocalDate }),
    },
    TerminateAgreement: {
      ...byStaff,
      ifMatch: 'none',
      schema: z.strictObject({ listingId: zId, effectiveOn: zLocalDate }),
    },
  },
})
export type AgreementEvent = EventsOf<typeof agreement>
export type AgreementCommand = CommandsOf<typeof agreement>
