import { ERASED } from '@hearth/contracts/kernel/erased'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { OfType } from '@hearth/contracts/kernel/message'
import {
  announcingCommands,
  type Announcing,
  type MessageAuthor,
  type ThreadCommand,
} from '@hearth/contracts/thread'
import { bookingFold } from '../booking/booking.state.ts'
import { describeDisruption } from '../disruption/describeDisruption.ts'
import { disruptionFold } from '../disruption/disruption.state.ts'
import { findPlanned, messagePlanFold } from '../message-plan/messagePlan.state.ts'
import { describeClaim } from '../reimbursement/describeClaim.ts'
import { reimbursementFold } from '../reimbursement/reimbursement.state.ts'
import type { ReadState } from '../runtime/decider.ts'

/** What was written elsewhere and is delivered in the conversation. */
export type PlannedDelivery = Readonly<{
  messageId: string
  body: string
  guestRef: string
  guestName: string
  author: MessageAuthor
  /** Who wrote it; null where no person did. */
  by: string | null
}>

export const isAnnouncing = (
  command: ThreadCommand,
): command is Extract<ThreadCommand, { type: Announcing }> => Object.hasOwn(announcingCommands, command.type)

/** A sent message is final, so it is read once more only where this process does not know it yet. */
const loadPlanned = async (
  { bookingId, planId }: OfType<ThreadCommand, 'DeliverPlannedMessage'>['data'],
  readState: ReadState,
): Promise<PlannedDelivery | null> => {
  const plan = await readState(messagePlanFold, bookingId, { fresh: true })
  const booking = await readState(bookingFold, bookingId)
  const { messageId, body, status } = findPlanned(plan, planId) ?? {}
  if (status !== 'sent' || booking.status === 'none' || messageId == null) return null
  if (body == null || body === ERASED || booking.lastErasureId !== null) return null
  const { guestRef, guestName } = booking
  return { messageId, body, guestRef, guestName, author: 'host', by: null }
}

/** What the host wrote to the guest when the stay moved to this listing. */
const loadMoveMessage = async (
  { bookingId, moveId }: OfType<ThreadCommand, 'AnnounceMove'>['data'],
  readState: ReadState,
): Promise<PlannedDelivery | null> => {
  const booking = await readState(bookingFold, bookingId, { fresh: true })
  if (booking.status === 'none' || booking.lastMove?.moveId !== moveId) return null
  const { guestRef, guestName, lastMove } = booking
  if (lastMove.message === ERASED) return null
  return { messageId: moveId, body: lastMove.message, guestRef, guestName, author: 'host', by: lastMove.by }
}

/** A claim that the guest is asked about, or what the guest was charged for it. */
const loadClaimMessage = async (
  { bookingId, reimbursementId, charged }: OfType<ThreadCommand, 'AnnounceReimbursement'>['data'],
  readState: ReadState,
): Promise<PlannedDelivery | null> => {
  const claim = await readState(reimbursementFold, reimbursementId, { fresh: true })
  const booking = await readState(bookingFold, bookingId)
  if (claim.status === 'none' || booking.status === 'none' || booking.lastErasureId !== null) return null
  const body = describeClaim(claim, charged, booking.snapshot.timezone)
  if (body === null) return null
  const { guestRef, guestName } = booking
  const messageId = deriveId('message', reimbursementId, charged === null ? 'asked' : `charged-${charged}`)
  return { messageId, body, guestRef, guestName, author: 'staff', by: null }
}

/** A declared event that covers the stay. */
const loadDisruptionMessage = async (
  { bookingId, disruptionId }: OfType<ThreadCommand, 'AnnounceDisruption'>['data'],
  readState: ReadState,
): Promise<PlannedDelivery | null> => {
  const disruption = await readState(disruptionFold, disruptionId, { fresh: true })
  const booking = await readState(bookingFold, bookingId)
  if (disruption.status === 'none' || disruption.approvedAt === null) return null
  if (booking.status === 'none' || booking.lastErasureId !== null) return null
  const { guestRef, guestName } = booking
  const messageId = deriveId('message', disruptionId, bookingId)
  const body = describeDisruption(disruption, booking)
  return { messageId, body, guestRef, guestName, author: 'staff', by: null }
}

export const findDelivery = async (
  command: ThreadCommand,
  readState: ReadState,
): Promise<PlannedDelivery | null> => {
  switch (command.type) {
    case 'DeliverPlannedMessage':
      return loadPlanned(command.data, readState)
    case 'AnnounceMove':
      return loadMoveMessage(command.data, readState)
    case 'AnnounceDisruption':
      return loadDisruptionMessage(command.data, readState)
    case 'AnnounceReimbursement':
      return loadClaimMessage(command.data, readState)
    default:
      return null
  }
}
