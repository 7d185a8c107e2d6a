import { idOfStream, formatStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import { erased, ERASED } from '../kernel/erased.ts'
import { readErasure } from './erasure.ts'
import type { AccountEvent } from './messages.ts'
import { mergeChoices } from './notifications.ts'
import {
  zAccountRow,
  zDataExportRow,
  zErasureRow,
  zMemberRow,
  zOwnerChangeRow,
  zPermissionRequestRow,
  type AccountRow,
  type DataExportRow,
  type ErasureRow,
  type MemberRow,
  type OwnerChangeRow,
  type PermissionRequestRow,
} from './resource.ts'

/** Where each row is. */
const categories = ['hostAccount']
const ofAccount = (row: Readonly<Record<string, unknown>>) => [
  formatStream('hostAccount', String(row['hostAccountId'])),
]

/** The rows that an event names in these fields of its data, and those that an erasure names. */
const namedIn =
  (...fields: readonly string[]) =>
  (event: RecordedEvent): readonly string[] => {
    const data = event.data as Readonly<Record<string, unknown>>
    return [
      ...fields.flatMap((field) => (typeof data[field] === 'string' ? [data[field]] : [])),
      ...(readErasure(event)?.records ?? []),
    ]
  }

export const accountProjection = defineProjection<AccountRow>({
  name: 'account',
  version: 3,
  row: zAccountRow,
  streams: ({ id }) => [formatStream('hostAccount', id)],
  categories,
  keys: ({ stream }) => [idOfStream(stream)],
  personal: ['displayName', 'contactEmail', 'contactPhone', 'legalName', 'legalAddress', 'companyNumber'],
  fold: foldBy<AccountRow, AccountEvent>({
    AccountOpened: (_row, event) => {
      const { hostAccountId: id, ...details } = event.data
      const later = {
        contactEmail: null,
        contactPhone: null,
        legalName: null,
        legalAddress: null,
        companyNumber: null,
        transfer: null,
        closedAt: null,
      }
      return { id, ...details, ...later, status: 'open', openedAt: occurredAtOf(event) }
    },
    AccountRenamed: (row, { data }) => row && { ...row, displayName: data.displayName },
    AccountProfileChanged: (row, { data: { hostAccountId: _account, ...profile } }) =>
      row && { ...row, ...profile },
    LegalIdentityChanged: (row, { data: { hostAccountId: _account, ...legal } }) =>
      row && { ...row, ...legal },
    OwnershipTransferRequested: (row, event) => {
      const { transferId: id, fromMemberId, toMemberId, expiresAt } = event.data
      return (
        row && {
          ...row,
          transfer: {
            id,
            fromMemberId,
            toMemberId,
            state: 'requested',
            requestedAt: occurredAtOf(event),
            expiresAt,
            effectiveAt: null,
          },
        }
      )
    },
    OwnershipTransferConfirmed: (row, { data: { effectiveAt } }) =>
      row && { ...row, transfer: row.transfer && { ...row.transfer, state: 'confirmed', effectiveAt } },
    OwnershipTransferCancelled: (row) => row && { ...row, transfer: null },
    OwnershipTransferred: (row) => row && { ...row, transfer: null },
    AccountClosed: (row, event) =>
      row && { ...row, status: 'closed', transfer: null, closedAt: occurredAtOf(event) },
    SubjectErased: (row, { data: { subjects } }) => {
      if (row === undefined || !subjects.includes(row.id)) return row
      const { contactEmail, contactPhone, legalName, legalAddress, companyNumber } = row
      const gone = {
        displayName: ERASED,
        contactEmail: erased(contactEmail),
        contactPhone: erased(contactPhone),
        legalName: erased(legalName),
        legalAddress: erased(legalAddress),
        companyNumber: erased(companyNumber),
      }
      return { ...row, ...gone }
    },
  }),
})

const ended =
  (status: 'withdrawn' | 'removed' | 'left') => (row: MemberRow | undefined, event: RecordedEvent) =>
    row && { ...row, status, endedAt: occurredAtOf(event) }

export const memberProjection = defineProjection<MemberRow>({
  name: 'member',
  version: 1,
  row: zMemberRow,
  streams: ofAccount,
  categories,
  keys: (event) =>
    event.type === 'PermissionRequested' ? [] : namedIn('memberId', 'fromMemberId', 'toMemberId')(event),
  personal: ['email', 'name'],
  fold: foldBy<MemberRow, AccountEvent>({
    MemberInvited: (_row, event) => {
      const { memberId: id, hostAccountId, email, role, listingIds, expiresAt } = event.data
      const later = { userId: null, name: null, joinedAt: null, endedAt: null, choices: [], quietHours: null }
      return {
        id,
        hostAccountId,
        email,
        role,
        listingIds,
        expiresAt,
        status: 'invited',
        invitedAt: occurredAtOf(event),
        invitedBy: event.metadata['actorId'] ?? null,
        ...later,
      }
    },
    InvitationWithdrawn: ended('withdrawn'),
    MemberJoined: (row, event) => {
      const { memberId: id, ...joined } = event.data
      const before = row ?? { invitedAt: null, invitedBy: null, endedAt: null, choices: [], quietHours: null }
      return { ...before, id, ...joined, status: 'active', expiresAt: null, joinedAt: occurredAtOf(event) }
    },
    MemberChanged: (row, { data: { role, listingIds } }) => row && { ...row, role, listingIds },
    MemberRemoved: (row, event) => ended(event.data.reason)(row, event),
    NotificationsChosen: (row, { data: { choices, quietHours } }) =>
      row && { ...row, choices: mergeChoices(row.choices, choices), quietHours },
    OwnershipTransferred: (row, { data: { toMemberId } }, key) =>
      row && { ...row, role: key === toMemberId ? 'owner' : 'cohost_full', listingIds: null },
    SubjectErased: (row) => row && { ...row, email: erased(row.email), name: erased(row.name) },
  }),
})

const decided =
  (status: 'accepted' | 'declined') => (row: PermissionRequestRow | undefined, event: RecordedEvent) =>
    row && { ...row, status, decidedAt: occurredAtOf(event), decidedBy: event.metadata['actorId'] ?? null }

export const permissionRequestProjection = defineProjection<PermissionRequestRow>({
  name: 'permission_request',
  version: 1,
  row: zPermissionRequestRow,
  streams: ofAccount,
  categories,
  keys: namedIn('requestId'),
  personal: ['text'],
  fold: foldBy<PermissionRequestRow, AccountEvent>({
    PermissionRequested: (_row, event) => {
      const { requestId: id, ...asked } = event.data
      return {
        id,
        ...asked,
        status: 'open',
        requestedAt: occurredAtOf(event),
        decidedAt: null,
        decidedBy: null,
      }
    },
    PermissionRequestAccepted: decided('accepted'),
    PermissionRequestDeclined: decided('declined'),
    SubjectErased: (row) => row && { ...row, text: erased(row.text) },
  }),
})

export const dataExportProjection = defineProjection<DataExportRow>({
  name: 'data_export',
  version: 1,
  row: zDataExportRow,
  streams: ofAccount,
  categories,
  keys: namedIn('exportId'),
  fold: foldBy<DataExportRow, AccountEvent>({
    DataExportRequested: (_row, event) => {
      const { exportId: id, hostAccountId, userId: requestedBy } = event.data
      return {
        id,
        hostAccountId,
        requestedBy,
        status: 'preparing',
        requestedAt: occurredAtOf(event),
        readyAt: null,
        expiresAt: null,
        files: 0,
        rows: 0,
        bytes: 0,
      }
    },
    DataExportReady: (row, event) => {
      const { files, rows, bytes, expiresAt } = event.data
      return row && { ...row, files, rows, bytes, expiresAt, status: 'ready', readyAt: occurredAtOf(event) }
    },
    // A copy made earlier would still contain the person's data.
    SubjectErased: (row) => row && { ...row, status: 'withdrawn' },
  }),
})

export const erasureProjection = defineProjection<ErasureRow>({
  name: 'erasure',
  version: 2,
  row: zErasureRow,
  streams: ofAccount,
  categories,
  keys: namedIn('erasureId'),
  fold: foldBy<ErasureRow, AccountEvent>({
    ErasureRequested: (_row, event) => {
      const { erasureId: id, hostAccountId, kind, subjectId, subjects } = event.data
      return {
        id,
        hostAccountId,
        kind,
        subjectId,
        subjects,
        status: 'running',
        requestedBy: event.metadata['actorId'] ?? '',
        requestedAt: occurredAtOf(event),
        keyDestroyedAt: null,
      }
    },
    SubjectErased: (row, { data: { keyDestroyedAt } }) => row && { ...row, status: 'done', keyDestroyedAt },
  }),
})

const closed =
  (state: 'declined' | 'stopped' | 'completed' | 'lapsed') =>
  (row: OwnerChangeRow | undefined, event: RecordedEvent) =>
    row && { ...row, state, closedAt: occurredAtOf(event) }

export const ownerChangeProjection = defineProjection<OwnerChangeRow>({
  name: 'owner_change',
  version: 1,
  row: zOwnerChangeRow,
  streams: ofAccount,
  categories,
  keys: namedIn('changeId'),
  personal: ['email', 'reasonText'],
  fold: foldBy<OwnerChangeRow, AccountEvent>({
    OwnerChangeProposed: (_row, event) => {
      const { changeId: id, ...proposed } = event.data
      return {
        id,
        ...proposed,
        state: 'proposed',
        proposedAt: occurredAtOf(event),
        approvedBy: null,
        approvedAt: null,
        effectiveAt: null,
        closedAt: null,
      }
    },
    OwnerChangeApproved: (row, event) => {
      const { approvedBy, effectiveAt } = event.data
      return row && { ...row, state: 'approved', approvedBy, effectiveAt, approvedAt: occurredAtOf(event) }
    },
    OwnerChangeDeclined: closed('declined'),
    OwnerChangeStopped: closed('stopped'),
    OwnerChangeCompleted: closed('completed'),
    OwnerChangeLapsed: closed('lapsed'),
    SubjectErased: (row) => row && { ...row, email: erased(row.email) },
  }),
})
