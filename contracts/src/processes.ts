import { accountProcess } from './account/processes.ts'
import { agreementProcess, agreementTermProcess } from './agreement/processes.ts'
import { bankLineProcess } from './bank-line/processes.ts'
import { disruptionProcess } from './disruption/processes.ts'
import { overbookingProcess } from './booking/overbookings.ts'
import { stayProcess } from './booking/processes.ts'
import { icalFeedProcess } from './ical-feed/processes.ts'
import { impersonationProcess } from './impersonation/processes.ts'
import { incidentProcess } from './incident/processes.ts'
import type { ProcessManager } from './kernel/process.ts'
import { bookkeepingProcess, earningsProcess, reductionsProcess } from './ledger/processes.ts'
import { messagePlanProcess, messageRuleProcess } from './message-plan/processes.ts'
import { noticeMailProcess } from './notice/processes.ts'
import { onboardingAccountProcess, onboardingProcess } from './onboarding/processes.ts'
import { payoutAccountProcess } from './payout-account/processes.ts'
import { photoshootProcess } from './photoshoot/processes.ts'
import { payoutProcess } from './payout/processes.ts'
import { reviewProcess } from './review/processes.ts'
import { reimbursementProcess } from './reimbursement/processes.ts'
import { reportProcess } from './report/processes.ts'
import { refereeProcess, referralProcess, referredStayProcess } from './referral/processes.ts'
import { alterationProcess } from './request/alterations.ts'
import { expenseProcess } from './request/expenses.ts'
import { requestProcess } from './request/processes.ts'
import { statementProcess } from './statement/processes.ts'
import { taxProfileProcess } from './tax-profile/processes.ts'
import { deliveryProcess } from './thread/deliveryProcess.ts'
import { responseProcess } from './thread/processes.ts'

/** Every process manager; the projector runs them. */
export const processes = [
  stayProcess,
  overbookingProcess,
  accountProcess,
  impersonationProcess,
  earningsProcess,
  reductionsProcess,
  bookkeepingProcess,
  payoutProcess,
  payoutAccountProcess,
  taxProfileProcess,
  bankLineProcess,
  disruptionProcess,
  agreementProcess,
  agreementTermProcess,
  photoshootProcess,
  onboardingProcess,
  onboardingAccountProcess,
  icalFeedProcess,
  messagePlanProcess,
  messageRuleProcess,
  requestProcess,
  alterationProcess,
  expenseProcess,
  incidentProcess,
  reimbursementProcess,
  noticeMailProcess,
  responseProcess,
  deliveryProcess,
  reviewProcess,
  referralProcess,
  refereeProcess,
  referredStayProcess,
  statementProcess,
  reportProcess,
  // States are handed back only to the functions that made them, so the list may forget their types.
] as readonly ProcessManager[]
