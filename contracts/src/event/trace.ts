import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zWho } from './history.ts'

/**
 * Rows of one read model that an event touches: the first of their ids, and how many there are. `shown`:
 * readers see it there already.
 */
export const zTouched = z.strictObject({
  projection: z.string(),
  resource: z.string().nullable(),
  ids: z.array(z.string()),
  count: z.int(),
  shown: z.boolean(),
})

/**
 * What a process manager issued after an event: a command or a job, immediately or by a timer. Done ones are
 * kept for some days.
 */
export const zTracedEffect = z.strictObject({
  id: z.string(),
  manager: z.string(),
  name: z.string(),
  timer: z.string().nullable(),
  dueAt: zInstant,
  doneAt: zInstant.nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
})
export type TracedEffect = z.infer<typeof zTracedEffect>

export const zTracedEvent = z.strictObject({
  id: z.string(),
  type: z.string(),
  stream: z.string(),
  streamRevision: z.int(),
  commit: z.string(),
  occurredAt: zInstant,
  recordedAt: zInstant,
  rows: z.array(zTouched),
  effects: z.array(zTracedEffect),
})
export type TracedEvent = z.infer<typeof zTracedEvent>

/**
 * A command that was accepted, by what it led to. `parent`: the command that it followed, null for the one of
 * the request.
 */
export const zTracedCommand = z.strictObject({
  id: z.string(),
  parent: z.string().nullable(),
  tenantId: z.string(),
  who: zWho,
  events: z.array(zTracedEvent),
})
export type TracedCommand = z.infer<typeof zTracedCommand>

/** `GET /api/traces/{id}` for staff: everything that one request led to, in the order of the log. */
export const zTrace = z.strictObject({
  correlationId: z.string(),
  complete: z.boolean(),
  commands: z.array(zTracedCommand),
})
export type Trace = z.infer<typeof zTrace>
