import type { accountTexts } from './en/account.ts'
import type { addressTexts } from './en/address.ts'
import type { agreementTexts } from './en/agreement.ts'
import type { blocksTexts } from './en/blocks.ts'
import type { bookingMoveTexts } from './en/bookingMove.ts'
import type { commandFailuresTexts } from './en/commandFailures.ts'
import type { calendarTexts } from './en/calendar.ts'
import type { cancelTexts } from './en/cancel.ts'
import type { impersonationTexts } from './en/impersonation.ts'
import type { listingsTexts } from './en/listings.ts'
import type { loginTexts } from './en/login.ts'
import type { photoshootTexts } from './en/photoshoot.ts'
import type { deadlinesTexts } from './en/deadlines.ts'
import type { eventTexts } from './en/event.ts'
import type { icalFeedTexts } from './en/icalFeed.ts'
import type { filesTexts } from './en/files.ts'
import type { incidentTexts } from './en/incident.ts'
import type { hostReportTexts } from './en/hostReport.ts'
import type { jobsTexts } from './en/jobs.ts'
import type { projectionTexts } from './en/projection.ts'
import type { reportTexts } from './en/report.ts'
import type { listingDetailsTexts } from './en/listingDetails.ts'
import type { listingImportTexts } from './en/listingImport.ts'
import type { onboardingTexts } from './en/onboarding.ts'
import type { messagePlanTexts } from './en/messagePlan.ts'
import type { messageFilesTexts } from './en/messageFiles.ts'
import type { messageRuleTexts } from './en/messageRule.ts'
import type { disruptionTexts } from './en/disruption.ts'
import type { disruptionEvidenceTexts } from './en/disruptionEvidence.ts'
import type { referralTexts } from './en/referral.ts'
import type { reimbursementTexts } from './en/reimbursement.ts'
import type { replyTemplateTexts } from './en/replyTemplate.ts'
import type { reviewsTexts } from './en/reviews.ts'
import type { reviewTexts } from './en/review.ts'
import type { photoTexts } from './en/photos.ts'
import type { overbookingTexts } from './en/overbooking.ts'
import type { ownerChangeTexts } from './en/ownerChange.ts'
import type { performanceTexts } from './en/performance.ts'
import type { payoutTexts } from './en/payout.ts'
import type { requestTexts } from './en/request.ts'
import type { savedViewTexts } from './en/savedView.ts'
import type { feedHealthTexts } from './en/feedHealth.ts'
import type { timelineTexts } from './en/timeline.ts'
import type { policyTexts } from './en/policy.ts'
import type { reconciliationTexts } from './en/reconciliation.ts'
import type { statementTexts } from './en/statement.ts'
import type { taxFilingTexts } from './en/taxFiling.ts'
import type { taxProfileTexts } from './en/taxProfile.ts'
import type { threadTexts } from './en/thread.ts'
import type { payoutAccountTexts } from './en/payoutAccount.ts'

/** The features whose pages add their texts (`addTexts`), by their key in the dictionary. */
export type LazyTexts = Readonly<{
  account: typeof accountTexts
  address: typeof addressTexts
  agreement: typeof agreementTexts
  blocks: typeof blocksTexts
  bookingMove: typeof bookingMoveTexts
  calendar: typeof calendarTexts
  cancel: typeof cancelTexts
  commandFailures: typeof commandFailuresTexts
  impersonation: typeof impersonationTexts
  deadlines: typeof deadlinesTexts
  listings: typeof listingsTexts
  login: typeof loginTexts
  event: typeof eventTexts
  files: typeof filesTexts
  feedHealth: typeof feedHealthTexts
  icalFeed: typeof icalFeedTexts
  incident: typeof incidentTexts
  hostReport: typeof hostReportTexts
  disruption: typeof disruptionTexts
  disruptionEvidence: typeof disruptionEvidenceTexts
  jobs: typeof jobsTexts
  listingDetails: typeof listingDetailsTexts
  listingImport: typeof listingImportTexts
  messagePlan: typeof messagePlanTexts
  messageFiles: typeof messageFilesTexts
  messageRule: typeof messageRuleTexts
  onboarding: typeof onboardingTexts
  overbooking: typeof overbookingTexts
  ownerChange: typeof ownerChangeTexts
  payout: typeof payoutTexts
  performance: typeof performanceTexts
  photos: typeof photoTexts
  photoshoot: typeof photoshootTexts
  policy: typeof policyTexts
  projection: typeof projectionTexts
  reconciliation: typeof reconciliationTexts
  referral: typeof referralTexts
  reimbursement: typeof reimbursementTexts
  replyTemplate: typeof replyTemplateTexts
  report: typeof reportTexts
  request: typeof requestTexts
  review: typeof reviewTexts
  reviews: typeof reviewsTexts
  savedView: typeof savedViewTexts
  statement: typeof statementTexts
  taxFiling: typeof taxFilingTexts
  taxProfile: typeof taxProfileTexts
  timeline: typeof timelineTexts
  thread: typeof threadTexts
  payoutAccount: typeof payoutAccountTexts
}>
