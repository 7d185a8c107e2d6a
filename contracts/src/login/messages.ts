import { zId } from '../kernel/ids.ts'
import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'

/** What a ticket is good for, and for how many seconds (docs/domain/login.md#links). */
export const TICKET_S = {
  email_login: 15 * 60,
  password_reset: 30 * 60,
  mobile_handoff: 60,
  invitation: 7 * 86_400,
  onboarding_invite: 7 * 86_400,
  /** Signs no one in: it stops an account's payouts (docs/domain/payout-account.md#notices). */
  payout_alarm: 7 * 86_400,
} as const
export type TicketPurpose = keyof typeof TICKET_S
export const zTicketPurpose = z.enum(Object.keys(TICKET_S) as [TicketPurpose, ...TicketPurpose[]])
/** Those that open a session. */
export const zLoginPurpose = zTicketPurpose.exclude(['payout_alarm'])
export type LoginPurpose = z.infer<typeof zLoginPurpose>
export const zVoidCause = z.enum(['newer', 'withdrawn', 'password_changed', 'erased'])

const ticketId = z.string()
const issued = {
  purpose: zTicketPurpose,
  /** The person's id, or an id derived from the address of a person who is not known yet. */
  subject: z.string(),
  /** Absent where the person is known by their id. */
  email: z.string().nullable(),
  redirect: z.string().nullable(),
  expiresAt: zInstant,
}
const where = { address: z.string(), userAgent: z.string() }
const internal = {
  capability: 'account.create',
  ifMatch: 'none',
  stream: { by: 'platform', id: zId },
} as const

/**
 * A link that signs a person in once (docs/domain/login.md#links). The token and its hash are in schema `app`
 * only. All commands are internal steps.
 */
export const loginTicket = defineAggregate({
  category: 'loginTicket',
  events: {
    TicketIssued: {
      version: 1,
      schema: z.strictObject({ ticketId, ...issued }),
      personal: { email: 'subject' },
    },
    TicketRedeemed: {
      version: 1,
      schema: z.strictObject({ ticketId, subject: z.string(), userId: z.string(), ...where }),
      personal: { address: 'userId', userAgent: 'userId' },
    },
    TicketVoided: { version: 1, schema: z.strictObject({ ticketId, why: zVoidCause }) },
    TicketExpired: { version: 1, schema: z.strictObject({ ticketId }) },
  },
  commands: {
    IssueTicket: { schema: z.strictObject(issued), ...internal },
    RedeemTicket: { schema: z.strictObject({ userId: z.string(), ...where }), ...internal },
    VoidTicket: { schema: z.strictObject({ why: zVoidCause }), ...internal },
    ExpireTicket: { schema: z.strictObject({}), ...internal },
  },
})
export type LoginTicketEvent = EventsOf<typeof loginTicket>
export type LoginTicketCommand = CommandsOf<typeof loginTicket>
