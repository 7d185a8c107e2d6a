import type { CalendarEvent } from '../calendar/messages.ts'
import { withoutTexts } from '../kernel/accountTexts.ts'
import { idOfStream, formatStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import { FAILING_ATTEMPTS, type IcalFeedEvent } from './messages.ts'
import {
  zIcalExportRow,
  zIcalFeedRow,
  zImportConflictRow,
  type FeedHealth,
  type IcalExportRow,
  type IcalFeedRow,
  type ImportConflictRow,
} from './resource.ts'

/** Since when it is so: a health that stays keeps its beginning. */
const outcome = (row: IcalFeedRow, health: FeedHealth, event: RecordedEvent) => ({
  health,
  healthSince: row.health === health ? row.healthSince : occurredAtOf(event),
})

export const icalFeedProjection = defineProjection<IcalFeedRow>({
  name: 'ical_feed',
  version: 3,
  row: zIcalFeedRow,
  // The query service opens the titles.
  sealed: ['FeedEntriesNotUnderstood'],
  personal: ['name', 'unreadEntries'],
  eraseTexts: withoutTexts('name'),
  streams: ({ id }) => [formatStream('icalFeed', id)],
  categories: ['icalFeed'],
  keys: ({ stream }) => [idOfStream(stream)],
  fold: foldBy<IcalFeedRow, IcalFeedEvent>({
    FeedAdded: (_row, event) => {
      const { feedId: id, listingId, name, source } = event.data
      const at = occurredAtOf(event)
      return {
        id,
        listingId,
        name,
        source,
        health: 'pending',
        healthSince: at,
        problem: null,
        attempts: 0,
        entries: 0,
        unread: 0,
        total: 0,
        unreadEntries: [],
        addedAt: at,
        changedAt: null,
        checkedAt: null,
      }
    },
    FeedFetched: (row, event) => {
      const { entries, added, moved, removed } = event.data
      const at = occurredAtOf(event)
      return (
        row && {
          ...row,
          ...outcome(row, 'ok', event),
          problem: null,
          attempts: 0,
          entries,
          changedAt: added + moved + removed > 0 ? at : row.changedAt,
          checkedAt: at,
        }
      )
    },
    FeedEntriesNotUnderstood: (row, { data: { count: unread, total, entries: unreadEntries } }) =>
      row && { ...row, unread, total, unreadEntries },
    FeedFailed: (row, event) => {
      const { problem, attempt: attempts } = event.data
      return (
        row && {
          ...row,
          ...(attempts >= FAILING_ATTEMPTS && row.health !== 'quarantined'
            ? outcome(row, 'failing', event)
            : {}),
          problem,
          attempts,
        }
      )
    },
    FeedQuarantined: (row, event) =>
      row && { ...row, ...outcome(row, 'quarantined', event), problem: event.data.problem },
    FeedWentStale: (row, event) => row && { ...row, ...outcome(row, 'stale', event) },
    FeedReleased: (row, event) =>
      row && { ...row, ...outcome(row, 'pending', event), problem: null, attempts: 0 },
    FeedRemoved: () => undefined,
  }),
})

const isConflict = (event: RecordedEvent) =>
  event.type === 'ImportConflictDetected' || event.type === 'ImportConflictResolved'

export const importConflictProjection = defineProjection<ImportConflictRow>({
  name: 'import_conflict',
  version: 1,
  row: zImportConflictRow,
  streams: ({ listingId }) => [formatStream('calendar', String(listingId))],
  keys: (event) => (isConflict(event) ? [(event.data as Readonly<{ conflictId: string }>).conflictId] : []),
  fold: foldBy<ImportConflictRow, CalendarEvent>({
    ImportConflictDetected: (_row, event) => {
      const { conflictId: id, ...conflict } = event.data
      return {
        id,
        ...conflict,
        state: 'open',
        resolution: null,
        detectedAt: occurredAtOf(event),
        resolvedAt: null,
      }
    },
    ImportConflictResolved: (row, event) =>
      row && {
        ...row,
        state: 'resolved',
        resolution: event.data.resolution,
        resolvedAt: occurredAtOf(event),
      },
  }),
})

export const icalExportProjection = defineProjection<IcalExportRow>({
  name: 'ical_export',
  version: 1,
  row: zIcalExportRow,
  streams: ({ id }) => [formatStream('calendar', id)],
  keys: (event) => (event.type === 'IcalTokenRotated' ? [idOfStream(event.stream)] : []),
  fold: foldBy<IcalExportRow, CalendarEvent>({
    IcalTokenRotated: (_row, event, id) => ({
      id,
      listingId: id,
      tokenId: event.data.tokenId,
      url: '',
      rotatedAt: occurredAtOf(event),
    }),
  }),
})
