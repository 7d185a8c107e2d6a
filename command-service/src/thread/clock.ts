import { computeDeadlines, findAwaited, measureResponse, type ThreadEvent } from '@hearth/contracts/thread'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { accept, reject, type Context, type Decision } from '../runtime/decider.ts'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { ThreadDecide } from './threadDecide.ts'
import type { ThreadFacts } from './thread.facts.ts'
import type { KnownClock, KnownMessage, KnownThread, ThreadState } from './thread.state.ts'

type StoppedBy = OfType<ThreadEvent, 'ResponseClockStopped'>['data']['by']
type ThreadContext = Pick<Context<ThreadFacts>, 'id' | 'now' | 'facts'>

/**
 * What the response clock does when the thread has these messages (docs/domain/thread.md#response-clock).
 * `messageId`: of the message or the request that made the change; `by`: what stops it.
 */
export const followClock = (
  { listingId, messages: before, clock }: Pick<KnownThread, 'listingId' | 'messages' | 'clock'>,
  messages: readonly KnownMessage[],
  messageId: string,
  { id: threadId, now, facts: { policy } }: ThreadContext,
  by: StoppedBy = 'message',
): ThreadEvent[] => {
  const of = { threadId, listingId }
  const awaited = findAwaited(before)
  const next = findAwaited(messages)
  if (awaited?.messageId === next?.messageId) return []
  if (next !== undefined) {
    const { reminders, dueAt } = computeDeadlines(next.at, policy.body)
    return [
      {
        type: 'ResponseClockStarted',
        // A request has reminders of its own.
        data: {
          ...of,
          messageId: next.messageId,
          startedAt: next.at,
          dueAt,
          reminders: next.isRequest ? [] : reminders,
        },
      },
    ]
  }
  if (clock === null || !clock.running) return []
  const { startedAt, dueAt } = clock
  const measured = measureResponse(startedAt, dueAt, now)
  return [
    {
      type: 'ResponseClockStopped',
      data: { ...of, startedAt, dueAt, messageId, by, ...measured },
    },
  ]
}

/** The clock that runs and started then. */
const findClock = (state: ThreadState, startedAt: Instant): KnownClock | undefined =>
  state.status !== 'none' && state.clock?.running === true && state.clock.startedAt === startedAt
    ? state.clock
    : undefined

const notDue = (until: Instant): Decision<ThreadEvent> =>
  reject('PRECONDITION_FAILED', `This isn’t possible before ${until}.`, { rule: 'not_due', until })

type Timed = 'RemindOfResponse' | 'RecordOverdueResponse'

/** A deadline of a clock that has stopped, or of another one, does nothing. */
export const decideDeadlines: Pick<ThreadDecide, Timed> = {
  RemindOfResponse: ({ startedAt, hours }, state, { id: threadId, now }) => {
    const clock = findClock(state, startedAt)
    if (state.status === 'none' || clock === undefined || clock.reminded.includes(hours)) return accept([])
    const at = addHours(startedAt, hours)
    if (now < at) return notDue(at)
    const data = { threadId, listingId: state.listingId, startedAt, dueAt: clock.dueAt, hours }
    return accept([{ type: 'ResponseReminderDue', data }])
  },
  RecordOverdueResponse: ({ startedAt }, state, { id: threadId, now }) => {
    const clock = findClock(state, startedAt)
    if (state.status === 'none' || clock === undefined || clock.overdue) return accept([])
    if (now < clock.dueAt) return notDue(clock.dueAt)
    const data = { threadId, listingId: state.listingId, startedAt, dueAt: clock.dueAt }
    return accept([{ type: 'ResponseOverdue', data }])
  },
}
