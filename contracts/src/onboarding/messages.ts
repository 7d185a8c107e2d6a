import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { OF_ACCOUNT, defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zText } from '../kernel/text.ts'
import { zOnboardingStep } from './steps.ts'

/**
 * Who can be reached about a stay; both numbers are proved by a code (docs/domain/onboarding.md#contacts).
 */
export const zContact = z.enum(['primary', 'backup'])
export type Contact = z.infer<typeof zContact>

/** A code counts for this long. Minutes. */
export const CONTACT_CODE_MINUTES = 10
/** How often a code may be given wrongly. */
export const CONTACT_CODE_TRIES = 5
/** Codes that are sent for one listing within 24 hours. */
export const CONTACT_CODES_PER_DAY = 10
/** Codes within 24 hours over all listings: for one account, to one number, and from one network. */
export const MAX_CODES = { account: 30, number: 10, network: 100 } as const
/** A live listing whose conditions lapsed is paused after this many days (docs/domain/listing.md#lapses). */
export const LAPSE_GRACE_DAYS = 30

const id = { listingId: z.string(), hostAccountId: z.string() }
const of = z.strictObject(id)
const step = of.extend({ step: zOnboardingStep })

/** What staff ask to change: at a step and, where it concerns one, a field of it as a JSON pointer. */
export const zChangeRequest = z.strictObject({
  step: zOnboardingStep,
  field: z
    .string()
    .max(200)
    .regex(/^(\/[A-Za-z0-9_~-]+)+$/, 'must be the path of a field, such as /maxGuests')
    .nullable()
    .default(null),
  comment: zText(3, 1000),
})
export type ChangeRequest = z.infer<typeof zChangeRequest>

/** Whom a step waits for once the host has done theirs. */
export const zAwaited = z.enum(['staff', 'bank'])
export type Awaited = z.infer<typeof zAwaited>

/**
 * Why a step or the listing is not good: `code` for programs, `detail` for readers, `pointer` to the field.
 */
export const zFoundProblem = z.strictObject({ code: z.string(), pointer: z.string(), detail: z.string() })
export type FoundProblem = z.infer<typeof zFoundProblem>

const on = (verb: string) => ({ collection: 'onboarding', verb }) as const
// Its row follows several streams, so a caller cannot name its revision.
const byHost = { capability: 'listing.write', ifMatch: 'none' } as const
const byStaff = { capability: 'onboarding.review', ifMatch: 'none' } as const
const nothing = z.strictObject({})

/**
 * The way of a listing from its first address until it is live: what is done, who reviews it, what changes
 * they request. Its id is the listing's; content is in the listing alone
 * (docs/decisions/0019-a-listing-owns-its-content.md).
 */
