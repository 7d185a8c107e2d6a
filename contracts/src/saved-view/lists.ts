import { z } from 'zod'
import { bookings } from '../booking/resource.ts'
import type { Resource } from '../kernel/resource.ts'
import { listings } from '../listing/resource.ts'

export const zViewList = z.enum(['bookings', 'listings'])
export type ViewList = z.infer<typeof zViewList>

/** The lists of which views can be saved. */
export const VIEW_LISTS: Readonly<Record<ViewList, Resource>> = { bookings, listings }
