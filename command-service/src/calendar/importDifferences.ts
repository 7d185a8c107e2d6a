import { IMPORT_HORIZON_DAYS, type CalendarEvent, type ImportedEntry, type Span } from '@hearth/contracts/calendar'
import { isOwnUid } from '@hearth/contracts/ical-feed'
import { addDays, overlaps, type LocalDate } from '@hearth/contracts/kernel/dates'
import type { CalendarState, Claim, Origin } from './calendar.state.ts'

export type ImportedClaim = Claim & Readonly<{ origin: Origin }>
export const isImported = (claim: Claim): claim is ImportedClaim => claim.origin !== undefined

/** Entries of a feed that are still to come or under way. */
export const standingImports = ({ claims }: CalendarState, feedId: string, today: LocalDate): ImportedClaim[] =>
  Object.values(claims).filter(isImported).filter(({ origin, end }) => origin.feedId === feedId && end > today)

const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b)
/** Feeds forget the past and some begin at today: only what lies ahead is compared. */
const ahead = ({ start, end }: Span, today: LocalDate): Span => ({ start: later(start, today), end })
const sameAhead = (a: Span, b: Span, today: LocalDate) => later(a.start, today) === later(b.start, today) && a.end === b.end

/** How much of what is over is kept of an entry that lasts. */
const PAST_DAYS = 90

const visible = (entry: ImportedEntry, today: LocalDate): ImportedEntry[] => {
  const horizon = addDays(today, IMPORT_HORIZON_DAYS)
  const start = later(entry.start, addDays(today, -PAST_DAYS))
  const end = entry.end < horizon ? entry.end : horizon
  return end > today && start < end ? [{ ...entry, start, end }] : []
}

/**
 * Whether an entry is what was imported before, surest way first: a reservation keeps its UID when its dates change, a block gets a new one every
 * time and grows, so that it is known by its nights (ical.md).
 */
const WAYS: readonly ((old: ImportedClaim, entry: ImportedEntry, today: LocalDate) => boolean)[] = [
  (old, entry, today) => old.origin.uid === entry.uid && sameAhead(old, entry, today),
  (old, entry, today) => entry.kind !== 'reserved' && old.origin.importKind === entry.kind && sameAhead(old, entry, today),
  (old, entry) => old.origin.uid === entry.uid,
  (old, entry, today) => entry.kind !== 'reserved' && old.origin.importKind === entry.kind && overlaps(ahead(old, today), ahead(entry, today)),
]

const pairUp = (before: readonly ImportedClaim[], now: readonly ImportedEntry[], today: LocalDate) => {
  const pairs = new Map<ImportedClaim, ImportedEntry>()
  const left = new Set(now)
  for (const isSame of WAYS) {
    for (const old of before) {
      if (pairs.has(old)) continue
      for (const entry of left) {
        if (!isSame(old, entry, today)) continue
        pairs.set(old, entry)
        left.delete(entry)
        break
      }
    }
  }
  return { pairs, left }
}

export type Snapshot = Readonly<{ listingId: string; feedId: string; today: LocalDate; entries: readonly ImportedEntry[] }>

/** What has to happen so that the calendar says of the time ahead what the feed says. */
export const importDifferences = (state: CalendarState, { listingId, feedId, today, entries }: Snapshot, idFor: (label: string) => string): CalendarEvent[] => {
  const dismissed = Object.values(state.dismissed).filter((each) => each.feedId === feedId)
  const isWanted = (entry: ImportedEntry) => !dismissed.some((each) => sameAhead(each, entry, today) && (each.uid === entry.uid || entry.kind !== 'reserved'))
  const now = entries.filter(({ uid }) => !isOwnUid(uid, listingId)).flatMap((entry) => visible(entry, today)).filter(isWanted)
  const before = standingImports(state, feedId, today)
  const { pairs, left } = pairUp(before, now, today)
  const changed = before.flatMap((old): CalendarEvent[] => {
    const { claimId, start, end, origin } = old
    const entry = pairs.get(old)
    if (entry === undefined) {
      const remaining = start < today ? { start, end: today } : null
      return [{ type: 'ImportedBlockRemoved', data: { listingId, claimId, feedId, uid: origin.uid, start, end, remaining } }]
    }
    if (sameAhead(old, entry, today)) return []
    const to = { start: start < today && entry.start <= today ? start : entry.start, end: entry.end }
    return [{ type: 'ImportedBlockMoved', data: { listingId, claimId, feedId, uid: entry.uid, from: { start, end }, to } }]
  })
  const added = [...left].map(({ uid, kind: importKind, reference, start, end }, index): CalendarEvent => ({
    type: 'ImportedBlockAdded', data: { listingId, claimId: idFor(`import/${index}/${uid}`), feedId, uid, importKind, reference, start, end },
  }))
  return [...changed, ...added]
}
