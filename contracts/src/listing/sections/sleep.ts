import { z } from 'zod'
import { zCode, zLine } from '../../kernel/text.ts'
import { defineSection } from './section.ts'

export const zBedType = z.enum([
  'king',
  'queen',
  'double',
  'single',
  'sofa_bed',
  'bunk',
  'crib',
  'floor_mattress',
  'toddler',
])
export type BedType = z.infer<typeof zBedType>

/**
 * Sleepers of one bed; a bunk is two levels of one, cribs and toddler beds count for nobody
 * (docs/domain/listing.md#content).
 */
export const SLEEPERS: Readonly<Record<BedType, number>> = {
  king: 2,
  queen: 2,
  double: 2,
  sofa_bed: 2,
  single: 1,
  bunk: 2,
  floor_mattress: 1,
  crib: 0,
  toddler: 0,
}

const MAX_BEDS = 50

export const zRoom = z.strictObject({
  /** Made by whoever adds the room; photos name it. */
  id: zCode(36),
  name: zLine(1, 60).nullable().default(null),
  roomType: z.enum(['bedroom', 'living_room', 'other']),
  beds: z.array(z.strictObject({ type: zBedType, count: z.int().min(1).max(10) })).max(9),
  ensuite: z.boolean().nullable().default(null),
  blackout: z.boolean().nullable().default(null),
  heating: z.boolean().nullable().default(null),
  airConditioning: z.boolean().nullable().default(null),
})
export type Room = z.infer<typeof zRoom>

const bedsOf = (rooms: readonly Room[]) =>
  rooms.reduce((all, { beds }) => all + beds.reduce((sum, { count }) => sum + count, 0), 0)

/** Where everybody sleeps, room by room. */
export const zSleep = defineSection({
  rooms: z
    .array(zRoom)
    .max(30)
    .refine((rooms) => new Set(rooms.map(({ id }) => id)).size === rooms.length, 'must name each room once')
    .refine((rooms) => bedsOf(rooms) <= MAX_BEDS, `must have at most ${MAX_BEDS} beds`),
})
