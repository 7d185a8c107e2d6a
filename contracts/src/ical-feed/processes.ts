import type { CalendarCommand, CalendarEvent } from '../calendar/messages.ts'
import { addHours } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, handleBy, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy, type Job, type SystemCommand } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import { CONFLICT_REMINDER_HOURS, FAILING_ATTEMPTS, icalFeed, type IcalFeedEvent } from './messages.ts'

/** What owners are notified of by email, whatever they chose (docs/domain/notice.md#kinds). */
export type FeedNotice = 'failing' | 'stale' | 'quarantined' | 'unread' | 'conflict' | 'conflict_open'

const job = (name: string, data: Job['data']): Job => ({ kind: 'job', name, data })
const fetchFeed = (feedId: Id) => job('fetch-feed', { feedId })
const notify = (what: FeedNotice, hostAccountId: Id, data: Job['data']) =>
  job('tell-feed', { what, hostAccountId, ...data })

/** A removed feed's nights are released, or become the host's own blocks. */
const releaseImports = (
  listingId: Id,
  feedId: Id,
  keepBlocks: boolean,
  removal: Id,
): SystemCommand<CalendarCommand> => ({
  kind: 'command',
  commandId: deriveId('release-imports', removal),
  type: 'ReleaseImports',
  data: { listingId, feedId, keepBlocks },
})

const readAccountId = ({ metadata }: RecordedEvent): Id => metadata['tenantId'] ?? ''
const readConflictId = handleBy<CalendarEvent, [], Id>({
  ImportConflictDetected: ({ data }) => data.conflictId,
  ImportConflictResolved: ({ data }) => data.conflictId,
})

/**
 * What feeds do by themselves: a fetch, an email when one cannot be trusted or two claim the same nights, the
 * end of what was imported (docs/domain/ical-feed.md#health, docs/domain/calendar.md#conflicts).
 */
export const icalFeedProcess = defineProcess<never, CalendarCommand>({
  name: 'ical-feed',
  version: 1,
  correlate: (event) =>
    categoryOfStream(event.stream) === icalFeed.category ? idOfStream(event.stream) : readConflictId(event),
  on: reactBy<never, IcalFeedEvent | CalendarEvent, CalendarCommand>({
    FeedAdded: (_state, { data }) => [undefined, fetchFeed(data.feedId)],
    FeedRefreshRequested: (_state, { data }) => [undefined, fetchFeed(data.feedId)],
    FeedReleased: (_state, { data }) => [undefined, fetchFeed(data.feedId)],
    FeedFailed: (_state, event) => [
      undefined,
      ...(event.data.attempt === FAILING_ATTEMPTS
        ? [notify('failing', readAccountId(event), { feedId: event.data.feedId })]
        : []),
    ],
    FeedWentStale: (_state, event) => [
      undefined,
      notify('stale', readAccountId(event), { feedId: event.data.feedId }),
    ],
    FeedQuarantined: (_state, event) => [
      undefined,
      notify('quarantined', readAccountId(event), { feedId: event.data.feedId }),
    ],
    FeedEntriesNotUnderstood: (_state, event) => [
      undefined,
      ...(event.data.notify ? [notify('unread', readAccountId(event), { feedId: event.data.feedId })] : []),
    ],
    FeedRemoved: (_state, { id, data }) => [
      undefined,
      releaseImports(data.listingId, data.feedId, data.keepBlocks, id),
    ],
    ImportConflictDetected: (_state, event) => {
      const { feedId, listingId, conflictId } = event.data
      const about = { feedId, listingId, conflictId }
      const reminder = {
        kind: 'timer',
        name: 'conflict',
        at: addHours(occurredAtOf(event), CONFLICT_REMINDER_HOURS),
        work: notify('conflict_open', readAccountId(event), about),
      } as const
      return [undefined, notify('conflict', readAccountId(event), about), reminder]
    },
    ImportConflictResolved: () => [undefined, { kind: 'cancel', name: 'conflict' }],
  }),
})
