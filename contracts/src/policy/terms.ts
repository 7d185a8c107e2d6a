import { z } from 'zod'
import { zLocalTime } from '../kernel/dates.ts'
import { zBps } from '../kernel/money.ts'

/** What remains to the guest outside every tier (docs/domain/policy.md#cancellation-policies). */
const zLastTier = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('percentage'), bps: zBps }),
  /**
   * Kept = min(nights, leadNights + nights begun before the cancellation); the rest is refunded at
   * `unspentBps`.
   */
  z.strictObject({ kind: z.literal('keep-nights'), leadNights: z.int().min(0).max(365), unspentBps: zBps }),
])

/**
 * One cancellation policy: tiers from the longest notice down, compared inclusively in the guest's favour.
 * Hours.
 */
export const zCancellationTerms = z.strictObject({
  label: z.string(),
  /**
   * All back if cancelled within `withinHours` of confirmation, made at least `confirmedHoursBefore` before
   * check-in.
   */
  grace: z.strictObject({ withinHours: z.int().min(0), confirmedHoursBefore: z.int().min(0) }).nullable(),
  tiers: z.array(
    z.strictObject({
      minHours: z.int().min(0),
      nightsBps: zBps,
      /** The tier holds only this long after confirmation. */
      withinHoursOfBooking: z.int().min(0).optional(),
    }),
  ),
  last: zLastTier,
  /** Reserved for invited hosts. */
  inviteOnly: z.boolean(),
  longTerm: z.boolean(),
})
export type CancellationTerms = z.infer<typeof zCancellationTerms>

/**
 * What a host pays for cancelling: share of the host subtotal by hours before check-in, with a minimum per
 * currency (docs/domain/policy.md#host-cancellation).
 */
export const zHostCancellationTerms = z.strictObject({
  /** From the longest notice down; a tier holds when hours before check-in > `moreThanHours`. */
  tiers: z.array(z.strictObject({ moreThanHours: z.int().min(0), bps: zBps })),
  /** Share of the subtotal for the nights not stayed, at or after check-in. */
  afterCheckInBps: zBps,
  /** Nominal minimum by currency, `default` for the others. */
  minimumNominal: z.record(z.string(), z.number()),
})
export type HostCancellationTerms = z.infer<typeof zHostCancellationTerms>

/**
 * The platform's fee: bps of host subtotal (`self_managed`) or of nights (`full_service`, cleaning retained)
 * (docs/domain/policy.md#platform-fee).
 */
export const zPlatformFeeTerms = z.strictObject({ self_managed: zBps, full_service: zBps })
export type PlatformFeeTerms = z.infer<typeof zPlatformFeeTerms>

const zHours = z.int().min(1).max(8_760)
const zHoursLeft = z.array(zHours).max(5)
/**
 * How long each kind of request may wait, and what else bounds it (docs/domain/policy.md#requests). Hours,
 * unless the name says otherwise.
 */
export const zRequestTerms = z.strictObject({
  /** The host answers a guest who wants to book. */
  bookingRequestHours: zHours,
  /**
   * The other side answers a change of a stay: within `hours`, but this long before the check-in it affects; of
   * a stay in progress within `inStayHours`.
   */
  alteration: z.strictObject({ hours: zHours, beforeCheckInHours: zHours, inStayHours: zHours }),
  /** The host answers a guest who asks for a refund that no policy gives. */
  refundWaiverHours: zHours,
  /** Staff acknowledge a service request, by its urgency. */
  acknowledgeHours: z.strictObject({ emergency: zHours, high: zHours, normal: zHours }),
  /** A completed service request closes by itself; until then it can be reopened. */
  serviceClosesAfterHours: zHours,
  /** The host answers a request to approve an expense, before staff call. */
  expenseHours: zHours,
  /** Hours before the deadline at which the host is reminded, by what waits for the host. */
  reminderHoursLeft: z.strictObject({
    bookingRequest: zHoursLeft,
    alteration: zHoursLeft,
    refundWaiver: zHoursLeft,
    expense: zHoursLeft,
  }),
  /** An expense may cost this much more than was approved. */
  expenseOverrunBps: zBps,
  /** The preview of a decision is valid this long. */
  previewMinutes: z.int().min(1).max(60),
})
export type RequestTerms = z.infer<typeof zRequestTerms>
/** Of version 1, and of everything that was recorded before the policy named these hours. */
export const FIRST_REMINDER_HOURS_LEFT = {
  bookingRequest: [12, 4],
  alteration: [24, 4],
  refundWaiver: [24, 4],
  expense: [24],
} satisfies RequestTerms['reminderHoursLeft']
/** How fast guests are answered, and what bounds messages to them (docs/domain/policy.md#messaging). */
export const zMessagingTerms = z.strictObject({
  responseHours: z.int().min(1).max(240),
  /** Hours after the guest's message, ascending. */
  reminderHours: z.array(z.int().min(1).max(240)).max(5),
  retractMinutes: z.int().min(0).max(60),
  messagesPerMinute: z.int().min(1).max(1_000),
})
export type MessagingTerms = z.infer<typeof zMessagingTerms>
/** How long both sides of a stay can write, reply and change (docs/domain/policy.md#reviews). */
export const zReviewTerms = z.strictObject({
  /** After check-out. */
  windowHours: zHours,
  /** Days after the reviews opened on which the host is reminded, ascending. */
  reminderDays: z.array(z.int().min(1).max(365)).max(5),
  replyDays: z.int().min(1).max(365),
  replyEditHours: zHours,
})
export type ReviewTerms = z.infer<typeof zReviewTerms>

