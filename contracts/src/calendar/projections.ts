import { addDays, addHours, nightsBetween, utcDay } from '../kernel/dates.ts'
import { ERASED } from '../kernel/erased.ts'
import { formatStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf, type Row } from '../kernel/projection.ts'
import type { CalendarEvent, ClaimKind } from './messages.ts'
import { zCalendarRow, zClaimRow, type CalendarRow, type ClaimRow } from './resource.ts'
import type { Span } from './rules/nightsFree.ts'
import { findClashEnd, type Taking } from './rules/takenNights.ts'

/** A removed block can be restored for this long (docs/domain/calendar.md#blocks). */
const RESTORE_HOURS = 30 * 24

/** Where each row is. */
const categories = ['calendar']
const findCalendar = ({ listingId }: Row) => [formatStream('calendar', String(listingId))]
/** What says nothing about nights: conflicts, addresses and erased notes. */
const ASIDE = [
  'BlockNotesErased',
  'ImportConflictDetected',
  'ImportConflictResolved',
  'IcalTokenRotated',
] as const
type TakingEvent = Exclude<CalendarEvent, Readonly<{ type: (typeof ASIDE)[number] }>>
type NotesErased = Extract<CalendarEvent, Readonly<{ type: 'BlockNotesErased' }>>['data']
const takesNights = (type: string) => !(ASIDE as readonly string[]).includes(type)
const claimIdOf = (data: TakingEvent['data']) => ('claimId' in data ? data.claimId : data.blockId)
const spanning = ({ start, end }: Span) => ({ start, end, nights: nightsBetween(start, end) })
/** Committing a request makes it a booking. */
const committedKind = (kind: ClaimKind): ClaimKind => (kind === 'request_hold' ? 'booking' : kind)

/** What a new claim has unless its event says otherwise. */
const created = (event: RecordedEvent) => ({
  holdExpiresAt: null,
  note: null,
  ownerStay: null,
  shared: false,
  createdBy: event.metadata['actorId'] ?? '',
  createdAt: occurredAtOf(event),
  releasedAt: null,
  restorableUntil: null,
  removedStart: null,
  removedEnd: null,
  feedId: null,
  importKind: null,
  reference: null,
})

/**
 * A hold left over in another listing goes by the same id; the row is that of the listing where the nights
 * were held last.
 */
const sameListing = (
  row: ClaimRow | undefined,
  { data }: Readonly<{ data: Readonly<{ listingId: string }> }>,
): row is ClaimRow => row?.listingId === data.listingId

export const claimProjection = defineProjection<ClaimRow>({
  name: 'claim',
  version: 5,
  row: zClaimRow,
  personal: ['note'],
  streams: findCalendar,
  categories,
  keys: (event) =>
    event.type === 'BlockNotesErased'
      ? (event.data as NotesErased).blockIds
      : takesNights(event.type)
        ? [claimIdOf(event.data as TakingEvent['data'])]
        : [],
  fold: foldBy<ClaimRow, CalendarEvent>({
    NightsHeld: (_row, event, id) => {
      const { listingId, kind, start, end, holdExpiresAt } = event.data
      return {
        id,
        listingId,
        kind,
        ...spanning({ start, end }),
        state: 'held',
        ...created(event),
        holdExpiresAt,
      }
    },
    NightsCommitted: (row, event) =>
      sameListing(row, event)
        ? { ...row, kind: committedKind(row.kind), state: 'committed', holdExpiresAt: null }
        : row,
    NightsShared: (_row, event, id) => {
      const { listingId, start, end } = event.data
      return {
        id,
        listingId,
        kind: 'booking',
        ...spanning({ start, end }),
        state: 'committed',
        ...created(event),
        shared: true,
      }
    },
    NightsMoved: (row, event) => (sameListing(row, event) ? { ...row, ...spanning(event.data.to) } : row),
    NightsReleased: (row, event) =>
      sameListing(row, event)
        ? { ...row, state: 'released', holdExpiresAt: null, releasedAt: occurredAtOf(event) }
        : row,
    BlockCreated: (_row, event, id) => {
      const { listingId, kind, start, end, note, ownerStay } = event.data
      return {
        id,
        listingId,
        kind,
        ...spanning({ start, end }),
        state: 'committed',
        ...created(event),
        note,
        ownerStay,
      }
    },
    BlockChanged: (row, { data }) => row && { ...row, ...spanning(data.after), note: data.after.note },
    BlockNotesErased: (row) => row && { ...row, note: row.note === null ? null : ERASED },
    BlockRemoved: (row, event) => {
      const { start, end, remaining } = event.data
      const restorableUntil = addHours(occurredAtOf(event), RESTORE_HOURS)
      const removed = { removedStart: start, removedEnd: end, restorableUntil }
      if (row === undefined) return undefined
      return remaining === null
        ? { ...row, ...removed, state: 'released', releasedAt: occurredAtOf(event) }
        : { ...row, ...removed, ...spanning(remaining) }
    },
    BlockRestored: (row, { data }) =>
      row && {
        ...row,
        ...spanning(data),
        state: 'committed',
        releasedAt: null,
        restorableUntil: null,
        removedStart: null,
        removedEnd: null,
      },
    ImportedBlockAdded: (_row, event, id) => {
      const { listingId, feedId, importKind, reference, start, end } = event.data
      return {
        id,
        listingId,
        kind: 'ical_import',
        ...spanning({ start, end }),
        state: 'committed',
        ...created(event),
        feedId,
        importKind,
        reference,
      }
    },
    ImportedBlockMoved: (row, { data }) => row && { ...row, ...spanning(data.to) },
    ImportedBlockRemoved: (row, event) => {
      const { remaining } = event.data
      return (
        row &&
        (remaining === null
          ? { ...row, state: 'released', releasedAt: occurredAtOf(event) }
          : { ...row, ...spanning(remaining) })
      )
    },
    ImportedBlockDismissed: (row, event) =>
      row && { ...row, state: 'released', releasedAt: occurredAtOf(event) },
  }),
})

