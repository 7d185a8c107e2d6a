import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream } from '../kernel/message.ts'
import {
  defineProcess,
  reactBy,
  type Effect,
  type Job,
  type Reaction,
  type SystemCommand,
} from '../kernel/process.ts'
import type { AccountCommand, AccountEvent } from './messages.ts'

const job = (name: string, data: Job['data']): Job => ({ kind: 'job', name, data })
const syncMembers = (hostAccountId: Id) => job('sync-members', { hostAccountId })
/** Notified by email, whatever they chose (docs/domain/account.md#team). */
const notify = (hostAccountId: Id, what: TeamNotice, memberId: Id, more: Job['data'] = {}) =>
  job('tell-team', { hostAccountId, what, memberId, ...more })
const stopTransfer: Effect = { kind: 'cancel', name: 'transfer' }
const stopOwnerChange: Effect = { kind: 'cancel', name: 'owner-change' }
const notifyOwners = (hostAccountId: Id, changeId: Id, what: OwnerChangeNotice) =>
  job('notify-owner-change', { hostAccountId, changeId, what })

/** What owners are notified of while staff change who owns their account. */
export type OwnerChangeNotice = 'approved' | 'declined' | 'stopped' | 'completed' | 'lapsed'

/** What a team is notified of by email. */
export type TeamNotice =
  | 'joined'
  | 'changed'
  | 'removed'
  | 'asked'
  | 'transfer_requested'
  | 'transfer_confirmed'
  | 'transfer_cancelled'
  | 'transferred'

/** Ownership passes by itself when its time has come (docs/domain/account.md#ownership). */
export const completeTransfer = (hostAccountId: Id, transferId: Id): SystemCommand<AccountCommand> => ({
  kind: 'command',
  commandId: deriveId('complete-transfer', transferId),
  type: 'CompleteOwnershipTransfer',
  id: hostAccountId,
  data: { transferId },
})

/** Staff's change of owners takes effect when no owner has stopped it (docs/domain/account.md#owners). */
export const completeOwnerChange = (hostAccountId: Id, changeId: Id): SystemCommand<AccountCommand> => ({
  kind: 'command',
  commandId: deriveId('complete-owner-change', changeId),
  type: 'CompleteOwnerChange',
  id: hostAccountId,
  data: { changeId },
})

/** Who is to take over, while ownership is on its way. */
export type AccountProcessState = Readonly<{ toMemberId: Id }>

const endOwnerChange =
  (what: OwnerChangeNotice) =>
  (
    state: AccountProcessState | undefined,
    { data: { hostAccountId, changeId } }: Readonly<{ data: Readonly<{ hostAccountId: Id; changeId: Id }> }>,
  ): Reaction<AccountProcessState, AccountCommand> => [
    state,
    stopOwnerChange,
    notifyOwners(hostAccountId, changeId, what),
  ]

/**
 * What an account does by itself: who may sign in for it, invitations, ownership transfers, notices, copies
 * of its data, erasures.
 */
export const accountProcess = defineProcess<AccountProcessState, AccountCommand>({
  name: 'account',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'hostAccount' ? idOfStream(stream) : undefined),
  on: reactBy<AccountProcessState, AccountEvent, AccountCommand>({
    MemberInvited: (state, { data: { hostAccountId, memberId } }) => [
      state,
      job('send-invitation', { hostAccountId, memberId }),
    ],
    InvitationWithdrawn: (state, { data: { hostAccountId, memberId } }) => [
      state,
      job('void-invitation', { hostAccountId, memberId }),
    ],
    // Done with the command already, unless its process died in between.
    MemberJoined: (state, { data: { hostAccountId, memberId } }) => [
      state,
      syncMembers(hostAccountId),
      notify(hostAccountId, 'joined', memberId),
    ],
    MemberChanged: (state, { data: { hostAccountId, memberId } }) => [
      state,
      syncMembers(hostAccountId),
      notify(hostAccountId, 'changed', memberId),
    ],
    MemberRemoved: (state, { data: { hostAccountId, memberId } }) => [
      state,
      syncMembers(hostAccountId),
      notify(hostAccountId, 'removed', memberId),
    ],
    PermissionRequested: (state, { data: { hostAccountId, memberId, capability } }) => [
      state,
      notify(hostAccountId, 'asked', memberId, { capability }),
    ],
    OwnershipTransferRequested: (_state, { data: { hostAccountId, toMemberId } }) => [
      { toMemberId },
      notify(hostAccountId, 'transfer_requested', toMemberId),
    ],
    OwnershipTransferConfirmed: (state, { data: { hostAccountId, transferId, effectiveAt } }) => [
      state,
      { kind: 'timer', name: 'transfer', at: effectiveAt, work: completeTransfer(hostAccountId, transferId) },
      ...(state === undefined
        ? []
        : [notify(hostAccountId, 'transfer_confirmed', state.toMemberId, { at: effectiveAt })]),
    ],
    OwnershipTransferCancelled: (state, { data: { hostAccountId } }) => [
      undefined,
      stopTransfer,
      ...(state === undefined ? [] : [notify(hostAccountId, 'transfer_cancelled', state.toMemberId)]),
    ],
    OwnershipTransferred: (_state, { data: { hostAccountId, toMemberId, fromMemberId } }) => [
      undefined,
      stopTransfer,
      syncMembers(hostAccountId),
      notify(hostAccountId, 'transferred', toMemberId, { fromMemberId }),
    ],
    OwnerChangeApproved: (state, { data: { hostAccountId, changeId, effectiveAt } }) => [
      state,
      {
        kind: 'timer',
        name: 'owner-change',
        at: effectiveAt,
        work: completeOwnerChange(hostAccountId, changeId),
      },
      notifyOwners(hostAccountId, changeId, 'approved'),
    ],
    OwnerChangeDeclined: endOwnerChange('declined'),
    OwnerChangeStopped: endOwnerChange('stopped'),
    OwnerChangeCompleted: endOwnerChange('completed'),
    OwnerChangeLapsed: endOwnerChange('lapsed'),
    AccountClosed: () => [undefined, stopTransfer, stopOwnerChange],
    DataExportRequested: (state, { data: { hostAccountId, exportId } }) => [
      state,
      job('export-data', { hostAccountId, exportId }),
    ],
    DataExportReady: (state, { data: { exportId, expiresAt } }) => [
      state,
      { kind: 'timer', name: `export/${exportId}`, at: expiresAt, work: job('remove-export', { exportId }) },
    ],
    ErasureRequested: (state, { data: { hostAccountId, erasureId } }) => [
      state,
      job('erase-subject', { hostAccountId, erasureId }),
    ],
  }),
})
