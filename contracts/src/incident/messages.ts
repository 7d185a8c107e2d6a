import { z } from 'zod'
import { nightsBetween, zInstant, zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { OF_ACCOUNT, defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zText } from '../kernel/text.ts'
import { zAuthorities, zEvidence, zEvidenceIds, zIncidentCategory, zSeverity } from './incident.ts'

/** Nights of one safety hold. */
const MAX_HOLD_NIGHTS = 60

const of = { incidentId: z.string(), listingId: z.string() }
/** Who did it: the actor's id. */
const by = { by: z.string() }
const span = { start: zLocalDate, end: zLocalDate }

const on = (verb: string) => ({ collection: 'incidents', verb }) as const
const byHost = { capability: 'incident.report', ifMatch: 'optional' } as const
const byStaff = { capability: 'incident.work', ifMatch: 'optional' } as const
const clock = { capability: 'incident.clock', ifMatch: 'none' } as const

/** Something that went wrong at a listing, from its report to its end (docs/domain/incident.md). */
export const incident = defineAggregate({
  category: 'incident',
  events: {
    /** Staff acknowledge it before `acknowledgeBy`. */
    IncidentReported: {
      version: 1,
      schema: z.strictObject({
        ...of,
        hostAccountId: z.string(),
        code: z.string(),
        bookingId: z.string().nullable(),
        reportedBy: z.string(),
        category: zIncidentCategory,
        severity: zSeverity,
        occurredAt: zInstant,
        description: z.string(),
        peopleHurt: z.boolean(),
        authorities: zAuthorities.extend({ reference: z.string().nullable() }),
        acknowledgeBy: zInstant,
      }),
      personal: { description: OF_ACCOUNT, 'authorities.reference': OF_ACCOUNT },
    },
    IncidentEvidenceAdded: {
      version: 1,
      schema: z.strictObject({ ...of, ...by, files: z.array(zEvidence) }),
      personal: { 'files.name': OF_ACCOUNT },
    },
    /** What was reported stays as it is; this is added to it. */
    IncidentAmended: {
      version: 1,
      schema: z.strictObject({ ...of, ...by, amendmentId: z.string(), text: z.string() }),
      personal: { text: OF_ACCOUNT },
    },
    IncidentAcknowledged: {
      version: 1,
      schema: z.strictObject({ ...of, ...by, inTime: z.boolean() }),
    },
    /** Staff did not acknowledge it in time. */
    AcknowledgementMissed: { version: 1, schema: z.strictObject({ ...of, acknowledgeBy: zInstant }) },
    IncidentActionLogged: {
      version: 1,
      schema: z.strictObject({ ...of, ...by, actionId: z.string(), text: z.string() }),
      personal: { text: OF_ACCOUNT },
    },
    /** Its severity changed. `acknowledgeBy`: until when it has to be acknowledged; null where it was. */
    IncidentEscalated: {
      version: 1,
      schema: z.strictObject({
        ...of,
        ...by,
        before: zSeverity,
        severity: zSeverity,
        why: z.string(),
        acknowledgeBy: zInstant.nullable(),
      }),
      personal: { why: OF_ACCOUNT },
    },
    /** The nights are blocked in the calendar under `blockId`. `bookingIds`: stays that are booked for them. */
    SafetyHoldPlaced: {
      version: 1,
      schema: z.strictObject({
        ...of,
        ...by,
        holdId: z.string(),
        blockId: z.string(),
        ...span,
        bookingIds: z.array(z.string()),
      }),
    },
    /** A claim for reimbursement that follows from it. */
    ReimbursementLinked: {
      version: 1,
      schema: z.strictObject({ ...of, ...by, reimbursementId: z.string() }),
    },
    /** Its safety holds end. It can be reopened before `reopenUntil`, and closes by itself then. */
    IncidentResolved: {
      version: 1,
      schema: z.strictObject({ ...of, ...by, summary: z.string(), reopenUntil: zInstant }),
      personal: { summary: OF_ACCOUNT },
    },
    IncidentClosed: { version: 1, schema: z.strictObject({ ...of, ...by, auto: z.boolean() }) },
    IncidentReopened: {
      version: 1,
      schema: z.strictObject({
        ...of,
        ...by,
        severity: zSeverity,
        why: z.string(),
        acknowledgeBy: zInstant,
      }),
      personal: { why: OF_ACCOUNT },
    },
  },
  commands: {
    /**
     * WINDOW_CLOSED for a host whose incident is too long ago: staff can still report it. A severity that is
     * left out is that of the category; a host can only raise it.
     */
    ReportIncident: {
      capability: 'incident.report',
      ifMatch: 'none',
      schema: z.strictObject({
        listingId: zId,
        bookingId: zId.nullable().default(null),
        category: zIncidentCategory,
        severity: zSeverity.nullable().default(null),
        occurredAt: zInstant,
        description: zText(20, 5_000),
        peopleHurt: z.boolean(),
        authorities: zAuthorities.default({ police: false, fire: false, reference: null }),
        fileIds: zEvidenceIds.default([]),
      }),
      stream: { by: 'creation', account: 'caller', listing: { field: 'listingId' } },
      route: { collection: 'incidents' },
    },
    /** LIMIT_EXCEEDED once the incident has all the files that it can have. */
    AddIncidentEvidence: {
      ...byHost,
      schema: z.strictObject({ fileIds: zEvidenceIds.min(1) }),
      route: on('add-evidence'),
    },
    AmendIncident: { ...byHost, schema: z.strictObject({ text: zText(3, 5_000) }), route: on('amend') },
    AcknowledgeIncident: { ...byStaff, schema: z.strictObject({}), route: on('acknowledge') },
    LogIncidentAction: {
      ...byHost,
      schema: z.strictObject({ text: zText(3, 2_000) }),
      route: on('log-action'),
    },
    /** Only staff lower a severity. */
    EscalateIncident: {
      ...byHost,
      schema: z.strictObject({ severity: zSeverity, why: zText(3, 500) }),
      route: on('escalate'),
    },
    /** Of severity 1 and 2 only. */
    PlaceSafetyHold: {
      ...byHost,
      schema: z
        .strictObject(span)
        .refine(
          ({ start, end }) => nightsBetween(start, end) >= 1 && nightsBetween(start, end) <= MAX_HOLD_NIGHTS,
          { path: ['end'], message: `must be 1 to ${MAX_HOLD_NIGHTS} nights after start` },
        ),
      route: on('place-safety-hold'),
    },
    LinkReimbursement: {
      ...byHost,
      schema: z.strictObject({ reimbursementId: zId }),
      route: on('link-reimbursement'),
    },
    /** Only staff resolve an incident of severity 1 or 2. */
    ResolveIncident: {
      ...byHost,
      schema: z.strictObject({ summary: zText(3, 2_000) }),
      route: on('resolve'),
    },
    CloseIncident: { ...byHost, schema: z.strictObject({}), route: on('close') },
    /** WINDOW_CLOSED once the time to reopen it is over. */
    ReopenIncident: { ...byHost, schema: z.strictObject({ why: zText(10, 500) }), route: on('reopen') },
    RecordMissedAcknowledgement: { ...clock, schema: z.strictObject({ acknowledgeBy: zInstant }) },
    CloseResolvedIncident: { ...clock, schema: z.strictObject({ closesAt: zInstant }) },
  },
})
export type IncidentEvent = EventsOf<typeof incident>
export type IncidentCommand = CommandsOf<typeof incident>
