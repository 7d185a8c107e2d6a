import { z } from 'zod'
import { zLocalTime } from '../../kernel/dates.ts'
import { zId } from '../../kernel/ids.ts'
import { zMinorAmount } from '../../kernel/money.ts'
import { zLine, zText } from '../../kernel/text.ts'
import { defineSection } from './section.ts'

export const zCheckInMethod = z.enum(['smart_lock', 'lockbox', 'keypad', 'in_person', 'doorman'])

/** How guests come in and leave; local times. */
export const zCheckInOut = defineSection({
  checkInFrom: zLocalTime,
  checkInTo: zLocalTime,
  /** Guests may arrive at any hour from `checkInFrom` on. */
  flexible: z.boolean(),
  method: zCheckInMethod,
  codeMode: z.enum(['static', 'per_booking']),
  steps: z.array(z.strictObject({ text: zText(5, 500), photoId: zId.nullable().default(null) })).max(10),
  checkOutBy: zLocalTime,
  checkOutTasks: z.array(zLine(2, 200)).max(5),
  /** The fee in minor units of the listing's currency. */
  earlyLate: z.strictObject({ allowed: z.boolean(), feeMinor: zMinorAmount.default(0) }),
})
