import { createHash } from 'node:crypto'
import type { ImportKind } from '@hearth/contracts/calendar'
import { MAX_TITLE_LENGTH } from '@hearth/contracts/ical-feed'

const MAX_UID_LENGTH = 200

/**
 * Platforms mark stays and blocks by a few words; some do not distinguish them
 * (docs/domain/ical-feed.md#what-platforms-send).
 */
export const classify = (summary: string, product: string): ImportKind => {
  if (/^reserved\b/i.test(summary)) return 'reserved'
  return /airbnb|hearth/i.test(product) || /^blocked\b/i.test(summary) ? 'blocked' : 'unknown'
}

/** The reservation's code where it was made. */
export const findReference = (description: string): string | null =>
  /\/reservations\/details\/([A-Z0-9]{4,40})\b/.exec(description)?.[1] ?? null

/** Ids of other platforms can have any length and contain anything. */
export const normalizeUid = (uid: string): string =>
  uid.length > MAX_UID_LENGTH || /\p{Cc}/u.test(uid) || !uid.isWellFormed()
    ? createHash('sha256').update(uid).digest('hex')
    : uid

/** An entry's title as the host is shown it; null when it has none. */
export const formatTitle = (summary: string): string | null => {
  const line = summary
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s\ufffd]+/gu, ' ')
    .trim()
  return line === '' ? null : [...line].slice(0, MAX_TITLE_LENGTH).join('')
}

/**
 * Some channel managers write three entries for a stay: the stay, its day of arrival and its day of departure
 * (docs/domain/ical-feed.md#what-platforms-send).
 */
export const findMarker = (summary: string): 'arrival' | 'departure' | undefined => {
  if (/\b(?:check[\s-]?out|departure|abreise)\b/i.test(summary)) return 'departure'
  return /\b(?:check[\s-]?in|arrival|anreise)\b/i.test(summary) ? 'arrival' : undefined
}
