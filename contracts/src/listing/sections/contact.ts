import { z } from 'zod'
import { zLine } from '../../kernel/text.ts'
import { zHours, zPhone } from './fields.ts'
import { defineSection } from './section.ts'

/** Whom guests reach. Numbers are proved by a code that is sent to them. */
export const zContact = defineSection({
  primary: z.strictObject({ name: zLine(1, 80), phone: zPhone, hours: zHours.nullable().default(null) }),
  backup: z.strictObject({ name: zLine(1, 80), phone: zPhone }),
  /** A person who can be at the door within the hour. */
  localContact: z.strictObject({ name: zLine(1, 80), phone: zPhone, minutesAway: z.int().min(0).max(60) }),
  /** ISO 639 codes, `pt` or `pt-BR`. */
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'must be a language such as en or pt-BR'))
    .max(10),
  preferredChannel: z.enum(['phone', 'sms', 'whatsapp', 'email']),
})
