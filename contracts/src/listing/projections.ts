import { categoryOfStream, idOfStream, streamOf } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { ListingEvent } from './messages.ts'
import { zListingRow, type ListingRow } from './resource.ts'

export const listingProjection = defineProjection<ListingRow>({
  name: 'listing',
  version: 1,
  row: zListingRow,
  streams: ({ id }) => [streamOf('listing', id)],
  keys: ({ stream }) => (categoryOfStream(stream) === 'listing' ? [idOfStream(stream)] : []),
  fold: foldBy<ListingRow, ListingEvent>({
    ListingStarted: (_row, event) => {
      const { listingId: id, ...facts } = event.data
      return { id, ...facts, status: 'draft', baseNightMinor: facts.pricing.baseNightMinor, pausedUntil: null, startedAt: occurredAtOf(event), publishedAt: null }
    },
    ListingPublished: (row, event) => row && { ...row, status: 'live', publishedAt: row.publishedAt ?? occurredAtOf(event) },
    ListingPaused: (row, { data }) => row && { ...row, status: 'paused', pausedUntil: data.until },
    ListingResumed: (row) => row && { ...row, status: 'live', pausedUntil: null },
    PricingChanged: (row, { data }) => row && { ...row, pricing: data.after, baseNightMinor: data.after.baseNightMinor },
    AvailabilityRulesChanged: (row, { data }) => row && { ...row, rules: data.after },
    CancellationPolicyChanged: (row, { data }) => row && { ...row, cancellationPolicyCode: data.after },
  }),
})
