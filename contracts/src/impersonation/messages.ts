import { z } from 'zod'
import { zImpersonationMode, zImpersonationScope } from '../kernel/access.ts'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { PROBLEMS, type ProblemCode } from '../kernel/problem.ts'
import { zLine, zText } from '../kernel/text.ts'

/** Why staff request an impersonation (docs/domain/impersonation.md#request). */
export const IMPERSONATION_REASONS = [
  'support_ticket',
  'onboarding_help',
  'bug_investigation',
  'fraud_review',
  'legal',
] as const
/** Of these the host may learn later than at the end (docs/domain/impersonation.md#record-and-notice). */
export const MAY_BE_TOLD_LATER: readonly ImpersonationReason[] = ['fraud_review', 'legal']
export const zImpersonationReason = z.enum(IMPERSONATION_REASONS)
export type ImpersonationReason = z.infer<typeof zImpersonationReason>

/**
 * How long it lasts from its start and from its one extension on, minutes; acting is not extended
 * (docs/domain/impersonation.md#duration).
 */
export const IMPERSONATION_MINUTES = {
  read_only: { first: 30, most: 60 },
  act_as: { first: 20, most: 20 },
} as const
/** A request that is not started within this time is void. Hours. */
export const START_WITHIN_HOURS = 24
/** A host's code counts for this long. Minutes (docs/domain/impersonation.md#approval). */
export const HOST_CODE_MINUTES = 15
/**
 * The notice to the host may come this long after the end. Days
 * (docs/domain/impersonation.md#record-and-notice).
 */
export const MAX_NOTICE_DELAY_DAYS = 30

export const zEndReason = z.enum(['stopped', 'expired', 'signed_out', 'revoked'])
export type EndReason = z.infer<typeof zEndReason>

/** A page of the console as its route says it: a path without query. */
export const zConsoleRoute = z
  .string()
  .max(300)
  .regex(/^\/[A-Za-z0-9/_.:~-]*$/, 'must be the path of a page')

const zCodeOfProblem = z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]])
const id = z.strictObject({ impersonationId: z.string() })
/** The most reads in one event; more start another event. */
export const MAX_READS = 200
/** One answer: which resource or view, and which of its records. */
const zRead = z.strictObject({ at: zInstant, resource: z.string(), recordIds: z.array(z.string()) })
export type ImpersonationRead = z.infer<typeof zRead>
const requested = z.strictObject({
  targetAccountId: zId,
  mode: zImpersonationMode,
  scopes: z
    .array(zImpersonationScope)
    .min(1)
    .max(6)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not name a scope twice'),
  reason: zImpersonationReason,
  /** Shown to the host. */
  reasonText: zText(20, 500),
  ticketRef: zLine(1, 80).nullable().default(null),
})

/**
 * An impersonation by a member of staff, from the request to the notice to the host
 * (docs/domain/impersonation.md). The stream belongs to the host's account.
 */
