import { z } from 'zod'
import { defineResource } from '../kernel/resource.ts'
import { zPhotoshoot } from './photoshoot.ts'

/** A listing's photo shoot. `id` is `photoshootIdOf` the listing; a listing that never held a slot has no row. */
export const zPhotoshootRow = zPhotoshoot.extend({ id: z.string(), startsAt: zPhotoshoot.shape.deliverBy })
export type PhotoshootRow = z.infer<typeof zPhotoshootRow>

export const photoshoots = defineResource({
  name: 'photoshoots',
  table: 'photoshoot',
  row: zPhotoshootRow,
  capability: 'photoshoot.read',
  scope: 'tenant',
  listingField: 'listingId',
  sort: ['startsAt', 'status', 'deliverBy'],
  defaultSort: ['startsAt', 'ASC'],
  filter: { status: 'equals', listingId: 'equals', hostAccountId: 'equals', region: 'equals' },
})
