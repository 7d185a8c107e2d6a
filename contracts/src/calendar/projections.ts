import { addHours, nightsBetween, listNights } from '../kernel/dates.ts'
import { ERASED } from '../kernel/erased.ts'
import { formatStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf, type Row } from '../kernel/projection.ts'
import type { CalendarEvent, ClaimKind } from './messages.ts'
import { zClaimRow, zNightRow, type ClaimRow, type NightRow } from './resource.ts'
import type { Span } from './rules/nightsFree.ts'

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

type Taken = NightRow['claims'][number]

const idOfNight = (listingId: string, date: string) => `${listingId}/${date}`
/** Listing ids have no slash. */
const parseDate = (key: string) => key.slice(key.indexOf('/') + 1)
const within = (key: string, span: Span | null) =>
  span !== null && span.start <= parseDate(key) && parseDate(key) < span.end

/** Every night whose row the event may change. */
const readSpans = (event: TakingEvent): Span[] => {
  if (event.type === 'NightsMoved' || event.type === 'ImportedBlockMoved')
    return [event.data.from, event.data.to]
  if (event.type === 'BlockChanged') return [event.data.before, event.data.after]
  return [event.data]
}

const withClaims = (key: string, listingId: string, claims: NightRow['claims']): NightRow | undefined =>
  claims.length === 0
    ? undefined
    : {
        id: key,
        listingId,
        date: parseDate(key),
        claims,
        clash: claims.filter(({ shared }) => shared !== true).length > 1,
      }

const put = (row: NightRow | undefined, key: string, listingId: string, taken: Taken) => {
  const claims = row?.claims ?? []
  const known = claims.some((claim) => claim.claimId === taken.claimId)
  return withClaims(
    key,
    listingId,
    known ? claims.map((claim) => (claim.claimId === taken.claimId ? taken : claim)) : [...claims, taken],
  )
}

const drop = (row: NightRow | undefined, key: string, claimId: string) =>
  row &&
  withClaims(
    key,
    row.listingId,
    row.claims.filter((claim) => claim.claimId !== claimId),
  )

export const nightProjection = defineProjection<NightRow>({
  name: 'night',
  version: 1,
  row: zNightRow,
  streams: findCalendar,
  categories,
  keys: (event) => {
    if (!takesNights(event.type)) return []
    const calendarEvent = { type: event.type, data: event.data } as TakingEvent
    const nights = readSpans(calendarEvent).flatMap(({ start, end }) => listNights(start, end))
    return [...new Set(nights)].map((date) => idOfNight(calendarEvent.data.listingId, date))
  },
  fold: foldBy<NightRow, CalendarEvent>({
    NightsHeld: (row, { data }, key) =>
      put(row, key, data.listingId, { claimId: data.claimId, kind: data.kind, state: 'held' }),
    NightsCommitted: (row, { data }) =>
      row && {
        ...row,
        claims: row.claims.map((claim) =>
          claim.claimId === data.claimId
            ? { ...claim, kind: committedKind(claim.kind), state: 'committed' as const }
            : claim,
        ),
      },
    NightsShared: (row, { data }, key) =>
      put(row, key, data.listingId, {
        claimId: data.claimId,
        kind: 'booking',
        state: 'committed',
        shared: true,
      }),
    NightsMoved: (row, { data }, key) =>
      within(key, data.to)
        ? put(row, key, data.listingId, { claimId: data.claimId, kind: data.kind, state: data.state })
        : drop(row, key, data.claimId),
    NightsReleased: (row, { data }, key) => drop(row, key, data.claimId),
    BlockCreated: (row, { data }, key) =>
      put(row, key, data.listingId, { claimId: data.blockId, kind: data.kind, state: 'committed' }),
    BlockChanged: (row, { data }, key) =>
      within(key, data.after)
        ? put(row, key, data.listingId, { claimId: data.blockId, kind: data.kind, state: 'committed' })
        : drop(row, key, data.blockId),
    BlockRemoved: (row, { data }, key) => (within(key, data.remaining) ? row : drop(row, key, data.blockId)),
    BlockRestored: (row, { data }, key) =>
      put(row, key, data.listingId, { claimId: data.blockId, kind: data.kind, state: 'committed' }),
    ImportedBlockAdded: (row, { data }, key) =>
      put(row, key, data.listingId, { claimId: data.claimId, kind: 'ical_import', state: 'committed' }),
    ImportedBlockMoved: (row, { data }, key) =>
      within(key, data.to)
        ? put(row, key, data.listingId, { claimId: data.claimId, kind: 'ical_import', state: 'committed' })
        : drop(row, key, data.claimId),
    ImportedBlockRemoved: (row, { data }, key) =>
      within(key, data.remaining) ? row : drop(row, key, data.claimId),
    ImportedBlockDismissed: (row, { data }, key) => drop(row, key, data.claimId),
  }),
})
