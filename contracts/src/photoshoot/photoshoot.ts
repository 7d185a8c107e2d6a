import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { zLine } from '../kernel/text.ts'

/** A listing has one photo shoot with all its appointments, under this id. */
export const derivePhotoshootId = (listingId: Id): Id => deriveId('photoshoot', listingId)

/**
 * A slot is held for a host this long while the details are filled in
 * (docs/domain/photoshoot.md#holding-a-slot).
 */
export const HOLD_MINUTES = 10
/** Moving or cancelling is free until this long before it begins. */
export const FREE_CHANGE_HOURS = 24
/**
 * Minor units of the listing's currency; for currencies without decimals 100 times the nominal, too
 * (docs/domain/money.md#nominal-amounts).
 */
export const LATE_CHANGE_FEE_MINOR = 7_500
export const NO_SHOW_FEE_MINOR = 7_500
/** What a first shoot costs hosts who manage their listing themselves, once its images are there. */
export const SHOOT_FEE_MINOR = 19_900
/** Images are delivered within this many business days. */
export const DELIVERY_BUSINESS_DAYS = 5

/** What a host gets ready; all of it is accepted with the appointment. */
export const PREPARATION = [
  'cleaned',
  'beds_made',
  'decluttered',
  'lights_work',
  'curtains_open',
  'cars_away',
  'personal_photos_away',
  'pets_away',
] as const

export const zSlot = z.strictObject({ startsAt: zInstant, endsAt: zInstant })
export type Slot = z.infer<typeof zSlot>

export const zAccess = z.strictObject({
  method: z.enum(['host_present', 'key_box', 'smart_lock', 'doorman']),
  note: zLine(1, 300).nullable(),
})
export type Access = z.infer<typeof zAccess>

/** An image that was delivered: an uploaded file. */
export const zShotImage = z.strictObject({ fileId: z.string(), caption: z.string().nullable() })

export const PHOTOSHOOT_STATUSES = [
  'not_requested',
  'scheduled',
  'in_progress',
  'shot',
  'delivered',
  'approved',
  'cancelled',
  'no_show',
  'reshoot_requested',
] as const
export const zPhotoshootStatus = z.enum(PHOTOSHOOT_STATUSES)
export type PhotoshootStatus = z.infer<typeof zPhotoshootStatus>

/** Whether a new appointment may be made. */
export const takesAppointment = (status: PhotoshootStatus): boolean =>
  status === 'not_requested' ||
  status === 'cancelled' ||
  status === 'no_show' ||
  status === 'reshoot_requested'

/** The state of a photo shoot: what decides, and the same in its row. */
export const zPhotoshoot = z.strictObject({
  listingId: z.string(),
  hostAccountId: z.string(),
  region: z.string(),
  status: zPhotoshootStatus,
  /** Kept for the host until it is confirmed or `until` is over. */
  held: z.strictObject({ slot: zSlot, shootDayId: z.string(), until: zInstant }).nullable(),
  slot: zSlot.nullable(),
  shootDayId: z.string().nullable(),
  accessMethod: zAccess.shape.method.nullable(),
  /** The smallest number of images to deliver. */
  imagesDue: z.int(),
  /** The last day of the promise, as an instant; null before it was shot. */
  deliverBy: zInstant.nullable(),
  images: z.array(zShotImage),
  deliveredAt: zInstant.nullable(),
  approvedAt: zInstant.nullable(),
  reshoots: z.int(),
  /** Whether the last one costs nothing. */
  reshootFree: z.boolean(),
  /** What it has cost so far, minor units of `currency`. */
  feesMinor: zMinorAmount,
  currency: zCurrency,
})
export type Photoshoot = z.infer<typeof zPhotoshoot>
