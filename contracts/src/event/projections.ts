import { defineProjection, occurredAtOf } from '../kernel/projection.ts'
import { textIn } from '../kernel/message.ts'
import { noticeData } from '../notice/noticeData.ts'
import { isForHosts } from './isForHosts.ts'
import { zAnswer, zNamedEvent, type NamedEvent } from './resource.ts'

/** Names each event of the log; what is in it stays in the event store. */
export const eventLogProjection = defineProjection<NamedEvent>({
  name: 'event_log',
  version: 5,
  row: zNamedEvent,
  sealed: true,
  once: true,
  keys: ({ id }) => [id],
  fold: (_row, event) => ({
    id: event.id,
    stream: event.stream,
    streamRevision: Number(event.revision),
    type: event.type,
    actorId: event.metadata['actorId'] ?? '',
    correlationId: event.metadata['$correlationId'] ?? '',
    listingId: textIn(event.data, 'listingId') ?? null,
    undo: event.metadata['undo'] ?? null,
    hostSees: isForHosts(event),
    notice: noticeData(event),
    answer: event.type === 'ResponseClockStopped' ? zAnswer.parse(event.data) : null,
    occurredAt: occurredAtOf(event),
  }),
})
