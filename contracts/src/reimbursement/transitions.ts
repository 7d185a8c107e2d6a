import type { ReimbursementCommand, ReimbursementEvent } from './messages.ts'
import type { ReimbursementStatus } from './reimbursement.ts'

const EDITS = [
  'AddReimbursementItem',
  'ChangeReimbursementItem',
  'RemoveReimbursementItem',
  'AttachReimbursementEvidence',
  'RemoveReimbursementEvidence',
] as const
const DECISIONS = [
  'StartReimbursementReview',
  'DecideReimbursement',
  'ApproveReimbursementDecision',
  'ReturnReimbursementDecision',
] as const

/** What people may do with a claim in each status (docs/domain/reimbursement.md#states). */
export const REIMBURSEMENT_STEPS: Readonly<
  Record<ReimbursementStatus, readonly ReimbursementCommand['type'][]>
> = {
  draft: [...EDITS, 'SubmitReimbursement', 'WithdrawReimbursement'],
  guest_review: ['RecordGuestResponse', 'WithdrawReimbursement'],
  guest_accepted: [],
  under_review: [...DECISIONS, 'RequestReimbursementInfo', 'WithdrawReimbursement'],
  info_requested: ['AttachReimbursementEvidence', 'ProvideReimbursementInfo', 'WithdrawReimbursement'],
  decided: ['AttachReimbursementEvidence', 'AppealReimbursement'],
  appealed: DECISIONS,
  decided_final: [],
  closed: [],
  withdrawn: [],
  expired: [],
}

/** The status that each event leads to where it is always the same. */
const LEADS_TO: Readonly<Partial<Record<ReimbursementEvent['type'], ReimbursementStatus>>> = {
  ReimbursementDrafted: 'draft',
  ReimbursementGuestDeclined: 'under_review',
  ReimbursementGuestTimedOut: 'under_review',
  ReimbursementInfoRequested: 'info_requested',
  ReimbursementInfoProvided: 'under_review',
  ReimbursementInfoTimedOut: 'under_review',
  ReimbursementDecided: 'decided',
  ReimbursementAppealed: 'appealed',
  ReimbursementDecidedFinal: 'decided_final',
  ReimbursementWithdrawn: 'withdrawn',
  ReimbursementExpired: 'expired',
  ReimbursementClosed: 'closed',
}

/** The status after an event. */
export const statusAfter = (before: ReimbursementStatus, event: ReimbursementEvent): ReimbursementStatus => {
  if (event.type === 'ReimbursementSubmitted')
    return event.data.guestBy === null ? 'under_review' : 'guest_review'
  if (event.type === 'ReimbursementGuestAccepted') return event.data.all ? 'guest_accepted' : 'under_review'
  // What the guest agreed to and did not pay is reviewed like any other claim.
  if (event.type === 'ReimbursementGuestChargeFailed' && before === 'guest_accepted') return 'under_review'
  return LEADS_TO[event.type] ?? before
}

/** Who has to do something next; null while nothing waits for anyone. */
export const AWAITING = {
  draft: 'host',
  guest_review: 'guest',
  guest_accepted: null,
  under_review: 'staff',
  info_requested: 'host',
  decided: 'host',
  appealed: 'staff',
  decided_final: null,
  closed: null,
  withdrawn: null,
  expired: null,
} as const satisfies Record<ReimbursementStatus, 'host' | 'guest' | 'staff' | null>

/**
 * What happens when the deadline passes: the draft expires, the claim goes to review without the guest's answer,
 * it is decided with what there is, it closes, or staff are warned.
 */
export const OTHERWISE = {
  draft: 'expires',
  guest_review: 'reviewed_without_answer',
  guest_accepted: null,
  under_review: 'escalated',
  info_requested: 'decided_without_info',
  decided: 'closes',
  appealed: 'escalated',
  decided_final: null,
  closed: null,
  withdrawn: null,
  expired: null,
} as const satisfies Record<ReimbursementStatus, string | null>
