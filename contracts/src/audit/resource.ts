import { z } from 'zod'
import { zImpersonationMode, zImpersonationScope } from '../kernel/access.ts'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'

/**
 * One line of an access: a page viewed, a command performed or refused, records read. `text` is a route, an
 * event's type, a command or a resource.
 */
export const zAccessEntry = z.strictObject({
  at: zInstant,
  kind: z.enum(['page', 'action', 'refused', 'read']),
  text: z.string(),
  recordIds: z.array(z.string()),
})
export type AccessEntry = z.infer<typeof zAccessEntry>

/** Entries kept with an access; `entryCount` says how many there were. The events have them all. */
export const MAX_ENTRIES = 500

/**
 * A member of staff accessed an account: while impersonating (`impersonation`), or by reading its records as
 * staff (`staff`).
 */
export const zAccessRow = z.strictObject({
  id: z.string(),
  kind: z.enum(['impersonation', 'staff']),
  hostAccountId: z.string(),
  staffUserId: z.string(),
  staffName: z.string(),
  at: zInstant,
  endedAt: zInstant.nullable(),
  mode: zImpersonationMode.nullable(),
  scopes: z.array(zImpersonationScope),
  reason: z.string().nullable(),
  reasonText: z.string().nullable(),
  ticketRef: z.string().nullable(),
  state: z.enum(['requested', 'active', 'ended']),
  entries: z.array(zAccessEntry),
  entryCount: z.int(),
  /**
   * Not before it has begun and, in a review of fraud or for the law, not before the host was notified
   * (docs/domain/impersonation.md#record-and-notice).
   */
  hostSees: z.boolean(),
})
export type AccessRow = z.infer<typeof zAccessRow>

/**
 * Each access of staff to the account: its owner sees all of the account's entries, staff their own, admin
 * and auditor all (docs/domain/audit.md#access-log).
 */
export const accessLog = defineResource({
  name: 'access-log',
  table: 'access_log',
  row: zAccessRow,
  capability: 'access-log.read',
  visibility: {
    id: 'open',
    kind: 'open',
    hostAccountId: 'open',
    staffUserId: 'open',
    staffName: 'access-log.read',
    at: 'open',
    endedAt: 'open',
    mode: 'open',
    scopes: 'open',
    reason: 'open',
    reasonText: 'access-log.read',
    ticketRef: 'access-log.read',
    state: 'open',
    entries: 'open',
    entryCount: 'open',
    hostSees: 'open',
  },
  scope: 'tenant',
  unaudited: 'Reading the access log would add to it each time.',
  listings: 'whole account',
  ownRows: { field: 'staffUserId', unless: 'audit.read' },
  sort: ['at', 'endedAt'],
  defaultSort: ['at', 'DESC'],
  filter: { kind: 'equals', mode: 'equals', staffUserId: 'equals', hostAccountId: 'equals', at: 'range' },
  screens: { orders: { at: 'Staff access report' }, finds: { staffUserId: 'Staff access of one person' } },
  export: {
    at: 'When',
    staffName: 'Who',
    kind: 'How',
    mode: 'Mode',
    reason: 'Reason',
    reasonText: 'In words',
    ticketRef: 'Ticket',
    endedAt: 'Until',
    entryCount: 'Looks',
  },
})
