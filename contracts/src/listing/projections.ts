import { erased, ERASED } from '../kernel/erased.ts'
import { idOfStream, formatStream, type RecordedEvent } from '../kernel/message.ts'
import { withoutTexts } from '../kernel/accountTexts.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import {
  zListingContentRow,
  zListingEditRow,
  type ListingContentRow,
  type ListingEditRow,
} from './contentResource.ts'
import type { ListingEvent } from './messages.ts'
import type { PhotoEvent } from './photos.ts'
import { zAvailabilityRules } from './pricing.ts'
import type { Registration } from './registration.ts'
import { zListingRow, type ListingRow } from './resource.ts'
import { photosAfter } from './rules/photoList.ts'
import { safetyLossesAfter } from './rules/safetyLosses.ts'
import { readAnswers, withAnswers, type Fields } from './rules/sectionChanges.ts'
import type { SectionName } from './sections/sections.ts'

const categories = ['listing']
const keys = ({ stream }: Readonly<{ stream: string }>) => [idOfStream(stream)]
const streams = ({ id }: Readonly<{ id: string }>) => [formatStream('listing', id)]

const NEW = {
  bookingMode: 'instant',
  cancellationPolicyCode: 'flexible',
  longTermPolicyCode: 'long_term_firm',
  unitType: null,
  status: 'draft',
  registration: null,
  registrationStatus: null,
  photoIds: [],
  openEdits: 0,
  safetyLosses: [],
  safetyReview: null,
  pausedUntil: null,
  suspendedFrom: null,
  statusReason: null,
  delistedOn: null,
  openUntil: null,
  publishedAt: null,
} satisfies Partial<ListingRow>

const named = (row: ListingRow): ListingRow => ({
  ...row,
  title: row.publicTitle ?? row.internalName ?? row.place,
})
/** A field that the change names; null takes it back to `empty`. */
const said = <T>(after: Fields, field: string, now: T, empty: T): T =>
  field in after ? ((after[field] as T | null) ?? empty) : now

/** What lists show of a section. */
const withSection = (row: ListingRow, section: SectionName, after: Fields): ListingRow => {
  if (section === 'description')
    return named({ ...row, publicTitle: said(after, 'title', row.publicTitle, null) })
  if (section === 'info')
    return named({
      ...row,
      maxGuests: said(after, 'maxGuests', row.maxGuests, 0),
      bedrooms: said(after, 'bedrooms', row.bedrooms, 0),
      internalName: said(after, 'internalName', row.internalName, null),
    })
  // The decider keeps the last times that were said, for stays need some.
  if (section === 'checkInOut')
    return {
      ...row,
      checkInTime: said(after, 'checkInFrom', row.checkInTime, row.checkInTime),
      checkOutTime: said(after, 'checkOutBy', row.checkOutTime, row.checkOutTime),
    }
  return row
}

const withLosses = (row: ListingRow, safetyLosses: ListingRow['safetyLosses']): ListingRow => ({
  ...row,
  safetyLosses,
  safetyReview: safetyLosses.length > 0 ? 'waiting' : null,
})
const changed = (row: ListingRow | undefined, { section, before, after }: SectionEvent['data']) =>
  row &&
  withLosses(
    withSection(row, section, after),
    safetyLossesAfter(row.status, row.safetyLosses, section, { before, after }),
  )

const withRegistration = (row: ListingRow, registration: Registration): ListingRow => ({
  ...row,
  registration,
  registrationStatus: registration.status,
})
const judged = (
  row: ListingRow | undefined,
  status: Registration['status'],
  rejectedBecause: string | null,
) => (row?.registration ? withRegistration(row, { ...row.registration, status, rejectedBecause }) : row)
const decided = (row: ListingRow | undefined) => row && { ...row, openEdits: row.openEdits - 1 }

