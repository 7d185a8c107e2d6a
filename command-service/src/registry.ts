import { account } from './account/account.decider.ts'
import { createAccountFactLoader, type AccountFactPorts } from './account/account.facts.ts'
import { createAccountStages, type AccountStagePorts } from './account/account.stages.ts'
import { agreement } from './agreement/agreement.decider.ts'
import {
  createAgreementFactLoader,
  createAgreementKeeper,
  type AgreementPorts,
} from './agreement/agreement.facts.ts'
import { audit } from './audit/audit.decider.ts'
import { bankLine } from './bank-line/bankLine.decider.ts'
import { loadBankLineFacts } from './bank-line/bankLine.facts.ts'
import { booking } from './booking/booking.decider.ts'
import { createBookingFactLoader, type BookingFactPorts } from './booking/booking.facts.ts'
import { createBookingStages, type BookingStagePorts } from './booking/booking.stages.ts'
import { calendar } from './calendar/calendar.decider.ts'
import { loadCalendarFacts } from './calendar/calendar.facts.ts'
import { disruption } from './disruption/disruption.decider.ts'
import { icalFeed } from './ical-feed/icalFeed.decider.ts'
import { createIcalFeedFactLoader, type IcalFeedFactPorts } from './ical-feed/icalFeed.facts.ts'
import { impersonation } from './impersonation/impersonation.decider.ts'
import {
  createImpersonationFactLoader,
  type ImpersonationFactPorts,
} from './impersonation/impersonation.facts.ts'
import {
  createImpersonationStages,
  type ImpersonationStagePorts,
} from './impersonation/impersonation.stages.ts'
import { incident } from './incident/incident.decider.ts'
import { createIncidentFactLoader, type IncidentFactPorts } from './incident/incident.facts.ts'
import { createIncidentStages, type IncidentStagePorts } from './incident/incident.stages.ts'
import { ledger } from './ledger/ledger.decider.ts'
import { loadLedgerFacts } from './ledger/ledger.facts.ts'
import { listing } from './listing/listing.decider.ts'
import { createListingFactLoader, type ListingFactPorts } from './listing/listing.facts.ts'
import { loginTicket } from './login/loginTicket.decider.ts'
import { messagePlan } from './message-plan/messagePlan.decider.ts'
import { loadMessagePlanFacts } from './message-plan/messagePlan.facts.ts'
import { createMessagePlanStages, type MessagePlanStagePorts } from './message-plan/messagePlan.stages.ts'
import { messageRule } from './message-rule/messageRule.decider.ts'
import { loadMessageRuleFacts } from './message-rule/messageRule.facts.ts'
import { onboarding } from './onboarding/onboarding.decider.ts'
import { createOnboardingFactLoader, type OnboardingFactPorts } from './onboarding/onboarding.facts.ts'
import { createOnboardingStages, type OnboardingStagePorts } from './onboarding/onboarding.stages.ts'
import { payoutAccount } from './payout-account/payoutAccount.decider.ts'
import {
  createPayoutAccountFactLoader,
  type PayoutAccountFactPorts,
} from './payout-account/payoutAccount.facts.ts'
import {
  createPayoutAccountStages,
  type PayoutAccountStagePorts,
} from './payout-account/payoutAccount.stages.ts'
import { payout } from './payout/payout.decider.ts'
import { createPayoutFactLoader, type PayoutFactPorts } from './payout/payout.facts.ts'
import { photoshoot } from './photoshoot/photoshoot.decider.ts'
import { createPhotoshootFactLoader, type PhotoshootFactPorts } from './photoshoot/photoshoot.facts.ts'
import { createPhotoshootStages, type PhotoshootStagePorts } from './photoshoot/photoshoot.stages.ts'
import { shootDay } from './photoshoot/shootDay.decider.ts'
import { policy } from './policy/policy.decider.ts'
import { referee } from './referral/referee.decider.ts'
import { createRefereeFactLoader, type RefereeFactPorts } from './referral/referee.facts.ts'
import { createRefereeStages, type RefereeStagePorts } from './referral/referee.stages.ts'
import { referral } from './referral/referral.decider.ts'
import { createReferralFactLoader, type ReferralFactPorts } from './referral/referral.facts.ts'
import { createReferralStages, type ReferralStagePorts } from './referral/referral.stages.ts'
import { referrer } from './referral/referrer.decider.ts'
import { createReferrerFactLoader } from './referral/referrer.facts.ts'
import { reconciliation } from './reconciliation/reconciliation.decider.ts'
import { reimbursement } from './reimbursement/reimbursement.decider.ts'
import {
  createReimbursementFactLoader,
  type ReimbursementFactPorts,
} from './reimbursement/reimbursement.facts.ts'
import { createReimbursementStages } from './reimbursement/reimbursement.stages.ts'
import type { PreviewPorts } from './request/preview.ts'
import { request } from './request/request.decider.ts'
import { createRequestFactLoader, type RequestFactPorts } from './request/request.facts.ts'
import { createRequestStages, type RequestStagePorts } from './request/request.stages.ts'
import { replyTemplate } from './reply-template/replyTemplate.decider.ts'
import { loadReplyTemplateFacts } from './reply-template/replyTemplate.facts.ts'
import { review } from './review/review.decider.ts'
import { createReviewFactLoader, type ReviewFactPorts } from './review/review.facts.ts'
import { savedView } from './saved-view/savedView.decider.ts'
import { taxFiling } from './tax-filing/taxFiling.decider.ts'
import { createTaxFilingFactLoader, type TaxFilingPorts } from './tax-filing/taxFiling.facts.ts'
import { taxProfile } from './tax-profile/taxProfile.decider.ts'
import {
  createTaxFileKeeper,
  createTaxProfileFactLoader,
  type TaxProfileFactPorts,
} from './tax-profile/taxProfile.facts.ts'
import { createTaxProfileStages, type TaxProfileStagePorts } from './tax-profile/taxProfile.stages.ts'
import { loadNothing } from './runtime/noFacts.ts'
import { register, type PipelineRegistry } from './runtime/pipeline.ts'
import { report } from './report/report.decider.ts'
import { loadReportFacts } from './report/report.facts.ts'
import { statement } from './statement/statement.decider.ts'
import {
  createStatementFactLoader,
  createStatementKeeper,
  type StatementPorts,
} from './statement/statement.facts.ts'
import { thread } from './thread/thread.decider.ts'
import { createThreadFactLoader, type ThreadFactPorts } from './thread/thread.facts.ts'
import { createThreadStages, type ThreadStagePorts } from './thread/thread.stages.ts'
import { user } from './user/user.decider.ts'

