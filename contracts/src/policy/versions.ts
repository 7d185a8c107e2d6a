import type { OfType } from '../kernel/message.ts'
import type { PolicyEvent } from './messages.ts'
import {
  FIRST_REMINDER_HOURS_LEFT,
  type CancellationTerms,
  type PolicyBody,
  type PolicyName,
  type PublishedPolicy,
} from './terms.ts'

const DAY = 24
/**
 * From this many nights on, the listing's long-term code binds (docs/domain/policy.md#cancellation-policies).
 */
export const LONG_STAY_NIGHTS = 28

const graceForAll = { withinHours: 24, confirmedHoursBefore: 7 * DAY }
const nothing = { kind: 'percentage', bps: 0 } as const
const keep = (leadNights: number, unspentBps: number) =>
  ({ kind: 'keep-nights', leadNights, unspentBps }) as const
const full = (minHours: number) => ({ minHours, nightsBps: 10_000 })
const half = (minHours: number) => ({ minHours, nightsBps: 5_000 })
const terms = (
  label: string,
  tiers: CancellationTerms['tiers'],
  last: CancellationTerms['last'],
  flags: Partial<CancellationTerms> = {},
): CancellationTerms => ({
  label,
  grace: graceForAll,
  tiers,
  last,
  inviteOnly: false,
  longTerm: false,
  ...flags,
})

/**
 * Every cancellation policy by code; hours before check-in, inclusive
 * (docs/domain/policy.md#cancellation-policies).
 */
const cancellation: PolicyBody<'cancellation'> = {
  flexible: terms('Flexible', [full(DAY)], keep(1, 10_000)),
  moderate: terms('Moderate', [full(5 * DAY)], keep(1, 5_000)),
  limited: terms('Limited', [full(14 * DAY), half(7 * DAY)], nothing),
  firm: terms('Firm', [full(30 * DAY), half(7 * DAY)], nothing),
  strict: terms('Strict', [half(7 * DAY)], nothing, { inviteOnly: true }),
  non_refundable: terms('Non-refundable', [], nothing),
  long_term_firm: terms('Long-term firm', [full(30 * DAY)], keep(30, 10_000), { longTerm: true }),
  long_term_strict: terms(
    'Long-term strict',
    [{ ...full(28 * DAY), withinHoursOfBooking: 48 }],
    keep(30, 10_000),
    { longTerm: true },
  ),
  vrbo_relaxed: terms('Vrbo relaxed', [full(14 * DAY), half(7 * DAY)], nothing),
  vrbo_moderate: terms('Vrbo moderate', [full(30 * DAY), half(14 * DAY)], nothing),
  vrbo_firm: terms('Vrbo firm', [full(60 * DAY), half(30 * DAY)], nothing),
  vrbo_strict: terms('Vrbo strict', [full(60 * DAY)], nothing),
  vrbo_none: terms('Vrbo no refund', [], nothing),
}

const hostCancellation: PolicyBody<'hostCancellation'> = {
  tiers: [
    { moreThanHours: 30 * DAY, bps: 1_000 },
    { moreThanHours: 48, bps: 2_500 },
    { moreThanHours: 0, bps: 5_000 },
  ],
  afterCheckInBps: 10_000,
  minimumNominal: { USD: 50, EUR: 50, GBP: 40, default: 50 },
}

const platformFee: PolicyBody<'platformFee'> = { self_managed: 1_550, full_service: 2_500 }

const request: PolicyBody<'request'> = {
  bookingRequestHours: DAY,
  alteration: { hours: 3 * DAY, beforeCheckInHours: 1, inStayHours: DAY },
  refundWaiverHours: 3 * DAY,
  acknowledgeHours: { emergency: 1, high: 8, normal: DAY },
  serviceClosesAfterHours: 7 * DAY,
  expenseHours: 3 * DAY,
  reminderHoursLeft: FIRST_REMINDER_HOURS_LEFT,
  expenseOverrunBps: 1_000,
  previewMinutes: 15,
}

