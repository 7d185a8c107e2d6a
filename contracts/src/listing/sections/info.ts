import { z } from 'zod'
import { zLine, zText } from '../../kernel/text.ts'
import { defineSection } from './section.ts'

/** How many people it sleeps, and the first thing they read. */
export const zInfo = defineSection({
  maxGuests: z.int().min(1).max(30),
  bedrooms: z.int().min(0).max(20),
  /** In halves: a bathroom without bath or shower counts 0.5. */
  bathrooms: z.number().min(0.5).max(20).multipleOf(0.5),
  /** What the team calls it; guests never see it. */
  internalName: zLine(2, 60),
  headlineIdea: zLine(2, 80),
  hostStory: zText(1, 1_000),
  wifi: z.strictObject({
    ssid: zLine(1, 32),
    password: zLine(8, 63).nullable().default(null),
    speedMbps: z.int().min(1).max(10_000).nullable().default(null),
  }),
})
