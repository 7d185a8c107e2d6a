import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource, type Resource } from '../kernel/resource.ts'

export * from './difference.ts'
export * from './process.ts'

/**
 * How a read model does: `building` for the first time, `unheld` by any process, `stopped` at an event,
 * `behind` by more than 10 s, else `live`.
 */
export const zProjectionState = z.enum(['building', 'unheld', 'stopped', 'behind', 'live'])

const zSegment = z.strictObject({
  segment: z.int(),
  firstBucket: z.int(),
  lastBucket: z.int(),
  position: z.string().nullable(),
  /** The process that writes it, and until when if it is not heard of again. */
  holder: z.string().nullable(),
  leaseUntil: zInstant.nullable(),
  epoch: z.int(),
  lagMs: z.number().nullable(),
  eventsPerSecond: z.number().nullable(),
  error: z.string().nullable(),
})

const zRowDifference = z.strictObject({
  tenantId: z.string(),
  id: z.string(),
  fields: z.array(z.string()),
  only: z.enum(['serving', 'other']).nullable(),
})

/**
 * A build beside the serving one: on its way (`building`), complete (`ready`), or the former one that is kept
 * to go back to (`standby`).
 */
const zOtherBuild = z.strictObject({
  build: z.int(),
  version: z.int(),
  status: z.enum(['building', 'ready', 'standby']),
  reason: z.enum(['first', 'version', 'request']),
  /** 0 to 1, by position in the log. */
  progress: z.number(),
  eventsPerSecond: z.number(),
  startedAt: zInstant,
  completedAt: zInstant.nullable(),
  verifiedAt: zInstant.nullable(),
  keepUntil: zInstant.nullable(),
  parkedStreams: z.int(),
  error: z.string().nullable(),
  difference: z
    .strictObject({
      serving: z.strictObject({ build: z.int(), rows: z.int() }),
      other: z.strictObject({ build: z.int(), rows: z.int() }),
      suspects: z.int(),
      rows: z.array(zRowDifference),
    })
    .nullable(),
})

/** A read model and what the projectors do for it. The id is its name. */
export const zProjectionRow = z.strictObject({
  id: z.string(),
  version: z.int(),
  build: z.int(),
  state: zProjectionState,
  position: z.string().nullable(),
  lagMs: z.number(),
  eventsPerSecond: z.number(),
  parkedStreams: z.int(),
  segments: z.array(zSegment),
  others: z.array(zOtherBuild),
  switchedAt: zInstant,
})
export type ProjectionRow = z.infer<typeof zProjectionRow>

/** A stream that is set aside in one build. The id is `<projection>.<build>.<stream>`. */
export const zParkedStreamRow = z.strictObject({
  id: z.string(),
  projection: z.string(),
  build: z.int(),
  serving: z.boolean(),
  stream: z.string(),
  accountId: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  position: z.string(),
  error: z.string(),
  attempts: z.int(),
  events: z.int(),
  parkedAt: zInstant,
})
export type ParkedStreamRow = z.infer<typeof zParkedStreamRow>

export const PROJECTION_VERBS = ['rebuild', 'verify', 'cutover', 'rollback', 'discard'] as const
export type ProjectionVerb = (typeof PROJECTION_VERBS)[number]

/** What a person requested of the projectors, and its outcome. */
export const zProjectionRequestRow = z.strictObject({
  id: z.string(),
  verb: z.enum([...PROJECTION_VERBS, 'unpark']),
  projection: z.string(),
  stream: z.string().nullable(),
  requestedBy: z.string(),
  requestedAt: zInstant,
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  answer: z.string().nullable(),
  answeredAt: zInstant.nullable(),
})
export type ProjectionRequestRow = z.infer<typeof zProjectionRequestRow>

export const projectionStatus = defineResource({
  name: 'projections',
  table: 'projection_status',
  view: true,
  row: zProjectionRow,
  capability: 'projection.read',
  visibility: {
    id: 'open',
    version: 'open',
    build: 'open',
    state: 'open',
    position: 'open',
    lagMs: 'open',
    eventsPerSecond: 'open',
    parkedStreams: 'open',
    segments: 'open',
    others: 'open',
    switchedAt: 'open',
  },
  scope: 'platform',
  sort: ['id', 'state', 'lagMs', 'parkedStreams'],
  defaultSort: ['id', 'ASC'],
  filter: { state: 'equals' },
})

export const parkedStreams = defineResource({
  name: 'parked-streams',
  table: 'parked_stream_status',
  view: true,
  row: zParkedStreamRow,
  capability: 'projection.read',
  visibility: {
    id: 'open',
    projection: 'open',
    build: 'open',
    serving: 'open',
    stream: 'open',
    accountId: 'open',
    eventId: 'open',
    eventType: 'open',
    position: 'open',
    error: 'open',
    attempts: 'open',
    events: 'open',
    parkedAt: 'open',
  },
  scope: 'platform',
  sort: ['parkedAt', 'projection', 'stream'],
  defaultSort: ['parkedAt', 'DESC'],
  filter: { projection: 'equals', stream: 'equals', accountId: 'equals', serving: 'equals' },
})

export const projectionRequests = defineResource({
  name: 'projection-requests',
  table: 'projection_request_status',
  view: true,
  row: zProjectionRequestRow,
  capability: 'projection.read',
  visibility: {
    id: 'open',
    verb: 'open',
    projection: 'open',
    stream: 'open',
    requestedBy: 'open',
    requestedAt: 'open',
    status: 'open',
    answer: 'open',
    answeredAt: 'open',
  },
  scope: 'platform',
  sort: ['requestedAt'],
  defaultSort: ['requestedAt', 'DESC'],
  filter: { projection: 'equals', status: 'equals' },
})

/** What staff can see of the projectors: views over their own tables, not read models. */
export const operationResources: readonly Resource[] = [projectionStatus, parkedStreams, projectionRequests]
