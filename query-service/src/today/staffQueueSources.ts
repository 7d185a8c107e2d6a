import { bankLines } from '@hearth/contracts/bank-line'
import { bookings } from '@hearth/contracts/booking'
import { disruptionEvidence } from '@hearth/contracts/disruption'
import { importConflicts } from '@hearth/contracts/ical-feed'
import { incidents } from '@hearth/contracts/incident'
import { impersonations } from '@hearth/contracts/impersonation'
import type { Capability } from '@hearth/contracts/kernel/access'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { adjustments } from '@hearth/contracts/ledger'
import { listingEdits, listings } from '@hearth/contracts/listing'
import { onboardingCases } from '@hearth/contracts/onboarding'
import { ownerChanges } from '@hearth/contracts/account'
import { payoutHolds } from '@hearth/contracts/payout-account'
import { payouts } from '@hearth/contracts/payout'
import { parkedStreams } from '@hearth/contracts/projection'
import { reimbursements } from '@hearth/contracts/reimbursement'
import { requests } from '@hearth/contracts/request'
import { reviews } from '@hearth/contracts/review'
import type { QueueKind } from '@hearth/contracts/today'

/** Where one kind of decision comes from. Fields are those of the resource. */
export type QueueSource = Readonly<{
  resource: Resource
  /** Only those who can decide it have the line. */
  decides: Capability
  filter: Readonly<Record<string, unknown>>
  since: string
  /** Until when staff have to act. */
  due?: string
  /** What it is about; where that is a listing, `listing` has its id. */
  subject?: string
  listing?: string
  /** Whose it is, where that is not the row's own account. */
  account?: string
  /** The field of its amount, in the row's `currency`. */
  amount?: string
}>

export const QUEUE_SOURCES: Readonly<Record<QueueKind, QueueSource>> = {
  payout_approval: {
    resource: payouts,
    decides: 'payout.approve',
    filter: { state: 'awaiting_approval' },
    since: 'scheduledFor',
    subject: 'code',
    amount: 'amountMinor',
  },
  payout_return: {
    resource: payouts,
    decides: 'payout.approve',
    filter: { returnState: ['reported', 'proposed'] },
    since: 'scheduledFor',
    subject: 'code',
    amount: 'amountMinor',
  },
  payout_hold: {
    resource: payoutHolds,
    decides: 'payout-account.review',
    filter: { state: 'open' },
    since: 'placedAt',
    subject: 'whatToDo',
  },
  bank_line: {
    resource: bankLines,
    decides: 'bank-line.settle',
    filter: { state: ['open', 'proposed'] },
    since: 'foundAt',
    subject: 'text',
    amount: 'amountMinor',
  },
  adjustment: {
    resource: adjustments,
    decides: 'ledger.approve',
    filter: { state: 'proposed' },
    since: 'proposedAt',
    subject: 'reason',
    amount: 'amountMinor',
  },
  overbooking: {
    resource: bookings,
    decides: 'booking.cancel-by-staff',
    filter: { status: 'overbooked' },
    since: 'confirmedAt',
    subject: 'code',
  },
  import_conflict: {
    resource: importConflicts,
    decides: 'feed.write',
    filter: { state: 'open' },
    since: 'detectedAt',
    listing: 'listingId',
  },
  onboarding_review: {
    resource: onboardingCases,
    decides: 'onboarding.review',
    filter: { waitingFor: 'staff' },
    since: 'updatedAt',
    listing: 'id',
  },
  listing_edit: {
    resource: listingEdits,
    decides: 'listing.curate',
    filter: { state: 'open' },
    since: 'requestedAt',
    listing: 'listingId',
  },
  safety_review: {
    resource: listings,
    decides: 'listing.curate',
    filter: { safetyReview: 'waiting' },
    since: 'startedAt',
    listing: 'id',
  },
  impersonation_request: {
    resource: impersonations,
    decides: 'impersonation.approve',
    filter: { state: 'requested', mode: 'act_as' },
    since: 'requestedAt',
    subject: 'staffName',
    account: 'targetAccountId',
  },
  owner_change: {
    resource: ownerChanges,
    decides: 'team.approve-owner',
    filter: { state: 'proposed' },
    since: 'proposedAt',
    subject: 'reasonText',
  },
  parked_stream: {
    resource: parkedStreams,
    decides: 'projection.operate',
    filter: { serving: true },
    since: 'parkedAt',
    subject: 'stream',
    account: 'accountId',
  },
  incident: {
    resource: incidents,
    decides: 'incident.work',
    filter: { status: 'reported' },
    since: 'reportedAt',
    due: 'acknowledgeBy',
    listing: 'listingId',
  },
  service_request: {
    resource: requests,
    decides: 'request.work',
    filter: { kind: 'service', status: 'open' },
    since: 'openedAt',
    due: 'dueAt',
    listing: 'listingId',
  },
  expense_call: {
    resource: requests,
    decides: 'request.expense',
    filter: { kind: 'expense_approval', status: 'escalated' },
    since: 'movedAt',
    listing: 'listingId',
  },
  review_dispute: {
    resource: reviews,
    decides: 'review.decide',
    filter: { disputed: true },
    since: 'disputedAt',
    listing: 'listingId',
  },
  reimbursement: {
    resource: reimbursements,
    decides: 'reimbursement.review',
    filter: { awaiting: 'staff' },
    since: 'submittedAt',
    due: 'dueAt',
    listing: 'listingId',
    amount: 'claimedMinor',
  },
  disruption_evidence: {
    resource: disruptionEvidence,
    decides: 'disruption.declare',
    filter: { state: 'sent' },
    since: 'sentAt',
    due: 'answerBy',
    listing: 'listingId',
  },
}