const messaging: PolicyBody<'messaging'> = {
  responseHours: 24,
  reminderHours: [12, 20],
  retractMinutes: 2,
  messagesPerMinute: 30,
}

const review: PolicyBody<'review'> = {
  windowHours: 14 * DAY,
  reminderDays: [1, 7, 13],
  replyDays: 30,
  replyEditHours: DAY,
}

const incident: PolicyBody<'incident'> = {
  acknowledgeMinutes: { 1: 15, 2: 60, 3: 24 * 60, 4: 72 * 60 },
  reportWithinDays: 60,
  reopenWithinDays: 30,
  safetyHoldNights: 3,
}

const reimbursement: PolicyBody<'reimbursement'> = {
  windowHours: 14 * DAY,
  guestHours: 3 * DAY,
  infoHours: 7 * DAY,
  appealHours: 14 * DAY,
  firstActionDays: 2,
  decisionDays: 10,
  businessDayEnd: '17:00',
  capNominal: 50_000,
  secondPersonAboveNominal: 2_000,
  usefulLifeMonths: { electronics: 48, appliance: 120, furniture: 84, linen: 24, decor: 60 },
  minFactorBps: 2_000,
  unknownAgeFactorBps: 5_000,
  maxLostNights: 14,
}

const referral: PolicyBody<'referral'> = {
  rewardNominal: { default: 500 },
  minNightsNominal: { default: 100 },
  qualifyDays: 180,
  rewardAfterDays: 14,
  clawbackDays: 60,
  newAccountDays: 30,
  inviteDays: 180,
  maxOpenInvites: 20,
  maxRewardsPerYear: 25,
}

const from600 = { grossNominal: 600, payments: 0 }
const tax: PolicyBody<'tax'> = {
  federal1099K: { grossNominal: 20_000, payments: 200 },
  states: {
    AR: { grossNominal: 2_500, payments: 0 },
    DC: from600,
    IL: { grossNominal: 1_000, payments: 4 },
    MA: from600,
    MD: from600,
    MT: from600,
    NJ: { grossNominal: 1_000, payments: 0 },
    VA: from600,
    VT: from600,
  },
  rents1099Misc: 2_000,
}

const EFFECTIVE_FROM = '2000-01-01T00:00:00.000Z'

/** Version 1 of every policy document, published at the first boot (docs/domain/policy.md#versions). */
export const FIRST_POLICIES: { readonly [N in PolicyName]: PublishedPolicy<N> } = {
  cancellation: { name: 'cancellation', version: 1, effectiveFrom: EFFECTIVE_FROM, body: cancellation },
  hostCancellation: {
    name: 'hostCancellation',
    version: 1,
    effectiveFrom: EFFECTIVE_FROM,
    body: hostCancellation,
  },
  platformFee: { name: 'platformFee', version: 1, effectiveFrom: EFFECTIVE_FROM, body: platformFee },
  request: { name: 'request', version: 1, effectiveFrom: EFFECTIVE_FROM, body: request },
  messaging: { name: 'messaging', version: 1, effectiveFrom: EFFECTIVE_FROM, body: messaging },
  review: { name: 'review', version: 1, effectiveFrom: EFFECTIVE_FROM, body: review },
  incident: { name: 'incident', version: 1, effectiveFrom: EFFECTIVE_FROM, body: incident },
  reimbursement: { name: 'reimbursement', version: 1, effectiveFrom: EFFECTIVE_FROM, body: reimbursement },
  referral: { name: 'referral', version: 1, effectiveFrom: EFFECTIVE_FROM, body: referral },
  tax: { name: 'tax', version: 1, effectiveFrom: EFFECTIVE_FROM, body: tax },
}

/** The only event of a policy stream without an approval: appended to an absent stream `policy-<name>`. */
export const firstPolicyEvent = (name: PolicyName): OfType<PolicyEvent, 'PolicyVersionPublished'> => ({
  type: 'PolicyVersionPublished',
  data: {
    ...FIRST_POLICIES[name],
    publishedBy: 'system',
    reason: 'Published with the first start of this installation.',
  },
})
