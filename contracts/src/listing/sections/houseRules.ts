import { z } from 'zod'
import { zText } from '../../kernel/text.ts'
import { zQuiet } from './fields.ts'
import { defineSection } from './section.ts'

/** What guests agree to. A stricter rule binds new bookings only (docs/domain/listing.md#content). */
export const zHouseRules = defineSection({
  pets: z.boolean(),
  maxPets: z.int().min(0).max(5),
  smoking: z.boolean(),
  events: z.boolean(),
  quietHours: zQuiet,
  childrenOk: z.boolean(),
  additional: zText(0, 1_000),
})
