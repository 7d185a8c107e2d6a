import { hoursBetween, type Instant } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy, type Effect, type SystemCommand } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { ThreadCommand, ThreadEvent } from './messages.ts'

/** Hours of the reminders of the clock that runs. */
export type WaitingState = Readonly<{ hours: readonly number[] }>

/** An importer records messages this long after they arrived, and their answers right after them. */
const RECORDED_LATE_HOURS = 1

/** Whether the deadline had passed when an importer recorded the event (docs/domain/thread.md#response-clock). */
const isBygone = (event: RecordedEvent, at: Instant): boolean =>
  at <= event.recordedAt && hoursBetween(occurredAtOf(event), event.recordedAt) > RECORDED_LATE_HOURS

const nameOf = (hours: number) => `reminder-${hours}`

/** Ids derive from the event, so that a clock that starts again from its first start is followed again. */
const remind = (
  threadId: Id,
  cause: Id,
  startedAt: Instant,
  hours: number,
  at: Instant,
): Effect<ThreadCommand> => {
  const work: SystemCommand<ThreadCommand> = {
    kind: 'command',
    commandId: deriveId('remind-of-response', cause, String(hours)),
    type: 'RemindOfResponse',
    id: threadId,
    data: { startedAt, hours },
    occurredAt: at,
  }
  return { kind: 'timer', name: nameOf(hours), at, work }
}

const recordOverdue = (
  threadId: Id,
  cause: Id,
  startedAt: Instant,
  dueAt: Instant,
): Effect<ThreadCommand> => {
  const work: SystemCommand<ThreadCommand> = {
    kind: 'command',
    commandId: deriveId('record-overdue-response', cause),
    type: 'RecordOverdueResponse',
    id: threadId,
    data: { startedAt },
    occurredAt: dueAt,
  }
  return { kind: 'timer', name: 'overdue', at: dueAt, work }
}

const cancelAll = (state: WaitingState | undefined): Effect<ThreadCommand>[] => [
  ...(state?.hours ?? []).map((hours): Effect => ({ kind: 'cancel', name: nameOf(hours) })),
  { kind: 'cancel', name: 'overdue' },
]

/**
 * The deadlines of a response clock: reminders and the breach, until it stops
 * (docs/domain/thread.md#response-clock).
 */
export const responseProcess = defineProcess<WaitingState, ThreadCommand>({
  name: 'response',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'thread' ? idOfStream(stream) : undefined),
  on: reactBy<WaitingState, ThreadEvent, ThreadCommand>({
    ResponseClockStarted: (state, event) => {
      const { threadId, startedAt, reminders, dueAt } = event.data
      return [
        { hours: reminders.map(({ hours }) => hours) },
        ...cancelAll(state),
        ...reminders
          .filter(({ at }) => !isBygone(event, at))
          .map(({ hours, at }) => remind(threadId, event.id, startedAt, hours, at)),
        ...(isBygone(event, dueAt) ? [] : [recordOverdue(threadId, event.id, startedAt, dueAt)]),
      ]
    },
    ResponseClockStopped: (state) => [undefined, ...cancelAll(state)],
  }),
})
