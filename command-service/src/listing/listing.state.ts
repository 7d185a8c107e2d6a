import type { LocalDate } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import {
  draftedSections,
  formatAddress,
  fromStored,
  photosAfter,
  safetyLossesAfter,
  zAvailabilityRules,
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
import { changeOverrides, NO_OVERRIDES, type OverrideState } from './overrideState.ts'
import {
  changeSectionState,
  createSections,
  erasePersonalFields,
  UNTOUCHED,
  type Changer,
  type SectionState,
  type SectionStates,
} from './sectionState.ts'

type Details = OfType<ListingEvent, 'ListingStarted'>['data']
/** The part of a listing that bookings and the calendar use. */
export type StartedListing = Readonly<{
  status: ListingStatus
  pricing: Pricing | null
  /** Delisted while live, it takes stays that end by this day. */
  openUntil: LocalDate | null
}> &
  Pick<OverrideState, 'overrides'> &
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
export type OpenEdit = Readonly<{ section: EditPart; before: Fields; after: Fields }>

export type Listing = StartedListing &
  OverrideState &
  Readonly<{
    place: string
    /** It began with `ListingDrafted`: it goes live when every go-live condition holds. */
    drafted: boolean
    /** Its personal fields have been erased. */
    isErased: boolean
    suspendedFrom: 'live' | 'paused'
    sections: SectionStates
    photos: readonly ListingPhoto[]
    registration: Registration | null
    openEdits: Readonly<Record<string, OpenEdit>>
    /** Changes that made it less safe while it was live. */
    safetyLosses: readonly SafetyLoss[]
  }>
export type ListingState = Readonly<{ status: 'none' }> | Listing

export const sectionStateOf = (state: Listing, section: SectionName): SectionState =>
  state.sections[section] ?? UNTOUCHED
/** The listing's content, in the form that rules take. */
export const contentOf = (state: Listing): Sections =>
  Object.fromEntries(Object.entries(state.sections).map(([section, { values }]) => [section, values]))

/** The address on one line; the name of the place where none is known. */
export const formatPlace = (listing: Listing): string => {
  const address = contentOf(listing).location?.address
  return address == null ? listing.place : `${formatAddress(address)}, ${address.country}`
}

/** Changes an existing listing; without one, events change nothing. */
const change = (state: ListingState, part: Partial<Listing>): ListingState =>
  state.status === 'none' ? state : { ...state, ...part }
const on = (state: ListingState, next: (state: Listing) => Listing): ListingState =>
  state.status === 'none' ? state : next(state)

/** Copies the terms that sections contain to where bookings and the calendar read them. */
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
        [data.section]: changeSectionState(
          data.section,
          sectionStateOf(listing, data.section),
          fromStored(data),
          data.changedBy,
        ),
      },
      safetyLosses: safetyLossesAfter(listing.status, listing.safetyLosses, data.section, data),
    }),
  )

const changeRegistration = (state: ListingState, part: Partial<Registration>): ListingState =>
  on(state, (listing) => ({
    ...listing,
    registration: listing.registration && { ...listing.registration, ...part },
  }))
const closeEdit = (state: ListingState, { editId }: Readonly<{ editId: string }>): ListingState =>
  on(state, (listing) => {
    const { [editId]: _closed, ...openEdits } = listing.openEdits
    return { ...listing, openEdits }
  })
const changePhotos = (state: ListingState, event: PhotoEvent) =>
  on(state, (listing) => ({ ...listing, photos: photosAfter(listing.photos, event) }))

/** What is the same in every new listing. */
const NEW_LISTING = {
  status: 'draft',
  openUntil: null,
  suspendedFrom: 'live',
  isErased: false,
  photos: [],
  registration: null,
  openEdits: {},
  safetyLosses: [],
  ...NO_OVERRIDES,
} as const

/** A listing after its first answer, or after it was duplicated. */
export const draftedListing = (data: OfType<ListingEvent, 'ListingDrafted'>['data']): Listing =>
  withTerms({
    ...NEW_LISTING,
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
    sections: createSections(draftedSections(data), { id: data.draftedBy, kind: 'host' }),
  })

const evolve: Fold<ListingState, ListingEvent>['evolve'] = {
  ListingStarted: (_state, data) => ({
    ...NEW_LISTING,
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
    sections: createSections(
      {
        description: { title: data.title },
        info: { maxGuests: data.maxGuests, bedrooms: data.bedrooms },
        checkInOut: { checkInFrom: data.checkInTime, checkOutBy: data.checkOutTime },
      },
      { id: data.hostAccountId, kind: 'service' },
    ),
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
  NightOverridesChanged: (state, data, at) =>
    on(state, (old) => ({ ...old, ...changeOverrides(old, data, at) })),
  AvailabilityRulesChanged: (state, { after }) => change(state, { rules: after }),
  CancellationPolicyChanged: (state, { after }) => change(state, { cancellationPolicyCode: after }),
  RegistrationRecorded: (state, { listingId: _listing, hostAccountId: _account, ...recorded }) =>
    change(state, { registration: { ...recorded, status: 'provided', rejectedBecause: null } }),
  RegistrationVerified: (state) => changeRegistration(state, { status: 'verified', rejectedBecause: null }),
  RegistrationRejected: (state, { reason }) =>
    changeRegistration(state, { status: 'rejected', rejectedBecause: reason }),
  SafetyReviewed: (state) => change(state, { safetyLosses: [] }),
  ListingSectionChanged: changeSection,
  ListingSectionReverted: changeSection,
  ListingEditRequested: (state, { editId, section, before, after }) =>
    on(state, (listing) => ({
      ...listing,
      openEdits: { ...listing.openEdits, [editId]: { section, before, after } },
    })),
  ListingEditApproved: closeEdit,
  ListingEditDeclined: closeEdit,
  ListingEditWithdrawn: closeEdit,
  ListingContentErased: (state) =>
    on(state, (listing) => ({
      ...listing,
      isErased: true,
      sections: erasePersonalFields(listing.sections),
    })),
  PhotoAdded: (state, data) => changePhotos(state, { type: 'PhotoAdded', data }),
  PhotoPublished: (state, data) => changePhotos(state, { type: 'PhotoPublished', data }),
  PhotoCaptioned: (state, data) => changePhotos(state, { type: 'PhotoCaptioned', data }),
  PhotoRoomSet: (state, data) => changePhotos(state, { type: 'PhotoRoomSet', data }),
  PhotosReordered: (state, data) => changePhotos(state, { type: 'PhotosReordered', data }),
  PhotoRemoved: (state, data) => changePhotos(state, { type: 'PhotoRemoved', data }),
}

export const listingFold: Fold<ListingState, ListingEvent> = {
  category: 'listing',
  initial: { status: 'none' },
  evolve,
}
