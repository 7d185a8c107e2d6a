import {
  IMPORT_HORIZON_DAYS,
  type CalendarEvent,
  type ImportedEntry,
  type Span,
} from '@hearth/contracts/calendar'
import { isOwnUid } from '@hearth/contracts/ical-feed'
import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { groupBy } from '@hearth/contracts/kernel/groupBy'
import type { CalendarState, Claim, Origin } from './calendar.state.ts'

export type ImportedClaim = Claim & Readonly<{ origin: Origin }>
export const isImported = (claim: Claim): claim is ImportedClaim => claim.origin !== undefined

/** Entries of a feed in the future or in progress. */
export const standingImports = (
  { claims }: CalendarState,
  feedId: string,
  today: LocalDate,
): ImportedClaim[] =>
  claims.filter(isImported).filter(({ origin, end }) => origin.feedId === feedId && end > today)

export const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b)
/** Feeds drop past entries and some begin at today: only future nights are compared. */
const nightsAhead = ({ start, end }: Span, today: LocalDate) => `${later(start, today)}/${end}`

/** How many past days of a current entry are kept. */
const PAST_DAYS = 90

const visible = (entry: ImportedEntry, today: LocalDate): ImportedEntry[] => {
  const horizon = addDays(today, IMPORT_HORIZON_DAYS)
  const start = later(entry.start, addDays(today, -PAST_DAYS))
  const end = entry.end < horizon ? entry.end : horizon
  return end > today && start < end ? [{ ...entry, start, end }] : []
}

type Key = (uid: string, kind: ImportedEntry['kind'], nights: string) => string | undefined
/**
 * Whether an entry is what was imported before, surest way first: a reservation keeps its UID when its dates
 * change, a block gets a new one every time and grows, so that it is known by its nights
 * (docs/domain/ical-feed.md#matching). Equal keys are the same. A block that becomes a reservation is never
 * the same, whatever its UID: now a guest is expected.
 */
const WAYS: readonly Key[] = [
  (uid, kind, nights) => `${nights} ${kind} ${uid}`,
  (_uid, kind, nights) => (kind === 'reserved' ? undefined : `${nights} ${kind}`),
  (uid, kind) => `${kind} ${uid}`,
]

export const byStart = (a: Span, b: Span) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0)

const pairUp = (before: readonly ImportedClaim[], now: readonly ImportedEntry[], today: LocalDate) => {
  const pairs = new Map<ImportedClaim, ImportedEntry>()
  const left = new Set(now)
  const pair = (old: ImportedClaim, entry: ImportedEntry) => {
    pairs.set(old, entry)
    left.delete(entry)
  }
  for (const createKey of WAYS) {
    const known = groupBy(
      before.filter((old) => !pairs.has(old)),
      (old) => createKey(old.origin.uid, old.origin.importKind, nightsAhead(old, today)),
    )
    for (const entry of left) {
      const key = createKey(entry.uid, entry.kind, nightsAhead(entry, today))
      const old = key === undefined ? undefined : known.get(key)?.find((each) => !pairs.has(each))
      if (old !== undefined) pair(old, entry)
    }
  }
  // The remaining blocks in order of time: a block that grew or shrank still overlaps its former nights.
  for (const kind of ['blocked', 'unknown'] as const) {
    const entries = [...left].filter((entry) => entry.kind === kind).toSorted(byStart)
    let next = 0
    for (const old of before
      .filter((each) => each.origin.importKind === kind && !pairs.has(each))
      .toSorted(byStart)) {
      while (next < entries.length && (entries[next]?.end ?? '') <= later(old.start, today)) next += 1
      const entry = entries[next]
      if (entry === undefined || later(entry.start, today) >= old.end) continue
      pair(old, entry)
      next += 1
    }
  }
  return { pairs, left }
}

export type Snapshot = Readonly<{
  listingId: string
  feedId: string
  today: LocalDate
  entries: readonly ImportedEntry[]
}>

/** The events that align the calendar's future with the feed. */
export const importDifferences = (
  state: CalendarState,
  { listingId, feedId, today, entries }: Snapshot,
  idFor: (label: string) => string,
): CalendarEvent[] => {
  const dismissed = groupBy(
    Object.values(state.dismissed).filter((each) => each.feedId === feedId),
    (each) => nightsAhead(each, today),
  )
  const isWanted = (entry: ImportedEntry) =>
    !dismissed
      .get(nightsAhead(entry, today))
      ?.some(
        (each) => entry.kind !== 'reserved' || (each.importKind === entry.kind && each.uid === entry.uid),
      )
  const now = entries
    .filter(({ uid }) => !isOwnUid(uid, listingId))
    .flatMap((entry) => visible(entry, today))
    .filter(isWanted)
  const before = standingImports(state, feedId, today)
  const { pairs, left } = pairUp(before, now, today)
  const changed = before.flatMap((old): CalendarEvent[] => {
    const { claimId, start, end, origin } = old
    const entry = pairs.get(old)
    if (entry === undefined) {
      const remaining = start < today ? { start, end: today } : null
      return [
        {
          type: 'ImportedBlockRemoved',
          data: { listingId, claimId, feedId, uid: origin.uid, start, end, remaining },
        },
      ]
    }
    if (nightsAhead(old, today) === nightsAhead(entry, today)) return []
    const to = { start: start < today && entry.start <= today ? start : entry.start, end: entry.end }
    return [
      {
        type: 'ImportedBlockMoved',
        data: { listingId, claimId, feedId, uid: entry.uid, from: { start, end }, to },
      },
    ]
  })
  const replaced = new Set(before.filter((old) => !pairs.has(old)).map(({ origin }) => origin.uid))
  const added = [...left].map(({ uid, kind: importKind, reference, start, end }, index): CalendarEvent => ({
    // Past nights stay with the former claim.
    type: 'ImportedBlockAdded',
    data: {
      listingId,
      claimId: idFor(`import/${index}/${uid}`),
      feedId,
      uid,
      importKind,
      reference,
      start: replaced.has(uid) ? later(start, today) : start,
      end,
    },
  }))
  return [...changed, ...added]
}
