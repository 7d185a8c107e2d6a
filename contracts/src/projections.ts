import {
  accountProjection,
  dataExportProjection,
  erasureProjection,
  memberProjection,
  ownerChangeProjection,
  permissionRequestProjection,
} from './account/projections.ts'
import { agreementProjection } from './agreement/projections.ts'
import { accessLogProjection } from './audit/projections.ts'
import { bookingProjection } from './booking/projections.ts'
import { calendarProjection, claimProjection } from './calendar/projections.ts'
import { eventLogProjection } from './event/projections.ts'
import {
  icalExportProjection,
  icalFeedProjection,
  importConflictProjection,
} from './ical-feed/projections.ts'
import { impersonationProjection } from './impersonation/projections.ts'
import { incidentProjection } from './incident/projections.ts'
import type { Projection } from './kernel/projection.ts'
import { bankLineProjection } from './bank-line/projections.ts'
import { disruptionEvidenceProjection, disruptionProjection } from './disruption/projections.ts'
import { adjustmentProjection, balanceProjection, ledgerEntryProjection } from './ledger/projections.ts'
import { nightOverrideProjection } from './listing/nightOverrideProjection.ts'
import { listingContentProjection, listingEditProjection, listingProjection } from './listing/projections.ts'
import { onboardingProjection } from './onboarding/projections.ts'
import { noticeProjection } from './notice/projections.ts'
import { payoutAccountProjection, payoutHoldProjection } from './payout-account/projections.ts'
import { payoutProjection } from './payout/projections.ts'
import { photoshootProjection, shootDayProjection } from './photoshoot/projections.ts'
import { performanceListingProjection, performanceMonthProjection } from './performance/projections.ts'
import { policyProjection } from './policy/projections.ts'
import { reconciliationProjection } from './reconciliation/projections.ts'
import { reimbursementProjection } from './reimbursement/projections.ts'
import { refereeProjection, referralProjection } from './referral/projections.ts'
import { requestProjection } from './request/projections.ts'
import { messagePlanProjection } from './message-plan/projections.ts'
import { messageRuleProjection } from './message-rule/projections.ts'
import { replyTemplateProjection } from './reply-template/projections.ts'
import { reviewProjection } from './review/projections.ts'
import { reportFileProjection, reportScheduleProjection } from './report/projections.ts'
import { savedViewProjection } from './saved-view/projections.ts'
import { statementProjection } from './statement/projections.ts'
import { taxFilingProjection } from './tax-filing/projections.ts'
import { taxProfileProjection } from './tax-profile/projections.ts'
import { messageProjection, threadProjection } from './thread/projections.ts'

/**
 * Every read model as a pure fold; the projector keeps their tables, the query service folds them up to an
 * instant.
 */
export const projections = [
  accountProjection,
  memberProjection,
  permissionRequestProjection,
  ownerChangeProjection,
  dataExportProjection,
  erasureProjection,
  listingProjection,
  listingContentProjection,
  listingEditProjection,
  nightOverrideProjection,
  bookingProjection,
  claimProjection,
  calendarProjection,
  policyProjection,
  payoutProjection,
  eventLogProjection,
  impersonationProjection,
  accessLogProjection,
  ledgerEntryProjection,
  balanceProjection,
  adjustmentProjection,
  payoutAccountProjection,
  payoutHoldProjection,
  taxFilingProjection,
  taxProfileProjection,
  reconciliationProjection,
  bankLineProjection,
  disruptionProjection,
  disruptionEvidenceProjection,
  agreementProjection,
  photoshootProjection,
  shootDayProjection,
  onboardingProjection,
  icalFeedProjection,
  importConflictProjection,
  icalExportProjection,
  noticeProjection,
  savedViewProjection,
  replyTemplateProjection,
  messageRuleProjection,
  messagePlanProjection,
  requestProjection,
  incidentProjection,
  reimbursementProjection,
  threadProjection,
  messageProjection,
  reviewProjection,
  referralProjection,
  refereeProjection,
  performanceMonthProjection,
  performanceListingProjection,
  // Rows are handed back only to the fold that made them, so the list may forget their types.
  statementProjection,
  reportFileProjection,
  reportScheduleProjection,
] as readonly Projection[]
