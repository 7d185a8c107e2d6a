import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zEvidence, zIncidentCategory, zIncidentStatus } from './incident.ts'

/** What was done, or added to the report afterwards. */
export const zIncidentEntry = z.strictObject({
  id: z.string(),
  kind: z.enum(['action', 'amendment']),
  text: z.string(),
  by: z.string(),
  at: zInstant,
})
export type IncidentEntry = z.infer<typeof zIncidentEntry>

/** Nights that are blocked because of it, until it is resolved. */
export const zSafetyHold = z.strictObject({
  blockId: z.string(),
  start: zLocalDate,
  end: zLocalDate,
  bookingIds: z.array(z.string()),
  lifted: z.boolean(),
})

export const zIncidentRow = z.strictObject({
  id: z.string(),
  code: z.string(),
  listingId: z.string(),
  hostAccountId: z.string(),
  bookingId: z.string().nullable(),
  category: zIncidentCategory,
  severity: z.int().min(1).max(4),
  status: zIncidentStatus,
  occurredAt: zInstant,
  description: z.string(),
  peopleHurt: z.boolean(),
  police: z.boolean(),
  fire: z.boolean(),
  /** What the authorities call the case. */
  authorityReference: z.string().nullable(),
  reportedBy: z.string(),
  reportedAt: zInstant,
  /** Until when staff acknowledge it; null once they have. */
  acknowledgeBy: zInstant.nullable(),
  /** Null until it was acknowledged. */
  acknowledgedInTime: z.boolean().nullable(),
  /** Who of the staff handles it. */
  assignee: z.string().nullable(),
  /** Who moved it to its present status, and when. */
  movedBy: z.string(),
  movedAt: zInstant,
  evidence: z.array(zEvidence.extend({ by: z.string(), at: zInstant })),
  entries: z.array(zIncidentEntry),
  holds: z.array(zSafetyHold),
  reimbursementIds: z.array(z.string()),
  /** How it was resolved. */
  summary: z.string().nullable(),
  /** Until when it can be reopened; null before it is resolved. */
  reopenUntil: zInstant.nullable(),
})
export type IncidentRow = z.infer<typeof zIncidentRow>

/** What lists have: texts and files are on an incident's own page. */
export const zListedIncidentRow = zIncidentRow.omit({
  description: true,
  authorityReference: true,
  evidence: true,
  entries: true,
  summary: true,
})
export type ListedIncidentRow = z.infer<typeof zListedIncidentRow>

/** What went wrong at the listings of an account (docs/domain/incident.md). */
export const incidents = defineResource({
  name: 'incidents',
  table: 'incident',
  row: zIncidentRow,
  listRow: zListedIncidentRow,
  capability: 'incident.read',
  visibility: {
    id: 'open',
    code: 'open',
    listingId: 'open',
    hostAccountId: 'open',
    bookingId: 'open',
    category: 'open',
    severity: 'open',
    status: 'open',
    occurredAt: 'open',
    description: 'incident.read',
    peopleHurt: 'open',
    police: 'open',
    fire: 'open',
    authorityReference: 'incident.read',
    reportedBy: 'open',
    reportedAt: 'open',
    acknowledgeBy: 'open',
    acknowledgedInTime: 'open',
    assignee: 'open',
    movedBy: 'open',
    movedAt: 'open',
    evidence: 'incident.read',
    entries: 'incident.read',
    holds: 'open',
    reimbursementIds: 'open',
    summary: 'incident.read',
    reopenUntil: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['severity', 'reportedAt', 'acknowledgeBy', 'movedAt', 'status'],
  defaultSort: ['reportedAt', 'DESC'],
  filter: {
    severity: 'equals',
    status: 'equals',
    category: 'equals',
    listingId: 'equals',
    hostAccountId: 'equals',
    bookingId: 'equals',
    acknowledgeBy: 'range',
    code: 'equals',
  },
  screens: {
    orders: { reportedAt: 'Incidents of all accounts' },
    finds: {
      listingId: 'Incidents of a listing',
      bookingId: 'Incident of a booking',
      code: 'Lookup by code',
    },
    queues: {
      status: { values: ['reported', 'acknowledged', 'in_progress'], screen: 'Open incidents, staff queue' },
    },
  },
})