export const onboarding = defineAggregate({
  category: 'onboarding',
  events: {
    OnboardingOpened: { version: 1, schema: of },
    StepCompleted: { version: 1, schema: step },
    StepAwaited: { version: 1, schema: step.extend({ for: zAwaited }) },
    StepReopened: {
      version: 1,
      schema: step.extend({ why: z.string().nullable() }),
      personal: { why: OF_ACCOUNT },
    },
    /** Data of a complete step became wrong. */
    StepInvalidated: { version: 1, schema: step.extend({ problems: z.array(zFoundProblem) }) },
    StepMarkedNotApplicable: {
      version: 1,
      schema: step.extend({ reason: z.string() }),
      personal: { reason: OF_ACCOUNT },
    },
    /** `snapshotHash`: sha256 of what was submitted, hexadecimal. */
    OnboardingSubmitted: { version: 1, schema: of.extend({ snapshotHash: z.string() }) },
    OnboardingReviewStarted: { version: 1, schema: of.extend({ by: z.string() }) },
    ChangesRequested: {
      version: 1,
      schema: of.extend({ items: z.array(zChangeRequest), by: z.string() }),
      personal: { 'items.comment': OF_ACCOUNT },
    },
    OnboardingApproved: { version: 1, schema: of.extend({ by: z.string() }) },
    OnboardingRejected: {
      version: 1,
      schema: of.extend({ by: z.string(), reason: z.string() }),
      personal: { reason: OF_ACCOUNT },
    },
    OnboardingAbandoned: { version: 1, schema: of },
    OnboardingResumed: { version: 1, schema: of },
    OnboardingWentLive: { version: 1, schema: of },
    /** Of a live listing; at `pauseAt` it is paused. */
    GoLiveConditionsLapsed: {
      version: 1,
      schema: of.extend({ problems: z.array(zFoundProblem), pauseAt: zInstant }),
    },
    GoLiveConditionsRestored: { version: 1, schema: of },
    ContactCodeSent: {
      version: 1,
      schema: of.extend({ contact: zContact, codeId: z.string(), phone: z.string(), expiresAt: zInstant }),
      personal: { phone: 'hostAccountId' },
    },
    ContactCodeRefused: {
      version: 1,
      schema: of.extend({
        contact: zContact,
        codeId: z.string(),
        /** Wrong codes so far. */ attempt: z.int(),
      }),
    },
    /** The number differs from the one that was verified. */
    ContactOutdated: { version: 1, schema: of.extend({ contact: zContact }) },
    ContactVerified: {
      version: 1,
      schema: of.extend({ contact: zContact, phone: z.string() }),
      personal: { phone: 'hostAccountId' },
    },
  },
  commands: {
    /** The process manager's answer to a new listing. */
    OpenOnboarding: {
      schema: z.strictObject({ hostAccountId: zId }),
      capability: 'listing.write',
      ifMatch: 'none',
      stream: { by: 'id', begins: { of: 'account', field: 'hostAccountId' } },
    },
    CompleteStep: {
      ...byHost,
      schema: z.strictObject({ step: zOnboardingStep }),
      route: on('complete-step'),
    },
    ReopenStep: {
      ...byHost,
      schema: z.strictObject({ step: zOnboardingStep, why: zText(1, 500).nullable().default(null) }),
      route: on('reopen-step'),
    },
    SubmitForReview: { ...byHost, schema: nothing, route: on('submit-for-review') },
    AbandonOnboarding: { ...byHost, schema: nothing, route: on('abandon') },
    ResumeOnboarding: { ...byHost, schema: nothing, route: on('resume') },
    /** To the number that is in the listing's contacts now. */
    SendContactCode: {
      ...byHost,
      schema: z.strictObject({ contact: zContact }),
      route: on('send-contact-code'),
    },
    VerifyContact: {
      ...byHost,
      schema: z.strictObject({
        contact: zContact,
        code: z.string().regex(/^\d{6}$/, 'must be the six-digit code from the message'),
      }),
      route: on('verify-contact'),
    },
    StartReview: { ...byStaff, schema: nothing, route: on('start-review') },
    RequestChanges: {
      ...byStaff,
      schema: z.strictObject({ items: z.array(zChangeRequest).min(1).max(50) }),
      route: on('request-changes'),
    },
    ApproveOnboarding: { ...byStaff, schema: nothing, route: on('approve') },
    RejectOnboarding: {
      ...byStaff,
      schema: z.strictObject({ reason: zText(10, 1000) }),
      route: on('reject'),
    },
    MarkStepNotApplicable: {
      ...byStaff,
      schema: z.strictObject({ step: zOnboardingStep, reason: zText(3, 500) }),
      route: on('mark-step-not-applicable'),
    },
    /** Checks every step and condition again. */
    RecheckOnboarding: { schema: nothing, capability: 'listing.write', ifMatch: 'none' },
    MarkLive: { schema: nothing, capability: 'listing.write', ifMatch: 'none' },
  },
})
export type OnboardingEvent = EventsOf<typeof onboarding>
export type OnboardingCommand = CommandsOf<typeof onboarding>