const zMinutes = z.int().min(1).max(525_600)
const zDays = z.int().min(1).max(365)
/** How fast staff acknowledge an incident, and what else bounds it (docs/domain/policy.md#incidents). */
export const zIncidentTerms = z.strictObject({
  /** Minutes, by severity. */
  acknowledgeMinutes: z.strictObject({ 1: zMinutes, 2: zMinutes, 3: zMinutes, 4: zMinutes }),
  /** A host reports an incident this long after it happened. */
  reportWithinDays: zDays,
  /** A resolved incident can be reopened; it closes by itself then. */
  reopenWithinDays: zDays,
  /** Nights from today that are held when an incident of severity 1 or 2 is reported. */
  safetyHoldNights: z.int().min(0).max(30),
})
export type IncidentTerms = z.infer<typeof zIncidentTerms>

const zMonths = z.int().min(1).max(600)
/**
 * How claims for reimbursement are judged, and how long each step may take
 * (docs/domain/policy.md#reimbursements).
 */
export const zReimbursementTerms = z.strictObject({
  /** A claim can be submitted this long after the check-out. */
  windowHours: zHours,
  guestHours: zHours,
  infoHours: zHours,
  appealHours: zHours,
  /** Business days from the beginning of the review, each ending at `businessDayEnd` in the listing's zone. */
  firstActionDays: z.int().min(1).max(60),
  decisionDays: z.int().min(1).max(60),
  businessDayEnd: zLocalTime,
  /** Nominal: the most that a claim may come to, and from where on a second person approves. */
  capNominal: z.number().min(1),
  secondPersonAboveNominal: z.number().min(0),
  /** How long things last. What has no number here loses no value. */
  usefulLifeMonths: z.record(z.string(), zMonths),
  /** What is left of the value at least, and where the age is unknown. */
  minFactorBps: zBps,
  unknownAgeFactorBps: zBps,
  /** Nights of lost income that are reimbursed at most. */
  maxLostNights: z.int().min(1).max(365),
})
export type ReimbursementTerms = z.infer<typeof zReimbursementTerms>

const zNominals = z.record(z.string(), z.number().positive())
/** What a host gets for bringing another one (docs/domain/policy.md#referrals). */
export const zReferralPolicy = z.strictObject({
  /** Nominal by currency, `default` for the others. */
  rewardNominal: zNominals,
  /** What the nights of the first stay must come to. */
  minNightsNominal: zNominals,
  /** From the acceptance of the code to the departure of the guest. */
  qualifyDays: zDays,
  /** From the departure to the reward. */
  rewardAfterDays: z.int().min(0).max(60),
  /** From the departure on, refunds take the reward back. */
  clawbackDays: z.int().min(0).max(365),
  /** An account is new for this long. */
  newAccountDays: zDays,
  /** A code works for this long. */
  inviteDays: zDays,
  maxOpenInvites: z.int().min(1).max(200),
  maxRewardsPerYear: z.int().min(1).max(1_000),
})

/** A state's code in the US, such as `MA`. */
const zState = z.string().regex(/^[A-Z]{2}$/)
const zLimits = z.strictObject({ grossNominal: z.number().min(0), payments: z.int().min(0) })
/** From which amounts on information returns are due (docs/domain/policy.md#tax). Nominal, US dollars. */
export const zTaxTerms = z.strictObject({
  /** A 1099-K is due when both are exceeded. */
  federal1099K: zLimits,
  /** States with limits of their own: reached, not exceeded. */
  states: z.record(zState, zLimits),
  /** Rents of managed homes, on a 1099-MISC. */
  rents1099Misc: z.number().min(0),
})
export type TaxTerms = z.infer<typeof zTaxTerms>

/** Body schema of each named policy document. */
export const POLICY_BODIES = {
  cancellation: z.record(z.string(), zCancellationTerms),
  hostCancellation: zHostCancellationTerms,
  platformFee: zPlatformFeeTerms,
  request: zRequestTerms,
  messaging: zMessagingTerms,
  review: zReviewTerms,
  incident: zIncidentTerms,
  reimbursement: zReimbursementTerms,
  referral: zReferralPolicy,
  tax: zTaxTerms,
} as const
export type PolicyName = keyof typeof POLICY_BODIES
export type PolicyBody<N extends PolicyName> = z.infer<(typeof POLICY_BODIES)[N]>
/** A version that binds from `effectiveFrom` on, until the next one does. */
export type PublishedPolicy<N extends PolicyName> = Readonly<{
  name: N
  version: number
  effectiveFrom: string
  body: PolicyBody<N>
}>
export const zPolicyName = z.enum([
  'cancellation',
  'hostCancellation',
  'platformFee',
  'request',
  'messaging',
  'review',
  'incident',
  'reimbursement',
  'referral',
  'tax',
])
export const CANCELLATION_POLICY_CODES = [
  'flexible',
  'moderate',
  'limited',
  'firm',
  'strict',
  'non_refundable',
  'long_term_firm',
  'long_term_strict',
  'vrbo_relaxed',
  'vrbo_moderate',
  'vrbo_firm',
  'vrbo_strict',
  'vrbo_none',
] as const
export const zCancellationPolicyCode = z.enum(CANCELLATION_POLICY_CODES)
export type CancellationPolicyCode = z.infer<typeof zCancellationPolicyCode>
