import type { Capability } from '@hearth/contracts/kernel/access'
import type { Waiting } from '@hearth/contracts/today'
import { useCan } from '../session/session.ts'

/** What the decision of each kind needs. */
const NEEDS: Readonly<Record<Waiting['kind'], Capability>> = {
  no_bank_account: 'payout-account.write',
  bank_account_problem: 'payout-account.write',
  payouts_held: 'payout-account.read',
  below_minimum: 'payout-account.write',
  cancellation_running: 'booking.revoke-cancellation',
  overbooking: 'booking.cancel',
  clash: 'feed.write',
  refund_failed: 'booking.details',
  late_departure: 'booking.details',
  booking_request: 'request.decide',
  alteration: 'request.decide',
  refund_waiver: 'request.decide',
  expense_approval: 'request.approve-expense',
  review: 'review.write',
  reimbursement_draft: 'reimbursement.write',
  reimbursement_info: 'reimbursement.write',
}

/** Whether the session may decide it; otherwise it can only be viewed. */
export const useMayAct = ({ kind }: Waiting): boolean => useCan(NEEDS[kind])