/** The ports of each feature. */
export type Ports = Readonly<{
  account: AccountFactPorts & AccountStagePorts
  agreement: AgreementPorts
  booking: BookingFactPorts & BookingStagePorts
  icalFeed: IcalFeedFactPorts
  impersonation: ImpersonationFactPorts & ImpersonationStagePorts
  incident: IncidentFactPorts & IncidentStagePorts
  listing: ListingFactPorts
  messagePlan: MessagePlanStagePorts
  onboarding: OnboardingFactPorts & OnboardingStagePorts
  payoutAccount: PayoutAccountFactPorts & PayoutAccountStagePorts
  payout: PayoutFactPorts
  photoshoot: PhotoshootFactPorts & PhotoshootStagePorts
  reimbursement: ReimbursementFactPorts
  referral: ReferralFactPorts & ReferralStagePorts & RefereeFactPorts & RefereeStagePorts
  request: RequestFactPorts & RequestStagePorts & PreviewPorts
  review: ReviewFactPorts
  statement: StatementPorts
  taxFiling: TaxFilingPorts
  taxProfile: TaxProfileFactPorts & TaxProfileStagePorts
  thread: ThreadFactPorts & ThreadStagePorts
}>

/** The deciders of all aggregates; the compiler reports a missing one. */
export const createRegistry = (ports: Ports) =>
  ({
    policy: register({ decider: policy, load: loadNothing }),
    account: register({
      decider: account,
      load: createAccountFactLoader(ports.account),
      stages: createAccountStages(ports.account),
    }),
    listing: register({ decider: listing, load: createListingFactLoader(ports.listing) }),
    calendar: register({ decider: calendar, load: loadCalendarFacts }),
    booking: register({
      decider: booking,
      load: createBookingFactLoader(ports.booking),
      stages: createBookingStages(ports.booking),
    }),
    user: register({ decider: user, load: loadNothing }),
    login: register({ decider: loginTicket, load: loadNothing }),
    impersonation: register({
      decider: impersonation,
      load: createImpersonationFactLoader(ports.impersonation),
      stages: createImpersonationStages(ports.impersonation),
    }),
    ledger: register({ decider: ledger, load: loadLedgerFacts }),
    payoutAccount: register({
      decider: payoutAccount,
      load: createPayoutAccountFactLoader(ports.payoutAccount),
      stages: createPayoutAccountStages(ports.payoutAccount),
    }),
    payout: register({ decider: payout, load: createPayoutFactLoader(ports.payout) }),
    disruption: register({ decider: disruption, load: loadNothing }),
    bankLine: register({ decider: bankLine, load: loadBankLineFacts }),
    reconciliation: register({ decider: reconciliation, load: loadNothing }),
    onboarding: register({
      decider: onboarding,
      load: createOnboardingFactLoader(ports.onboarding),
      stages: createOnboardingStages(ports.onboarding),
    }),
    photoshoot: register({
      decider: photoshoot,
      load: createPhotoshootFactLoader(ports.photoshoot),
      stages: createPhotoshootStages(ports.photoshoot),
    }),
    shootDay: register({ decider: shootDay, load: loadNothing }),
    agreement: register({
      decider: agreement,
      load: createAgreementFactLoader(ports.agreement),
      beforeAppend: createAgreementKeeper(ports.agreement),
    }),
    replyTemplate: register({ decider: replyTemplate, load: loadReplyTemplateFacts }),
    messageRule: register({ decider: messageRule, load: loadMessageRuleFacts }),
    messagePlan: register({
      decider: messagePlan,
      load: loadMessagePlanFacts,
      stages: createMessagePlanStages(ports.messagePlan),
    }),
    savedView: register({ decider: savedView, load: loadNothing }),
    referral: register({
      decider: referral,
      load: createReferralFactLoader(ports.referral),
      stages: createReferralStages(ports.referral),
    }),
    referrer: register({ decider: referrer, load: createReferrerFactLoader(ports.referral) }),
    referee: register({
      decider: referee,
      load: createRefereeFactLoader(ports.referral),
      stages: createRefereeStages(ports.referral),
    }),
    taxFiling: register({ decider: taxFiling, load: createTaxFilingFactLoader(ports.taxFiling) }),
    taxProfile: register({
      decider: taxProfile,
      load: createTaxProfileFactLoader(ports.taxProfile),
      stages: createTaxProfileStages(ports.taxProfile),
      beforeAppend: createTaxFileKeeper(ports.taxProfile),
    }),
    request: register({
      decider: request,
      load: createRequestFactLoader(ports.request),
      stages: createRequestStages(ports.request),
    }),
    incident: register({
      decider: incident,
      load: createIncidentFactLoader(ports.incident),
      stages: createIncidentStages(ports.incident),
    }),
    reimbursement: register({
      decider: reimbursement,
      load: createReimbursementFactLoader(ports.reimbursement),
      stages: createReimbursementStages,
    }),
    thread: register({
      decider: thread,
      load: createThreadFactLoader(ports.thread),
      stages: createThreadStages(ports.thread),
    }),
    review: register({ decider: review, load: createReviewFactLoader(ports.review) }),
    statement: register({
      decider: statement,
      load: createStatementFactLoader(ports.statement),
      beforeAppend: createStatementKeeper(ports.statement),
    }),
    report: register({ decider: report, load: loadReportFacts }),
    audit: register({ decider: audit, load: loadNothing }),
    icalFeed: register({ decider: icalFeed, load: createIcalFeedFactLoader(ports.icalFeed) }),
  }) satisfies PipelineRegistry
