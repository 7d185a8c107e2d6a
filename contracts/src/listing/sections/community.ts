import { z } from 'zod'
import { zId } from '../../kernel/ids.ts'
import { zLine, zText } from '../../kernel/text.ts'
import { zHours, zQuiet } from './fields.ts'
import { defineSection } from './section.ts'

export const zSharedFacility = z.enum(['pool', 'gym', 'laundry'])

/** The building, its association, its neighbours. */
export const zCommunity = defineSection({
  buildingName: zLine(2, 80),
  gated: z.boolean(),
  doorman: z.boolean(),
  /** The association's rules, an uploaded file. */
  rulesFileId: zId,
  /** Whether the house or association allows short stays; unsure is checked by staff, no ends the case. */
  shortTermRental: z.enum(['yes', 'no', 'unsure']),
  quietHours: zQuiet,
  neighboursNote: zText(1, 1_000),
  /** Hours null: always open. */
  sharedFacilities: z
    .array(z.strictObject({ kind: zSharedFacility, hours: zHours.nullable().default(null) }))
    .max(3),
  wasteNote: zText(1, 500),
  /** 0 is Sunday. */
  wasteDays: z.array(z.int().min(0).max(6)).max(7),
  recyclingDays: z.array(z.int().min(0).max(6)).max(7),
  noiseSensor: z.boolean(),
})
