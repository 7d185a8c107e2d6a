import { idOf, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream } from '../kernel/message.ts'
import { defineProcess, reactBy, type Effect, type Job, type Order } from '../kernel/process.ts'
import type { AccountEvent } from './messages.ts'

const job = (name: string, data: Job['data']): Job => ({ kind: 'job', name, data })
const syncMembers = (hostAccountId: Id) => job('sync-members', { hostAccountId })
const stopTransfer: Effect = { kind: 'cancel', name: 'transfer' }

/** Ownership passes by itself when its time has come (domain.md §2.16). */
export const completeTransfer = (hostAccountId: Id, transferId: Id): Order => ({
  kind: 'command', commandId: idOf('complete-transfer', transferId), type: 'CompleteOwnershipTransfer', id: hostAccountId, data: { transferId },
})

/** What an account asks for by itself: who may sign in for it, invitations, ownership that passes, copies of its data, erasures. It remembers nothing. */
export const accountProcess = defineProcess<Readonly<Record<never, never>>>({
  name: 'account',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'hostAccount' ? idOfStream(stream) : undefined),
  on: reactBy<Readonly<Record<never, never>>, AccountEvent>({
    MemberInvited: (_, { data: { hostAccountId, memberId } }) => [undefined, job('send-invitation', { hostAccountId, memberId })],
    InvitationWithdrawn: (_, { data: { hostAccountId, memberId } }) => [undefined, job('void-invitation', { hostAccountId, memberId })],
    // Done with the command already, unless its process died in between.
    MemberJoined: (_, { data: { hostAccountId } }) => [undefined, syncMembers(hostAccountId)],
    MemberChanged: (_, { data: { hostAccountId } }) => [undefined, syncMembers(hostAccountId)],
    MemberRemoved: (_, { data: { hostAccountId } }) => [undefined, syncMembers(hostAccountId)],
    OwnershipTransferConfirmed: (_, { data: { hostAccountId, transferId, effectiveAt } }) => [
      undefined, { kind: 'timer', name: 'transfer', at: effectiveAt, work: completeTransfer(hostAccountId, transferId) },
    ],
    OwnershipTransferCancelled: () => [undefined, stopTransfer],
    OwnershipTransferred: (_, { data: { hostAccountId } }) => [undefined, stopTransfer, syncMembers(hostAccountId)],
    AccountClosed: () => [undefined, stopTransfer],
    DataExportRequested: (_, { data: { hostAccountId, exportId } }) => [undefined, job('export-data', { hostAccountId, exportId })],
    DataExportReady: (_, { data: { exportId, expiresAt } }) => [undefined, { kind: 'timer', name: `export/${exportId}`, at: expiresAt, work: job('remove-export', { exportId }) }],
    ErasureRequested: (_, { data: { hostAccountId, erasureId } }) => [undefined, job('erase-subject', { hostAccountId, erasureId })],
  }),
})
