import { expect, test } from 'vitest'
import type { z } from 'zod'
import { eventDefinitions } from './index.ts'

/** What ids and codes are called. */
const CODED =
  /^(?:.*(?:Id|Ids|By|Ref|Key|Hash|Sha256|Version|Currency)|id|ref|by|code|currency|country|timezone|capability|last4|uid)$/

const GUESTS = 'Guests and other platforms see it.'
const CODE = 'A word of a fixed set, an id, or an address within the product.'
const SYSTEM = 'The system writes it, from amounts, dates and codes.'
const PLATFORM = 'It is about the rules of the platform, and about no account.'
const REGISTER = 'It is in a public register, or the name of a company or a bank.'

/** Texts that stand open in the log, and why. */
const OPEN: Readonly<Record<string, readonly string[]>> = {
  [GUESTS]: [
    'ListingStarted.title',
    'ListingStarted.place',
    'ListingStarted.unitType',
    'ListingDrafted.place',
    // Personal answers, such as the address, are in `personal`.
    'ListingDrafted.sections.*.*',
    'ListingRelocated.before.place',
    'ListingRelocated.after.place',
    'ListingSectionChanged.before.*',
    'ListingSectionChanged.after.*',
    'ListingSectionReverted.before.*',
    'ListingSectionReverted.after.*',
    'ListingEditRequested.before.*',
    'ListingEditRequested.after.*',
    'PhotoAdded.photo.caption',
    'PhotoCaptioned.before',
    'PhotoCaptioned.after',
    'PhotoshootImagesDelivered.images.caption',
    'PhotoshootImagesApproved.images.caption',
    'AgreementGenerated.merge.listingName',
    'BookingConfirmed.snapshot.cancellation.terms.label',
    'OverbookingDetected.snapshot.cancellation.terms.label',
    'BookingAltered.before.snapshot.cancellation.terms.label',
    'BookingAltered.after.snapshot.cancellation.terms.label',
    'BookingMoved.from.stay.snapshot.cancellation.terms.label',
    'BookingMoved.to.snapshot.cancellation.terms.label',
  ],
  [CODE]: [
    'ErasureRequested.subjects',
    'ErasureRequested.records',
    'AccountTextsErased.ids',
    'SubjectErased.subjects',
    'SubjectErased.records',
    'SubjectErased.streams',
    'ListingDrafted.copiedFrom',
    'ReimbursementDrafted.stay.bookingCode',
    'ReimbursementEvidenceAttached.evidence.sha256',
    'ReimbursementGuestChargeFailed.failure',
    'PhotosReordered.before',
    'PhotosReordered.after',
    'ImportedBlockAdded.reference',
    'OverbookingDetected.conflicts.kind',
    'BookingCancellationStarted.reason',
    'BookingCancelled.reason',
    'RefundRequested.cause',
    'IdpLinked.provider',
    'IdpUnlinked.provider',
    'LoginSucceeded.provider',
    'TicketIssued.subject',
    'TicketIssued.redirect',
    'TicketRedeemed.subject',
    'ImpersonationPageViewed.route',
    'ImpersonationRecordsViewed.reads.resource',
    'ImpersonationActionTaken.stream',
    'ImpersonationActionTaken.type',
    'ImpersonationCommandRefused.command',
    'StaffLooked.looks.resource',
    'LedgerEntryPosted.policies',
    'EntriesUnassigned.reason',
    'FeedAdded.source',
    'StepInvalidated.problems.pointer',
    'GoLiveConditionsLapsed.problems.pointer',
    'PhotoshootSlotHeld.region',
    'ShootSlotClaimed.region',
  ],
  [SYSTEM]: [
    'BankLineFound.file',
    'BankLineFound.document',
    'BankLineFound.entry',
    'BankLineFound.amount',
    'BankLineFound.why',
    'PayoutDifferenceFound.expected',
    'PayoutDifferenceFound.actual',
    'ReconciliationDifferenceFound.expected',
    'ReconciliationDifferenceFound.actual',
    'StepInvalidated.problems.detail',
    'GoLiveConditionsLapsed.problems.detail',
  ],
  [PLATFORM]: [
    'PolicyVersionProposed.body.*.label',
    'PolicyVersionProposed.reason',
    'PolicyVersionPublished.body.*.label',
    'PolicyVersionPublished.reason',
    'DisruptionDeclared.title',
    'DisruptionDeclared.area.region',
    'DisruptionDeclared.reason',
    'DisruptionRejected.reason',
    'TaxFileMade.operator.name',
    'TaxFileMade.operator.street',
    'TaxFileMade.operator.city',
    'BookingDisrupted.disruption.title',
  ],
  [REGISTER]: [
    'Dac7Provided.properties.landRegistryNumber',
    'RegistrationRecorded.number',
    'RegistrationRecorded.landRegistryNumber',
    'RegistrationVerified.source.name',
    'BookingConfirmed.money.taxes.jurisdiction',
    'OverbookingDetected.money.taxes.jurisdiction',
    'BookingRequested.price.taxes.jurisdiction',
    'AlterationRequested.price.taxes.jurisdiction',
    'AlterationOffered.price.taxes.jurisdiction',
    'RequestCountered.price.taxes.jurisdiction',
    'BookingAltered.before.money.taxes.jurisdiction',
    'BookingAltered.after.money.taxes.jurisdiction',
    'BookingMoved.from.stay.money.taxes.jurisdiction',
    'BookingMoved.to.money.taxes.jurisdiction',
    'PayoutMethodAdded.bankName',
  ],
}