export const listingProjection = defineProjection<ListingRow>({
  name: 'listing',
  version: 5,
  row: zListingRow,
  personal: ['registration', 'statusReason'],
  eraseTexts: (row) => {
    const { registration } = row
    return {
      ...withoutTexts<ListingRow>('statusReason')(row),
      registration: registration && {
        ...registration,
        rejectedBecause: erased(registration.rejectedBecause),
      },
    }
  },
  streams,
  categories,
  keys,
  fold: foldBy<ListingRow, ListingEvent>({
    ListingStarted: (_row, event) => {
      const { listingId: id, ...facts } = event.data
      return {
        ...NEW,
        id,
        ...facts,
        publicTitle: facts.title,
        internalName: null,
        baseNightMinor: facts.pricing.baseNightMinor,
        drafted: false,
        startedAt: occurredAtOf(event),
      }
    },
    ListingDrafted: (_row, event) => {
      const { listingId: id, hostAccountId, place, timezone, currency, feeModel, sections } = event.data
      const row: ListingRow = {
        ...NEW,
        id,
        hostAccountId,
        title: place,
        publicTitle: null,
        internalName: null,
        place,
        timezone,
        currency,
        maxGuests: 0,
        bedrooms: 0,
        checkInTime: '15:00',
        checkOutTime: '11:00',
        feeModel,
        baseNightMinor: null,
        pricing: null,
        rules: zAvailabilityRules.parse({}),
        drafted: true,
        startedAt: occurredAtOf(event),
      }
      return (Object.entries(sections) as [SectionName, Fields][]).reduce(
        (all, [section, after]) => withSection(all, section, after),
        row,
      )
    },
    ListingRelocated: (row, { data }) => row && named({ ...row, ...data.after }),
    ListingStageChanged: (row, { data }) => row && { ...row, status: data.after },
    ListingPublished: (row, event) =>
      row && { ...row, status: 'live', publishedAt: row.publishedAt ?? occurredAtOf(event) },
    ListingPaused: (row, { data }) =>
      row && { ...row, status: 'paused', pausedUntil: data.until, statusReason: data.reason },
    ListingResumed: (row) => row && { ...row, status: 'live', pausedUntil: null, statusReason: null },
    ListingSuspended: (row, { data }) =>
      row && {
        ...row,
        status: 'suspended',
        suspendedFrom: row.status === 'paused' ? 'paused' : 'live',
        statusReason: data.reason,
      },
    ListingReinstated: (row) =>
      row && { ...row, status: row.suspendedFrom ?? 'live', suspendedFrom: null, statusReason: null },
    ListingDelisted: (row, { data }) =>
      row && {
        ...row,
        status: 'delisted',
        statusReason: data.reason,
        delistedOn: data.effectiveOn,
        openUntil: row.status === 'live' ? data.effectiveOn : null,
        pausedUntil: null,
        suspendedFrom: null,
      },
    PricingChanged: (row, { data }) =>
      row && { ...row, pricing: data.after, baseNightMinor: data.after.baseNightMinor },
    AvailabilityRulesChanged: (row, { data }) => row && { ...row, rules: data.after },
    CancellationPolicyChanged: (row, { data }) => row && { ...row, cancellationPolicyCode: data.after },
    RegistrationRecorded: (row, { data: { listingId: _listing, hostAccountId: _account, ...recorded } }) =>
      row && withRegistration(row, { ...recorded, status: 'provided', rejectedBecause: null }),
    RegistrationVerified: (row) => judged(row, 'verified', null),
    RegistrationRejected: (row, { data }) => judged(row, 'rejected', data.reason),
    ListingSectionChanged: (row, { data }) => changed(row, data),
    ListingSectionReverted: (row, { data }) => changed(row, data),
    SafetyReviewed: (row) => row && withLosses(row, []),
    ListingEditRequested: (row) => row && { ...row, openEdits: row.openEdits + 1 },
    ListingEditApproved: decided,
    ListingEditDeclined: decided,
    ListingEditWithdrawn: decided,
    PhotoAdded: (row, { data }) => row && { ...row, photoIds: [...row.photoIds, data.photo.id] },
    PhotosReordered: (row, { data }) =>
      row && { ...row, photoIds: [...data.after, ...row.photoIds.filter((id) => !data.after.includes(id))] },
    PhotoRemoved: (row, { data }) =>
      row && { ...row, photoIds: row.photoIds.filter((id) => id !== data.photoId) },
  }),
})

const photos = (row: ListingContentRow | undefined, event: RecordedEvent & PhotoEvent) =>
  row && { ...row, photos: [...photosAfter(row.photos, event)] }

type SectionEvent = RecordedEvent<
  string,
  Extract<ListingEvent, { type: 'ListingSectionChanged' | 'ListingSectionReverted' }>['data']
>

