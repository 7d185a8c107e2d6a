import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zNightOverride } from './nightOverrides.ts'

/** One night whose price or rules differ from the listing's. `id` is `<listingId>/<date>`. */
export const zNightOverrideRow = z.strictObject({
  ...zNightOverride.shape,
  id: z.string(),
  listingId: z.string(),
  date: zLocalDate,
  changedBy: z.string(),
  changedAt: zInstant,
})
export type NightOverrideRow = z.infer<typeof zNightOverrideRow>

export const nightOverrides = defineResource({
  name: 'night-overrides',
  table: 'night_override',
  row: zNightOverrideRow,
  capability: 'calendar.read',
  visibility: {
    id: 'open',
    listingId: 'open',
    date: 'open',
    price: 'listing.price',
    minNights: 'open',
    closedToArrival: 'open',
    closedToDeparture: 'open',
    changedBy: 'open',
    changedAt: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['date'],
  defaultSort: ['date', 'ASC'],
  filter: { listingId: 'equals', date: 'range' },
})