type Leaf = Readonly<{ path: string; isFree: boolean }>

/** A string without a format, a pattern or a check of its own for instants, dates and ids. */
const isFree = ({ def }: z.core.$ZodTypes['_zod']): boolean => {
  if (def.type !== 'string') return true
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def.check)
  const isPattern = 'format' in def || checks.includes('string_format')
  // Instants, dates and ids are texts that only one check accepts; lines and texts have lengths of their own.
  const isExact = checks.includes('custom') && !checks.includes('min_length')
  return !isPattern && !isExact
}

const leavesOf = (schema: z.core.$ZodType, path = ''): readonly Leaf[] => {
  const internals = (schema as z.core.$ZodTypes)._zod
  const { def } = internals
  const under = (key: string) => (path === '' ? key : `${path}.${key}`)
  switch (def.type) {
    case 'string':
    case 'unknown':
      return [{ path, isFree: isFree(internals) }]
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) => leavesOf(inner, under(key)))
    case 'array':
      return leavesOf(def.element, path)
    case 'record':
      return leavesOf(def.valueType, under('*'))
    case 'union':
      return def.options.flatMap((option) => leavesOf(option, path))
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
      return leavesOf(def.innerType, path)
    case 'pipe':
      return leavesOf(def.in, path)
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
    case 'null':
      return []
    default:
      throw new Error(`What a schema of type ${def.type} holds is not known here`)
  }
}

const isCovered = (path: string, sealed: readonly string[]) =>
  sealed.some((field) => path === field || path.startsWith(`${field}.`))

/** `Event.path` of every text that is neither of a fixed form nor sealed. */
const openTexts = [...eventDefinitions].flatMap(([type, { schema, personal = {} }]) => [
  ...new Set(
    leavesOf(schema)
      .filter(
        ({ path, isFree: free }) =>
          free && !CODED.test(path.split('.').at(-1) ?? '') && !isCovered(path, Object.keys(personal)),
      )
      .map(({ path }) => `${type}.${path}`),
  ),
])

const excused = Object.values(OPEN).flat()

test('every text of an event is sealed, of a fixed form, or open for a reason', () => {
  expect(
    openTexts
      .filter((text) => !excused.includes(text))
      .map(
        (text) =>
          `${text} is a free text that stands open in the log. Seal it: personal: { field: OF_ACCOUNT }, or the ` +
          `path of the person's id. If it is no personal data, give it a pattern or an enum, or say why in this test.`,
      ),
  ).toEqual([])
})

test('no reason is given for a text that does not need one', () => {
  expect(excused.filter((text) => !openTexts.includes(text))).toEqual([])
  expect(excused).toHaveLength(new Set(excused).size)
})