export const impersonation = defineAggregate({
  category: 'impersonation',
  events: {
    ImpersonationRequested: {
      version: 1,
      schema: requested.extend({
        impersonationId: z.string(),
        staffUserId: z.string(),
        staffName: z.string(),
      }),
      personal: { staffName: 'staffUserId', reasonText: 'staffUserId', ticketRef: 'staffUserId' },
    },
    ImpersonationApproved: {
      version: 1,
      schema: id.extend({ approvedBy: z.string(), how: z.enum(['staff', 'host_code']) }),
    },
    ImpersonationDenied: {
      version: 1,
      schema: id.extend({ deniedBy: z.string(), reasonText: z.string() }),
      personal: { reasonText: 'deniedBy' },
    },
    ImpersonationStarted: { version: 1, schema: id.extend({ expiresAt: zInstant }) },
    ImpersonationExtended: { version: 1, schema: id.extend({ expiresAt: zInstant }) },
    ImpersonationPageViewed: {
      version: 1,
      schema: id.extend({ route: z.string(), recordIds: z.array(z.string()) }),
    },
    /** Every answer that showed records, as the access log names it (contracts/src/audit/readNames.ts). */
    ImpersonationRecordsViewed: {
      version: 1,
      schema: id.extend({ reads: z.array(zRead).min(1) }),
    },
    /** `type`: of the first event that the command led to, in `stream`. */
    ImpersonationActionTaken: {
      version: 1,
      schema: id.extend({ commandId: z.string(), stream: z.string(), type: z.string() }),
    },
    ImpersonationCommandRefused: {
      version: 1,
      schema: id.extend({ command: z.string(), recordId: z.string().nullable(), code: z.string() }),
    },
    ImpersonationEnded: { version: 1, schema: id.extend({ why: zEndReason, endedBy: z.string() }) },
    HostNoticeDelayed: {
      version: 1,
      schema: id.extend({ days: z.int(), delayedBy: z.string(), reasonText: z.string() }),
      personal: { reasonText: 'delayedBy' },
    },
    HostNotifiedOfImpersonation: {
      version: 2,
      schema: id.extend({ delayed: z.boolean() }),
      // Why it was delayed is in HostNoticeDelayed, sealed.
      upcast: {
        1: ({ impersonationId, delayedBecause }) => ({ impersonationId, delayed: delayedBecause !== null }),
      },
    },
  },
  commands: {
    RequestImpersonation: {
      schema: requested,
      route: { collection: 'impersonations' },
      capability: 'impersonation.look',
      ifMatch: 'none',
      stream: { by: 'creation', account: { field: 'targetAccountId' } },
    },
    ApproveImpersonation: {
      schema: z.strictObject({}),
      route: { collection: 'impersonations', verb: 'approve' },
      capability: 'impersonation.approve',
      ifMatch: 'none',
    },
    DenyImpersonation: {
      schema: z.strictObject({ reasonText: zText(1, 500) }),
      route: { collection: 'impersonations', verb: 'deny' },
      capability: 'impersonation.approve',
      ifMatch: 'none',
    },
    /** Another member of staff ends it. */
    RevokeImpersonation: {
      schema: z.strictObject({}),
      route: { collection: 'impersonations', verb: 'revoke' },
      capability: 'impersonation.approve',
      ifMatch: 'none',
    },
    /** Before its end; the notice is then sent this many days after it. */
    DelayHostNotice: {
      schema: z.strictObject({ days: z.int().min(1).max(MAX_NOTICE_DELAY_DAYS), reasonText: zText(20, 500) }),
      route: { collection: 'impersonations', verb: 'delay-notice' },
      capability: 'impersonation.delay-notice',
      ifMatch: 'none',
    },
    /** After a code that the host gave was found right. */
    ApproveImpersonationByCode: {
      schema: z.strictObject({ approvedBy: z.string() }),
      capability: 'impersonation.look',
      ifMatch: 'none',
    },
    StartImpersonation: { schema: z.strictObject({}), capability: 'impersonation.look', ifMatch: 'none' },
    ExtendImpersonation: { schema: z.strictObject({}), capability: 'impersonation.look', ifMatch: 'none' },
    EndImpersonation: {
      schema: z.strictObject({ why: z.enum(['stopped', 'signed_out']) }),
      capability: 'impersonation.look',
      ifMatch: 'none',
    },
    ExpireImpersonation: {
      schema: z.strictObject({ expiresAt: zInstant }),
      capability: 'impersonation.look',
      ifMatch: 'none',
    },
    RecordPageView: {
      schema: z.strictObject({ route: zConsoleRoute, recordIds: z.array(zId).max(20) }),
      capability: 'impersonation.look',
      ifMatch: 'none',
    },
    RecordImpersonationReads: {
      schema: z.strictObject({ reads: z.array(zRead).min(1).max(MAX_READS) }),
      capability: 'impersonation.look',
      ifMatch: 'none',
    },
    RecordImpersonationAction: {
      schema: z.strictObject({ commandId: z.string(), stream: z.string(), type: z.string() }),
      capability: 'impersonation.look',
      ifMatch: 'none',
    },
    RecordRefusedCommand: {
      schema: z.strictObject({
        command: z.string().max(200),
        recordId: zId.nullable(),
        code: zCodeOfProblem,
      }),
      capability: 'impersonation.look',
      ifMatch: 'none',
    },
    NotifyHostOfImpersonation: {
      schema: z.strictObject({}),
      capability: 'impersonation.look',
      ifMatch: 'none',
    },
  },
})
export type ImpersonationEvent = EventsOf<typeof impersonation>
export type ImpersonationCommand = CommandsOf<typeof impersonation>

/**
 * `POST /api/impersonations/{id}/approve-by-code`: the host created the code in the console and gave it to
 * the member of staff.
 */
export const zApproveByCode = z.strictObject({ code: z.string().regex(/^\d{6}$/, 'must be six digits') })
/** `POST /api/impersonation/page-view`, sent by the console at each page while impersonating. */
export const zPageView = z.strictObject({ route: zConsoleRoute })
/** Answer of `POST /api/account/impersonation-code {}`: shown once, kept as a hash. */
export const zHostCode = z.strictObject({ code: z.string(), expiresAt: zInstant })
/** Answer of `POST /api/impersonations/{id}/start {}` and of `POST /api/impersonation/extend {}`. */
export const zImpersonationRunning = z.strictObject({ id: z.string(), expiresAt: zInstant })
