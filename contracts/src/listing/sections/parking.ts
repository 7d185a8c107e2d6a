import { z } from 'zod'
import { zMinorAmount } from '../../kernel/money.ts'
import { zText } from '../../kernel/text.ts'
import { defineSection } from './section.ts'

/** Where guests leave their car. */
export const zParking = defineSection({
  type: z.enum(['none', 'on_site_free', 'on_site_paid', 'street_free', 'street_paid', 'garage']),
  spaces: z.int().min(0).max(50),
  heightLimitCm: z.int().min(100).max(1_000),
  permitNeeded: z.boolean(),
  instructions: zText(0, 1_000),
  evCharger: z.boolean(),
  /** A day, minor units of the listing's currency. */
  priceMinor: zMinorAmount,
})
