import type { SectionName } from '@hearth/contracts/listing'
import { OWNER } from '../../testing/given.ts'
import type { ListingFacts } from '../listing.facts.ts'
import { facts as listingFacts, ids } from './listingHistory.ts'

export const facts: ListingFacts = { ...listingFacts, cancellation: {} }

export const situation = { id: 'l', facts }

export const SAM = { id: 'sam', kind: 'host', role: 'cohost_full', name: 'Sam' } as const

export const bySam = { ...situation, actor: SAM }

export const address = {
  line1: '12 Warren Street',
  line2: null,
  city: 'Hudson',
  region: 'New York',
  postalCode: '12534',
  country: 'US',
}

export const geo = { lat: 42.25, lng: -73.79 }

export const createDraft = (more: object = {}) =>
  ({
    type: 'DraftListing',
    data: {
      address,
      geo: null,
      geoAccuracyMeters: null,
      pinConfirmed: false,
      propertyType: null,
      bedrooms: null,
      relationship: null,
      consentToList: null,
      feeModel: 'self_managed',
      ...more,
    },
  }) as const

export const drafted = (more: object = {}) =>
  ({
    type: 'ListingDrafted',
    data: {
      ...ids,
      place: 'Hudson, New York',
      timezone: 'America/New_York',
      currency: 'USD',
      feeModel: 'self_managed',
      sections: { info: { bedrooms: 2 }, location: {} },
      personal: { location: { address } },
      copiedFrom: null,
      draftedBy: OWNER.id,
      ...more,
    },
  }) as const

export const update = (section: SectionName, patch: object, baseVersion: number) =>
  ({ type: 'UpdateListingSection', data: { section, patch, baseVersion } }) as never

export const revert = (section: SectionName, toVersion: number) =>
  ({ type: 'RevertListingSection', data: { section, toVersion } }) as const

/** What a change of a section looks like in the log. */
export const changed = (
  section: SectionName,
  version: number,
  before: object,
  after: object,
  by: { id: string } = OWNER,
) =>
  ({
    type: 'ListingSectionChanged',
    data: {
      ...ids,
      section,
      version,
      before: before as never,
      after: after as never,
      personalBefore: null,
      personalAfter: null,
      changedBy: { id: by.id, kind: 'host' },
      editId: null,
    },
  }) as const
