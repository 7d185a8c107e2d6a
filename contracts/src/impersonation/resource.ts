import { z } from 'zod'
import { zImpersonationMode, zImpersonationScope } from '../kernel/access.ts'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zEndReason, zImpersonationReason } from './messages.ts'

/** An impersonation as staff see it. `id` is also what the access log calls it. */
export const zImpersonationRow = z.strictObject({
  id: z.string(),
  targetAccountId: z.string(),
  staffUserId: z.string(),
  staffName: z.string(),
  mode: zImpersonationMode,
  scopes: z.array(zImpersonationScope),
  reason: zImpersonationReason,
  reasonText: z.string(),
  ticketRef: z.string().nullable(),
  state: z.enum(['requested', 'approved', 'denied', 'active', 'ended']),
  requestedAt: zInstant,
  approvedBy: z.string().nullable(),
  approvedHow: z.enum(['staff', 'host_code']).nullable(),
  deniedBy: z.string().nullable(),
  startedAt: zInstant.nullable(),
  expiresAt: zInstant.nullable(),
  extended: z.boolean(),
  endedAt: zInstant.nullable(),
  endReason: zEndReason.nullable(),
  pagesViewed: z.int(),
  actionsTaken: z.int(),
  commandsRefused: z.int(),
  /** Days after the end at which the host is told; null: at the end. */
  noticeDelayDays: z.int().nullable(),
  hostNotifiedAt: zInstant.nullable(),
})
export type ImpersonationRow = z.infer<typeof zImpersonationRow>

/** Requests to approve, and what became of them. */
export const impersonations = defineResource({
  name: 'impersonations',
  table: 'impersonation',
  row: zImpersonationRow,
  capability: 'impersonation.read',
  scope: 'platform',
  sort: ['requestedAt', 'startedAt', 'endedAt'],
  defaultSort: ['requestedAt', 'DESC'],
  filter: {
    state: 'equals',
    mode: 'equals',
    reason: 'equals',
    targetAccountId: 'equals',
    staffUserId: 'equals',
    requestedAt: 'range',
  },
  export: {
    requestedAt: 'Requested',
    staffName: 'Staff member',
    targetAccountId: 'Account',
    mode: 'Mode',
    reason: 'Reason',
    reasonText: 'In words',
    ticketRef: 'Ticket',
    state: 'State',
    startedAt: 'Started',
    endedAt: 'Ended',
    pagesViewed: 'Pages',
    actionsTaken: 'Actions',
    commandsRefused: 'Refused',
  },
})
