import { addHours, type Instant } from '../kernel/dates.ts'
import type { MessagingTerms } from '../policy/terms.ts'
import type { MessageAuthor } from './messages.ts'

/**
 * A message as far as the response clock depends on it. A request is one of the guest’s, and its
 * acceptance or refusal one of the host’s; both have the id of the request.
 */
export type ExchangedMessage = Readonly<{
  messageId: string
  from: 'guest' | MessageAuthor
  automated: boolean
  /** Also a request that ended without an answer. */
  retracted: boolean
  /** Of a guest’s message that needs no reply: the last one of which a person said so together. */
  waivedWith: string | null
  /** When it arrived here, or was sent from here. */
  at: Instant
}>

const isAnswer = ({ from, automated, retracted }: ExchangedMessage): boolean =>
  (from === 'host' || from === 'cohost') && !automated && !retracted

/**
 * The guest's message that has waited longest for an answer: the first since the last answer. Follow-ups
 * change nothing, and what needs no reply waits for none (docs/domain/thread.md#response-clock).
 */
export const findAwaited = <M extends ExchangedMessage>(messages: readonly M[]): M | undefined =>
  messages
    .slice(messages.findLastIndex(isAnswer) + 1)
    .find(({ from, retracted, waivedWith }) => from === 'guest' && !retracted && waivedWith === null)

/** When hosts are reminded of a message that arrived then, and when its answer is overdue. */
export const computeDeadlines = (
  startedAt: Instant,
  { responseHours, reminderHours }: Pick<MessagingTerms, 'responseHours' | 'reminderHours'>,
) => ({
  reminders: reminderHours.map((hours) => ({ hours, at: addHours(startedAt, hours) })),
  dueAt: addHours(startedAt, responseHours),
})

/** How long an answer took, in whole seconds, and whether it came in time. */
export const measureResponse = (startedAt: Instant, dueAt: Instant, at: Instant) => ({
  elapsedS: Math.floor((Date.parse(at) - Date.parse(startedAt)) / 1_000),
  onTime: at <= dueAt,
})
