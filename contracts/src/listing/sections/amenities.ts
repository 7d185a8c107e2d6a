import { z } from 'zod'
import { zLocalDate } from '../../kernel/dates.ts'
import { zLine } from '../../kernel/text.ts'
import { AMENITY_CODES } from './amenityCatalogue.ts'
import { defineSection } from './section.ts'

export const zAmenityCode = z.enum(AMENITY_CODES)
export const zAmenityAnswer = z.enum(['yes', 'no', 'unsure'])
/** What children and guests may get hurt by; each is answered, yes being there is one. */
export const HAZARDS = [
  'pool_without_gate',
  'stairs_without_rail',
  'animals',
  'heights',
  'water_near',
] as const
export const zHazard = z.enum(HAZARDS)

/** What is there. By code, so that two people can answer at the same time. */
export const zAmenities = defineSection({
  answers: z.partialRecord(zAmenityCode, zAmenityAnswer.nullable()),
  /** By when something missing will be there. */
  fixBy: z.partialRecord(zAmenityCode, zLocalDate.nullable()),
  notes: z.partialRecord(zAmenityCode, zLine(1, 200).nullable()),
  hazards: z.partialRecord(zHazard, z.boolean().nullable()),
  pool: z.strictObject({
    type: z.enum(['private', 'shared']),
    heated: z.boolean().nullable().default(null),
    fenced: z.boolean().nullable().default(null),
    depthM: z.number().min(0.1).max(10).nullable().default(null),
    /** Months, 1 to 12; null: all year. */
    season: z
      .strictObject({ fromMonth: z.int().min(1).max(12), toMonth: z.int().min(1).max(12) })
      .nullable()
      .default(null),
  }),
  /** The host has gone over the whole catalogue. */
  confirmedComplete: z.boolean(),
})
