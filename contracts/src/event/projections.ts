import { defineProjection, occurredAtOf } from '../kernel/projection.ts'
import { textIn } from '../kernel/message.ts'
import { noticeData } from '../notice/noticeData.ts'
import { isForHosts } from './isForHosts.ts'
import { zAnswer, zEventRow, type EventRow } from './resource.ts'

/** Each event as it is in the log, personal fields still sealed: timelines and as-of read it. */
export const eventLogProjection = defineProjection<EventRow>({
  name: 'event_log',
  version: 4,
  row: zEventRow,
  sealed: true,
  once: true,
  keys: ({ id }) => [id],
  fold: (_row, event) => ({
    id: event.id,
    stream: event.stream,
    streamRevision: Number(event.revision),
    type: event.type,
    data: event.data as Record<string, unknown>,
    metadata: event.metadata,
    actorId: event.metadata['actorId'] ?? '',
    correlationId: event.metadata['$correlationId'] ?? '',
    listingId: textIn(event.data, 'listingId') ?? null,
    undo: event.metadata['undo'] ?? null,
    hostSees: isForHosts(event),
    notice: noticeData(event),
    answer: event.type === 'ResponseClockStopped' ? zAnswer.parse(event.data) : null,
    commit: event.position.commit.toString(),
    occurredAt: occurredAtOf(event),
    recordedAt: event.recordedAt,
  }),
})
