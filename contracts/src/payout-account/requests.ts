import { z } from 'zod'
import { zTicketToken } from '../login/requests.ts'

/**
 * `POST /api/payout-alarm`: the token of the link in an email about a change. TICKET_INVALID, TICKET_EXPIRED,
 * TICKET_USED.
 */
export const zPayoutAlarm = z.strictObject({ token: zTicketToken })
/** What it stopped: the account's name. */
export const zPayoutAlarmed = z.strictObject({ accountName: z.string().nullable() })