const changeSection = (
  row: ListingContentRow | undefined,
  event: SectionEvent,
): ListingContentRow | undefined => {
  if (row === undefined) return row
  const { section, version, after, personalAfter } = event.data
  const values = withAnswers(row.sections[section]?.values ?? {}, readAnswers(section, after))
  const personal =
    personalAfter === null || typeof row.personal === 'string'
      ? row.personal
      : typeof personalAfter === 'string'
        ? personalAfter
        : {
            ...row.personal,
            [section]: withAnswers(row.personal[section] ?? {}, readAnswers(section, personalAfter)),
          }
  return {
    ...row,
    personal,
    sections: {
      ...row.sections,
      [section]: { version, changedAt: occurredAtOf(event), changedBy: event.data.changedBy.id, values },
    },
  }
}

const hasAnswer = (values: Fields | undefined) => values !== undefined && Object.keys(values).length > 0

const begin = (
  id: string,
  hostAccountId: string,
  sections: Readonly<Partial<Record<SectionName, Fields>>>,
  personal: ListingContentRow['personal'],
  changedBy: string,
  changedAt: string,
): ListingContentRow => ({
  id,
  hostAccountId,
  // As the decider counts: a section without an answer has no version yet.
  sections: Object.fromEntries(
    Object.entries(sections).flatMap(([section, values]) =>
      hasAnswer(values) || (typeof personal !== 'string' && hasAnswer(personal[section as SectionName]))
        ? [[section, { version: 1, changedAt, changedBy, values }]]
        : [],
    ),
  ),
  personal,
  photos: [],
})

export const listingContentProjection = defineProjection<ListingContentRow>({
  name: 'listing_content',
  version: 1,
  row: zListingContentRow,
  streams,
  categories,
  keys,
  personal: ['personal'],
  fold: foldBy<ListingContentRow, ListingEvent>({
    ListingStarted: (_row, event) => {
      const { listingId, hostAccountId, title, maxGuests, bedrooms, checkInTime, checkOutTime } = event.data
      const sections = {
        description: { title },
        info: { maxGuests, bedrooms },
        checkInOut: { checkInFrom: checkInTime, checkOutBy: checkOutTime },
      }
      return begin(listingId, hostAccountId, sections, {}, hostAccountId, occurredAtOf(event))
    },
    ListingDrafted: (_row, event) => {
      const { listingId, hostAccountId, sections, personal, draftedBy } = event.data
      return begin(listingId, hostAccountId, sections, personal, draftedBy, occurredAtOf(event))
    },
    ListingSectionChanged: changeSection,
    ListingSectionReverted: changeSection,
    ListingContentErased: (row) => row && { ...row, personal: ERASED },
    PhotoAdded: photos,
    PhotoPublished: photos,
    PhotoCaptioned: photos,
    PhotoRoomSet: photos,
    PhotosReordered: photos,
    PhotoRemoved: photos,
  }),
})

const EDIT_EVENTS = [
  'ListingEditRequested',
  'ListingEditApproved',
  'ListingEditDeclined',
  'ListingEditWithdrawn',
] as const satisfies readonly ListingEvent['type'][]
type EditEvent = Extract<ListingEvent, { type: (typeof EDIT_EVENTS)[number] }>
const isEdit = (event: RecordedEvent): event is RecordedEvent & EditEvent =>
  (EDIT_EVENTS as readonly string[]).includes(event.type)
const end = (
  row: ListingEditRow | undefined,
  event: RecordedEvent,
  state: ListingEditRow['state'],
  reason: string | null,
): ListingEditRow | undefined =>
  row && { ...row, state, reason, decidedAt: occurredAtOf(event), decidedBy: event.metadata['actorId'] ?? '' }

export const listingEditProjection = defineProjection<ListingEditRow>({
  name: 'listing_edit',
  version: 1,
  row: zListingEditRow,
  personal: ['reason'],
  eraseTexts: withoutTexts('reason'),
  streams: ({ listingId }) => [formatStream('listing', String(listingId))],
  keys: (event) => (isEdit(event) ? [event.data.editId] : []),
  fold: foldBy<ListingEditRow, ListingEvent>({
    ListingEditRequested: (_row, event) => {
      const { editId: id, listingId, hostAccountId, section, before, after, requestedBy } = event.data
      return {
        id,
        listingId,
        hostAccountId,
        section,
        before,
        after,
        state: 'open',
        requestedBy,
        requestedAt: occurredAtOf(event),
        decidedBy: null,
        decidedAt: null,
        reason: null,
      }
    },
    ListingEditApproved: (row, event) => end(row, event, 'approved', null),
    ListingEditDeclined: (row, event) => end(row, event, 'declined', event.data.reason),
    ListingEditWithdrawn: (row, event) => end(row, event, 'withdrawn', null),
  }),
})
