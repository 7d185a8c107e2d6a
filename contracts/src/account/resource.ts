import { z } from 'zod'
import { zHostRole } from '../kernel/access.ts'
import { zInstant } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { defineResource } from '../kernel/resource.ts'
import { zSubjectKind } from './messages.ts'
import { zNotificationChoice, zQuietHours } from './notifications.ts'
import { zOwnerChangeKind } from './ownerChanges.ts'

/** Ownership on its way from one member to another. `effectiveAt` is set once the other has confirmed. */
export const zOwnershipTransfer = z.strictObject({
  id: z.string(),
  fromMemberId: z.string(),
  toMemberId: z.string(),
  state: z.enum(['requested', 'confirmed']),
  requestedAt: zInstant,
  expiresAt: zInstant,
  effectiveAt: zInstant.nullable(),
})

/** A host account as people and staff see it. */
export const zAccountRow = z.strictObject({
  id: z.string(),
  displayName: z.string(),
  kind: z.enum(['individual', 'company']),
  country: z.string(),
  defaultCurrency: zCurrency,
  timezone: z.string(),
  status: z.enum(['open', 'closed']),
  contactEmail: z.string().nullable(),
  contactPhone: z.string().nullable(),
  legalName: z.string().nullable(),
  legalAddress: z.string().nullable(),
  companyNumber: z.string().nullable(),
  transfer: zOwnershipTransfer.nullable(),
  openedAt: zInstant,
  closedAt: zInstant.nullable(),
})
export type AccountRow = z.infer<typeof zAccountRow>

export const accounts = defineResource({
  name: 'accounts',
  table: 'account',
  row: zAccountRow,
  capability: 'account.read',
  visibility: {
    id: 'open',
    displayName: 'account.name',
    kind: 'open',
    country: 'open',
    defaultCurrency: 'open',
    timezone: 'open',
    status: 'open',
    contactEmail: 'account.legal',
    contactPhone: 'account.legal',
    legalName: 'account.legal',
    legalAddress: 'account.legal',
    companyNumber: 'account.legal',
    transfer: 'open',
    openedAt: 'open',
    closedAt: 'open',
  },
  scope: 'tenant',
  listings: { everyone: 'Its name, time zone and currency are on every page; the rest has a capability.' },
  sort: ['displayName', 'openedAt'],
  defaultSort: ['displayName', 'ASC'],
  filter: { country: 'equals', status: 'equals', q: { search: ['displayName'] } },
  screens: {
    orders: { displayName: 'Accounts that staff choose from' },
    finds: { q: 'Search for an account' },
  },
})

/** A person who is invited to an account, belongs to it or used to. `listingIds` null is every listing. */
export const zMemberRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  /** Null until the invitation is accepted. */
  userId: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string(),
  role: zHostRole,
  listingIds: z.array(z.string()).nullable(),
  /** An invitation past `expiresAt` can no longer be accepted. */
  status: z.enum(['invited', 'active', 'withdrawn', 'removed', 'left']),
  invitedAt: zInstant.nullable(),
  invitedBy: z.string().nullable(),
  expiresAt: zInstant.nullable(),
  joinedAt: zInstant.nullable(),
  endedAt: zInstant.nullable(),
  choices: z.array(zNotificationChoice),
  quietHours: zQuietHours.nullable(),
})
export type MemberRow = z.infer<typeof zMemberRow>

/**
 * The team. What a member may see of their own membership without seeing the team is `GET
 * /api/account/membership`.
 */
export const members = defineResource({
  name: 'members',
  table: 'member',
  row: zMemberRow,
  capability: 'team.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    userId: 'open',
    name: 'team.read',
    email: 'team.read',
    role: 'open',
    listingIds: 'open',
    status: 'open',
    invitedAt: 'open',
    invitedBy: 'open',
    expiresAt: 'open',
    joinedAt: 'open',
    endedAt: 'open',
    choices: 'open',
    quietHours: 'open',
  },
  scope: 'tenant',
  listings: { list: 'listingIds' },
  sort: ['role', 'status', 'joinedAt', 'invitedAt'],
  defaultSort: ['role', 'ASC'],
  filter: { hostAccountId: 'equals', status: 'equals', role: 'equals', userId: 'equals' },
})

/**
 * `GET /api/account/membership`: one's own membership of the account; null for a person whom the log does not
 * know.
 */
export const zMembership = z.strictObject({
  membership: zMemberRow
    .pick({ id: true, role: true, listingIds: true, joinedAt: true, choices: true, quietHours: true })
    .nullable(),
})
export type Membership = z.infer<typeof zMembership>

