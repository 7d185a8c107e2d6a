import type { LocalDate } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import {
  readAnswers,
  changeBy,
  draftedSections,
  fromStored,
  formatPath,
  PERSONAL_FIELDS,
  photosAfter,
  safetyLossesAfter,
  withAnswers,
  zAvailabilityRules,
  type Change,
  type EditPart,
  type Fields,
  type ListingEvent,
  type ListingPhoto,
  type ListingStatus,
  type PhotoEvent,
  type Pricing,
  type Registration,
  type SafetyLoss,
  type SectionName,
  type Sections,
  type StoredChange,
} from '@hearth/contracts/listing'
import type { Fold } from '../runtime/decider.ts'

type Details = OfType<ListingEvent, 'ListingStarted'>['data']
/** What bookings and calendar need to know of a listing. */
export type StartedListing = Readonly<{
  status: ListingStatus
  pricing: Pricing | null
  /** Given up while it was live, it takes stays that end by then. */
  openUntil: LocalDate | null
}> &
  Readonly<
    Pick<
      Details,
      | 'hostAccountId'
      | 'timezone'
      | 'currency'
      | 'maxGuests'
      | 'checkInTime'
      | 'checkOutTime'
      | 'feeModel'
      | 'cancellationPolicyCode'
      | 'longTermPolicyCode'
      | 'rules'
    >
  >

type Changer = Readonly<{ id: string; kind: 'host' | 'staff' | 'service' }>
/** A section now, who changed which answer last, and what undoes each version. */
export type SectionState = Readonly<{
  version: number
  values: Fields
  changes: Readonly<Record<string, Readonly<{ version: number; by: Changer }>>>
  befores: readonly Readonly<{ version: number; before: Fields }>[]
}>
export type OpenEdit = Readonly<{ section: EditPart; before: Fields; after: Fields }>

export type Listing = StartedListing &
  Readonly<{
    place: string
    /** It came by `ListingDrafted`: it goes live when every go-live condition holds. */
    drafted: boolean
    /** Its personal fields are gone for ever. */
    isErased: boolean
    suspendedFrom: 'live' | 'paused'
    sections: Readonly<Partial<Record<SectionName, SectionState>>>
    photos: readonly ListingPhoto[]
    registration: Registration | null
    openEdits: Readonly<Record<string, OpenEdit>>
    /** By what it became less safe while it was live. */
    safetyLosses: readonly SafetyLoss[]
  }>
export type ListingState = Readonly<{ status: 'none' }> | Listing

const UNTOUCHED: SectionState = { version: 0, values: {}, changes: {}, befores: [] }
export const sectionStateOf = (state: Listing, section: SectionName): SectionState =>
  state.sections[section] ?? UNTOUCHED
/** The listing's content, as rules look at it. */
export const contentOf = (state: Listing): Sections =>
  Object.fromEntries(Object.entries(state.sections).map(([section, { values }]) => [section, values]))

/** Changes what exists; events before the first one change nothing. */
const change = (state: ListingState, part: Partial<Listing>): ListingState =>
  state.status === 'none' ? state : { ...state, ...part }
const on = (state: ListingState, next: (state: Listing) => Listing): ListingState =>
  state.status === 'none' ? state : next(state)

const touched = (section: SectionName, old: SectionState, change: Change, by: Changer): SectionState => {
  const version = old.version + 1
  const answers = readAnswers(section, change.after)
  return {
    version,
    values: withAnswers(old.values, answers),
    changes: {
      ...old.changes,
      ...Object.fromEntries(answers.map((answer) => [formatPath(answer), { version, by }])),
    },
    befores: [...old.befores, { version, before: change.before }],
  }
}

/** What follows from sections, for those who only need that. */
const withTerms = (state: Listing): Listing => {
  const { info, checkInOut } = contentOf(state)
  return {
    ...state,
    maxGuests: info?.maxGuests ?? state.maxGuests,
    checkInTime: checkInOut?.checkInFrom ?? state.checkInTime,
    checkOutTime: checkInOut?.checkOutBy ?? state.checkOutTime,
  }
}

const changeSection = (
  state: ListingState,
  data: StoredChange & Readonly<{ section: SectionName; changedBy: Changer }>,
): ListingState =>
  on(state, (listing) =>
    withTerms({
      ...listing,
      sections: {
        ...listing.sections,
        [data.section]: touched(
          data.section,
          sectionStateOf(listing, data.section),
          fromStored(data),
          data.changedBy,
        ),
      },
      safetyLosses: safetyLossesAfter(listing.status, listing.safetyLosses, data.section, data),
    }),
  )

const first = (values: Readonly<Partial<Record<SectionName, Fields>>>, by: Changer): Listing['sections'] =>
  Object.fromEntries(
    (Object.entries(values) as [SectionName, Fields][]).flatMap(([section, fields]) => {
      const change = changeBy({}, readAnswers(section, fields))
      return change === undefined ? [] : [[section, touched(section, UNTOUCHED, change, by)]]
    }),
  )

const withoutPersonal = (section: SectionName, known: SectionState): SectionState => {
  const open = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).filter(([field]) => !(PERSONAL_FIELDS[section] ?? []).includes(field)),
    )
  return {
    ...known,
    values: open(known.values),
    befores: known.befores.map(({ version, before }) => ({ version, before: open(before) })),
  }
}
const without = (edits: Listing['openEdits'], editId: string) => {
  const { [editId]: _decided, ...rest } = edits
  return rest
}
const photos = (state: ListingState, event: PhotoEvent) =>
  on(state, (listing) => ({ ...listing, photos: photosAfter(listing.photos, event) }))

