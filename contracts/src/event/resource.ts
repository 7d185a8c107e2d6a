import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'

/** How a guest's wait for an answer ended. */
export const zAnswer = z.object({ by: z.string(), onTime: z.boolean(), elapsedS: z.int() })

/** An event as the read model names it: what finds it, and what screens need of every one. */
export const zNamedEvent = z.strictObject({
  id: z.string(),
  stream: z.string(),
  streamRevision: z.int(),
  type: z.string(),
  actorId: z.string(),
  /** The same for all events that one request led to. */
  correlationId: z.string(),
  /** The listing that it names. */
  listingId: z.string().nullable(),
  /** The command that undoes it, of its metadata. */
  undo: z.string().nullable(),
  hostSees: z.boolean(),
  /** What notices show of it: the ids of what it concerns, or what it marks as read. Null: no notice. */
  notice: z.record(z.string(), z.unknown()).nullable(),
  /** What the performance page counts of it; null of other events. */
  answer: zAnswer.nullable(),
  occurredAt: zInstant,
})
export type NamedEvent = z.infer<typeof zNamedEvent>

/** What the event store has of it. */
const stored = {
  /** Personal fields are opened for readers with the right to them, and masked for others. */
  data: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.string()),
  commit: z.string(),
  recordedAt: zInstant,
}

/** One event as it happened. */
export const zEventRow = zNamedEvent.extend(stored)
export type EventRow = z.infer<typeof zEventRow>
export const events = defineResource({
  name: 'events',
  table: 'event_log',
  row: zEventRow,
  listRow: zNamedEvent,
  elsewhere: Object.keys(stored),
  capability: 'event.read',
  visibility: {
    id: 'open',
    stream: 'open',
    streamRevision: 'open',
    type: 'open',
    data: ['booking.money', 'booking.details'],
    metadata: 'open',
    actorId: 'open',
    correlationId: 'open',
    listingId: 'open',
    undo: 'event.personal',
    hostSees: 'open',
    notice: ['booking.money', 'booking.details'],
    answer: ['booking.money', 'booking.details'],
    commit: 'open',
    occurredAt: 'open',
    recordedAt: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['occurredAt'],
  defaultSort: ['occurredAt', 'DESC'],
  filter: {
    stream: 'equals',
    type: 'equals',
    actorId: 'equals',
    correlationId: 'equals',
    occurredAt: 'range',
  },
  screens: {
    seldomEqual: 'Only the events of one command happen at the same instant',
    orders: { occurredAt: 'Events of all accounts' },
    finds: {
      stream: 'History of a record',
      type: 'Events of a type',
      actorId: 'Events of a person',
      correlationId: 'Events of one request',
    },
  },
})