/** A member's request for a permission, for the owners to decide. */
export const zPermissionRequestRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  memberId: z.string(),
  userId: z.string(),
  capability: z.string(),
  text: z.string().nullable(),
  status: z.enum(['open', 'accepted', 'declined']),
  requestedAt: zInstant,
  decidedAt: zInstant.nullable(),
  decidedBy: z.string().nullable(),
})
export type PermissionRequestRow = z.infer<typeof zPermissionRequestRow>

export const permissionRequests = defineResource({
  name: 'permission-requests',
  table: 'permission_request',
  row: zPermissionRequestRow,
  capability: 'team.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    memberId: 'open',
    userId: 'open',
    capability: 'open',
    text: 'team.read',
    status: 'open',
    requestedAt: 'open',
    decidedAt: 'open',
    decidedBy: 'open',
  },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['requestedAt', 'status'],
  defaultSort: ['requestedAt', 'DESC'],
  filter: { status: 'equals', memberId: 'equals', capability: 'equals' },
})

/**
 * A copy of the account's data. `GET /api/data-exports/{id}/download` hands it out after a fresh proof, until
 * `expiresAt`.
 */
export const zDataExportRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  requestedBy: z.string(),
  status: z.enum(['preparing', 'ready', 'withdrawn']),
  requestedAt: zInstant,
  readyAt: zInstant.nullable(),
  expiresAt: zInstant.nullable(),
  files: z.int(),
  rows: z.int(),
  bytes: z.int(),
})
export type DataExportRow = z.infer<typeof zDataExportRow>

export const dataExports = defineResource({
  name: 'data-exports',
  table: 'data_export',
  row: zDataExportRow,
  capability: 'account.exports',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    requestedBy: 'open',
    status: 'open',
    requestedAt: 'open',
    readyAt: 'open',
    expiresAt: 'open',
    files: 'open',
    rows: 'open',
    bytes: 'open',
  },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['requestedAt'],
  defaultSort: ['requestedAt', 'DESC'],
  filter: { status: 'equals' },
})

/**
 * An erasure, from the request to the proof. `keyDestroyedAt` is the instant after which nothing could be
 * opened.
 */
export const zErasureRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  kind: zSubjectKind,
  subjectId: z.string(),
  /** The ids under which the person's keys were kept. */
  subjects: z.array(z.string()),
  status: z.enum(['running', 'done']),
  requestedBy: z.string(),
  requestedAt: zInstant,
  keyDestroyedAt: zInstant.nullable(),
})
export type ErasureRow = z.infer<typeof zErasureRow>

export const erasures = defineResource({
  name: 'erasures',
  table: 'erasure',
  row: zErasureRow,
  capability: 'account.exports',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    kind: 'open',
    subjectId: 'open',
    subjects: 'open',
    status: 'open',
    requestedBy: 'open',
    requestedAt: 'open',
    keyDestroyedAt: 'open',
  },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['requestedAt'],
  defaultSort: ['requestedAt', 'DESC'],
  filter: { status: 'equals', kind: 'equals' },
})

/** A change of owners that staff proposed, from the proposal to its outcome. */
export const zOwnerChangeRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  kind: zOwnerChangeKind,
  memberId: z.string(),
  /** Of a person who is to be invited. */
  email: z.string().nullable(),
  role: zHostRole.nullable(),
  reasonText: z.string(),
  /** A proposal past `expiresAt` can no longer be approved. */
  state: z.enum(['proposed', 'approved', 'declined', 'stopped', 'completed', 'lapsed']),
  proposedBy: z.string(),
  proposedAt: zInstant,
  expiresAt: zInstant,
  approvedBy: z.string().nullable(),
  approvedAt: zInstant.nullable(),
  effectiveAt: zInstant.nullable(),
  closedAt: zInstant.nullable(),
})
export type OwnerChangeRow = z.infer<typeof zOwnerChangeRow>

export const ownerChanges = defineResource({
  name: 'owner-changes',
  table: 'owner_change',
  row: zOwnerChangeRow,
  capability: 'team.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    kind: 'open',
    memberId: 'open',
    email: 'team.read',
    role: 'open',
    reasonText: 'team.read',
    state: 'open',
    proposedBy: 'open',
    proposedAt: 'open',
    expiresAt: 'open',
    approvedBy: 'open',
    approvedAt: 'open',
    effectiveAt: 'open',
    closedAt: 'open',
  },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['proposedAt', 'state'],
  defaultSort: ['proposedAt', 'DESC'],
  filter: { state: 'equals', hostAccountId: 'equals' },
  screens: { orders: { proposedAt: 'Owner changes report' } },
})