/** A listing as its first answer leaves it, or what it was copied from. */
export const draftedListing = (data: OfType<ListingEvent, 'ListingDrafted'>['data']): Listing =>
  withTerms({
    status: 'draft',
    hostAccountId: data.hostAccountId,
    place: data.place,
    timezone: data.timezone,
    currency: data.currency,
    maxGuests: 0,
    checkInTime: '15:00',
    checkOutTime: '11:00',
    feeModel: data.feeModel,
    cancellationPolicyCode: 'flexible',
    longTermPolicyCode: 'long_term_firm',
    pricing: null,
    rules: zAvailabilityRules.parse({}),
    drafted: true,
    openUntil: null,
    suspendedFrom: 'live',
    isErased: false,
    sections: first(draftedSections(data), { id: data.draftedBy, kind: 'host' }),
    photos: [],
    registration: null,
    openEdits: {},
    safetyLosses: [],
  })

const evolve: Fold<ListingState, ListingEvent>['evolve'] = {
  ListingStarted: (_state, data) => ({
    status: 'draft',
    hostAccountId: data.hostAccountId,
    place: data.place,
    timezone: data.timezone,
    currency: data.currency,
    maxGuests: data.maxGuests,
    checkInTime: data.checkInTime,
    checkOutTime: data.checkOutTime,
    feeModel: data.feeModel,
    cancellationPolicyCode: data.cancellationPolicyCode,
    longTermPolicyCode: data.longTermPolicyCode,
    pricing: data.pricing,
    rules: data.rules,
    drafted: false,
    openUntil: null,
    suspendedFrom: 'live',
    isErased: false,
    sections: first(
      {
        description: { title: data.title },
        info: { maxGuests: data.maxGuests, bedrooms: data.bedrooms },
        checkInOut: { checkInFrom: data.checkInTime, checkOutBy: data.checkOutTime },
      },
      { id: data.hostAccountId, kind: 'service' },
    ),
    photos: [],
    registration: null,
    openEdits: {},
    safetyLosses: [],
  }),
  ListingDrafted: (_state, data) => draftedListing(data),
  ListingRelocated: (state, { after }) => change(state, after),
  ListingStageChanged: (state, { after }) => change(state, { status: after }),
  ListingPublished: (state) => change(state, { status: 'live' }),
  ListingPaused: (state) => change(state, { status: 'paused' }),
  ListingResumed: (state) => change(state, { status: 'live' }),
  ListingSuspended: (state) =>
    on(state, (listing) => ({
      ...listing,
      status: 'suspended',
      suspendedFrom: listing.status === 'paused' ? 'paused' : 'live',
    })),
  ListingReinstated: (state) => on(state, (listing) => ({ ...listing, status: listing.suspendedFrom })),
  ListingDelisted: (state, { effectiveOn }) =>
    on(state, (listing) => ({
      ...listing,
      status: 'delisted',
      openUntil: listing.status === 'live' ? effectiveOn : null,
    })),
  PricingChanged: (state, { after }) => change(state, { pricing: after }),
  AvailabilityRulesChanged: (state, { after }) => change(state, { rules: after }),
  CancellationPolicyChanged: (state, { after }) => change(state, { cancellationPolicyCode: after }),
  RegistrationRecorded: (state, { listingId: _listing, hostAccountId: _account, ...recorded }) =>
    change(state, { registration: { ...recorded, status: 'provided', rejectedBecause: null } }),
  RegistrationVerified: (state) =>
    on(state, (listing) => ({
      ...listing,
      registration: listing.registration && {
        ...listing.registration,
        status: 'verified',
        rejectedBecause: null,
      },
    })),
  RegistrationRejected: (state, { reason }) =>
    on(state, (listing) => ({
      ...listing,
      registration: listing.registration && {
        ...listing.registration,
        status: 'rejected',
        rejectedBecause: reason,
      },
    })),
  SafetyReviewed: (state) => change(state, { safetyLosses: [] }),
  ListingSectionChanged: changeSection,
  ListingSectionReverted: changeSection,
  ListingEditRequested: (state, { editId, section, before, after }) =>
    on(state, (listing) => ({
      ...listing,
      openEdits: { ...listing.openEdits, [editId]: { section, before, after } },
    })),
  ListingEditApproved: (state, { editId }) =>
    on(state, (listing) => ({ ...listing, openEdits: without(listing.openEdits, editId) })),
  ListingEditDeclined: (state, { editId }) =>
    on(state, (listing) => ({ ...listing, openEdits: without(listing.openEdits, editId) })),
  ListingEditWithdrawn: (state, { editId }) =>
    on(state, (listing) => ({ ...listing, openEdits: without(listing.openEdits, editId) })),
  ListingContentErased: (state) =>
    on(state, (listing) => ({
      ...listing,
      isErased: true,
      sections: Object.fromEntries(
        (Object.entries(listing.sections) as [SectionName, SectionState][]).map(([section, known]) => [
          section,
          withoutPersonal(section, known),
        ]),
      ),
    })),
  PhotoAdded: (state, data) => photos(state, { type: 'PhotoAdded', data }),
  PhotoPublished: (state, data) => photos(state, { type: 'PhotoPublished', data }),
  PhotoCaptioned: (state, data) => photos(state, { type: 'PhotoCaptioned', data }),
  PhotoRoomSet: (state, data) => photos(state, { type: 'PhotoRoomSet', data }),
  PhotosReordered: (state, data) => photos(state, { type: 'PhotosReordered', data }),
  PhotoRemoved: (state, data) => photos(state, { type: 'PhotoRemoved', data }),
}

export const listingFold: Fold<ListingState, ListingEvent> = {
  category: 'listing',
  initial: { status: 'none' },
  evolve,
}
