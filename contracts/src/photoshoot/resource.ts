import { z } from 'zod'
import { defineResource } from '../kernel/resource.ts'
import { zPhotoshoot, zSlot } from './photoshoot.ts'

/**
 * A listing's photo shoot. `id` is `derivePhotoshootId(listingId)`; a listing that never held a slot has no
 * row.
 */
export const zPhotoshootRow = zPhotoshoot.extend({ id: z.string(), startsAt: zPhotoshoot.shape.deliverBy })
export type PhotoshootRow = z.infer<typeof zPhotoshootRow>

export const photoshoots = defineResource({
  name: 'photoshoots',
  table: 'photoshoot',
  row: zPhotoshootRow,
  capability: 'photoshoot.read',
  visibility: {
    listingId: 'open',
    hostAccountId: 'open',
    region: 'open',
    status: 'open',
    held: 'open',
    slot: 'open',
    shootDayId: 'open',
    accessMethod: 'open',
    imagesDue: 'open',
    deliverBy: 'open',
    images: 'open',
    deliveredAt: 'open',
    approvedAt: 'open',
    reshoots: 'open',
    reshootFree: 'open',
    feesMinor: 'open',
    currency: 'open',
    id: 'open',
    startsAt: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['startsAt', 'status', 'deliverBy'],
  defaultSort: ['startsAt', 'ASC'],
  filter: { status: 'equals', listingId: 'equals', hostAccountId: 'equals', region: 'equals' },
  screens: { orders: { startsAt: 'Photoshoots of all accounts' } },
})

/**
 * `GET /api/listings/{id}/photoshoot-slots`: times that are free now. The home's time zone, minutes, and
 * images at least.
 */
export const zPhotoshootSlots = z.strictObject({
  timezone: z.string(),
  minutes: z.int(),
  images: z.int(),
  slots: z.array(zSlot),
})
export type PhotoshootSlots = z.infer<typeof zPhotoshootSlots>
