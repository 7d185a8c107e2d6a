import {
  account,
  accounts,
  dataExports,
  erasures,
  members,
  ownerChanges,
  permissionRequests,
} from './account/index.ts'
import { agreement, agreements } from './agreement/index.ts'
import { accessLog, audit } from './audit/index.ts'
import { booking, bookings } from './booking/index.ts'
import { blocks, calendar, calendars, claims } from './calendar/index.ts'
import { events } from './event/index.ts'
import { icalExports, icalFeed, icalFeeds, importConflicts } from './ical-feed/index.ts'
import { impersonation, impersonations } from './impersonation/index.ts'
import { incident, incidents } from './incident/index.ts'
import type { Aggregate, CommandDefinition, CommandsOf, EventDefinition } from './kernel/message.ts'
import type { Resource } from './kernel/resource.ts'
import { bankLine, bankLines } from './bank-line/index.ts'
import { disruption, disruptionEvidence, disruptions } from './disruption/index.ts'
import { adjustments, balances, ledger, ledgerEntries } from './ledger/index.ts'
import { listing, listingContents, listingEdits, listings, nightOverrides } from './listing/index.ts'
import { loginTicket } from './login/index.ts'
import { onboarding, onboardingCases } from './onboarding/index.ts'
import { notices } from './notice/index.ts'
import { payoutAccount, payoutAccounts, payoutHolds } from './payout-account/index.ts'
import { payout, payouts } from './payout/index.ts'
import { photoshoot, photoshoots, shootDay, shootDays } from './photoshoot/index.ts'
import { policies, policy, rules } from './policy/index.ts'
import { reconciliation, reconciliations } from './reconciliation/index.ts'
import { messagePlan, messagePlans } from './message-plan/index.ts'
import { messageRule, messageRules } from './message-rule/index.ts'
import { reimbursement, reimbursements } from './reimbursement/index.ts'
import { referee, referees, referral, referrals, referrer } from './referral/index.ts'
import { report, reportFiles, reportSchedules } from './report/index.ts'
import { replyTemplate, replyTemplates } from './reply-template/index.ts'
import { request, requests } from './request/index.ts'
import { review, reviews } from './review/index.ts'
import { savedView, savedViews } from './saved-view/index.ts'
import { statement, statements } from './statement/index.ts'
import { taxFiling, taxFilings } from './tax-filing/index.ts'
import { taxProfile, taxProfiles } from './tax-profile/index.ts'
import { messages, thread, threads } from './thread/index.ts'
import { user } from './user/index.ts'

/**
 * Every aggregate, by its folder's name. Routes, validation, sealing, fuzzing and golden checks follow from
 * here.
 */
export const domain = {
  policy,
  account,
  listing,
  calendar,
  booking,
  user,
  login: loginTicket,
  impersonation,
  audit,
  ledger,
  payoutAccount,
  taxFiling,
  taxProfile,
  payout,
  reconciliation,
  bankLine,
  disruption,
  icalFeed,
  agreement,
  onboarding,
  photoshoot,
  shootDay,
  savedView,
  replyTemplate,
  messageRule,
  messagePlan,
  request,
  incident,
  reimbursement,
  thread,
  review,
  referral,
  referee,
  referrer,
  statement,
  report,
} as const
export type AggregateName = keyof typeof domain
/** Every command of the domain, each with its own data. */
export type DomainCommand = { [A in AggregateName]: CommandsOf<(typeof domain)[A]> }[AggregateName]

const readModels = {
  accounts,
  members,
  'permission-requests': permissionRequests,
  'owner-changes': ownerChanges,
  'data-exports': dataExports,
  erasures,
  listings,
  'listing-contents': listingContents,
  'listing-edits': listingEdits,
  'night-overrides': nightOverrides,
  bookings,
  claims,
  blocks,
  calendars,
  policies,
  rules,
  events,
  impersonations,
  'access-log': accessLog,
  'ledger-entries': ledgerEntries,
  balances,
  adjustments,
  'payout-accounts': payoutAccounts,
  'payout-holds': payoutHolds,
  'tax-filings': taxFilings,
  'tax-profiles': taxProfiles,
  payouts,
  reconciliations,
  'bank-lines': bankLines,
  disruptions,
  'disruption-evidence': disruptionEvidence,
  notices,
  agreements,
  photoshoots,
  'shoot-days': shootDays,
  onboarding: onboardingCases,
  'ical-feeds': icalFeeds,
  'import-conflicts': importConflicts,
  'ical-exports': icalExports,
  'saved-views': savedViews,
  'reply-templates': replyTemplates,
  'message-rules': messageRules,
  'message-plans': messagePlans,
  requests,
  incidents,
  reimbursements,
  threads,
  messages,
  reviews,
  referrals,
  referees,
  statements,
  'report-files': reportFiles,
  'report-schedules': reportSchedules,
}

/** Every read model that can be asked for. */
export const resources: Readonly<Record<string, Resource>> = readModels

type ReadModels = typeof readModels
/** Resources whose lists have less of a row than its own page. */
export type ShortenedResource = {
  [N in keyof ReadModels]: [NonNullable<ReadModels[N]['listRow']>] extends [never] ? never : N
}[keyof ReadModels]

/** Every event type with its definition. Types are frozen strings, unique over all aggregates. */
export const eventDefinitions: ReadonlyMap<string, EventDefinition> = new Map(
  Object.values(domain).flatMap((aggregate: Aggregate) => Object.entries(aggregate.events)),
)

/** Every command with the aggregate it belongs to. */
export const commandDefinitions: ReadonlyMap<
  string,
  Readonly<{ aggregate: AggregateName; definition: CommandDefinition }>
> = new Map(
  (Object.entries(domain) as [AggregateName, Aggregate][]).flatMap(([aggregate, { commands }]) =>
    Object.entries(commands).map(([type, definition]) => [type, { aggregate, definition }] as const),
  ),
)