/**
 * Claims are kept until the second day after their last night: the night before today is asked for, in any
 * zone.
 */
const KEPT_DAYS = 2

type Takings = CalendarRow['claims']

const put = (claims: Takings, taking: Taking): Takings => {
  const at = claims.findIndex(({ claimId }) => claimId === taking.claimId)
  return at < 0 ? [...claims, taking] : claims.with(at, { ...claims[at], ...taking })
}
const drop = (claims: Takings, id: string): Takings => claims.filter(({ claimId }) => claimId !== id)
const cut = (claims: Takings, id: string, remaining: Span): Takings =>
  claims.map((claim) => (claim.claimId === id ? { ...claim, ...remaining } : claim))

const claimsAfter = (claims: Takings, { type, data }: TakingEvent): Takings => {
  switch (type) {
    case 'NightsHeld': {
      const { claimId, kind, start, end } = data
      return put(claims, { claimId, kind, start, end })
    }
    case 'NightsCommitted':
      return claims.map((claim) =>
        claim.claimId === data.claimId ? { ...claim, kind: committedKind(claim.kind) } : claim,
      )
    case 'NightsShared': {
      const { claimId, start, end } = data
      return put(claims, { claimId, kind: 'booking', start, end, shared: true })
    }
    case 'NightsMoved':
      return put(claims, { claimId: data.claimId, kind: data.kind, ...data.to })
    case 'BlockCreated':
    case 'BlockRestored': {
      const { blockId, kind, start, end } = data
      return put(claims, { claimId: blockId, kind, start, end })
    }
    case 'BlockChanged': {
      const { start, end } = data.after
      return put(claims, { claimId: data.blockId, kind: data.kind, start, end })
    }
    case 'ImportedBlockAdded': {
      const { claimId, start, end } = data
      return put(claims, { claimId, kind: 'ical_import', start, end })
    }
    case 'ImportedBlockMoved':
      return put(claims, { claimId: data.claimId, kind: 'ical_import', ...data.to })
    case 'BlockRemoved':
    case 'ImportedBlockRemoved':
      return data.remaining === null
        ? drop(claims, claimIdOf(data))
        : cut(claims, claimIdOf(data), data.remaining)
    case 'NightsReleased':
    case 'ImportedBlockDismissed':
      return drop(claims, data.claimId)
  }
}

export const calendarProjection = defineProjection<CalendarRow>({
  name: 'calendar',
  version: 1,
  row: zCalendarRow,
  streams: findCalendar,
  categories,
  keys: ({ type, data }) => (takesNights(type) ? [(data as TakingEvent['data']).listingId] : []),
  fold: (row, event, id) => {
    const over = addDays(utcDay(occurredAtOf(event)), -KEPT_DAYS)
    const claims = claimsAfter(row?.claims ?? [], event as RecordedEvent & TakingEvent).filter(
      ({ end }) => end > over,
    )
    return claims.length === 0 ? undefined : { id, listingId: id, claims, clashUntil: findClashEnd(claims) }
  },
})
