import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import type { AccessLogEntry } from '../../data/records/records.ts'

/** Reads of one person with no longer pause between them are one visit. */
const PAUSE_MS = 30 * MINUTE_MS

const endOf = ({ at, endedAt }: AccessLogEntry) => Date.parse(endedAt ?? at)

/** The accesses, the latest first, with what one member of staff read in a row as one; impersonations stay. */
export const joinVisits = (entries: readonly AccessLogEntry[]): readonly AccessLogEntry[] =>
  entries.reduce<readonly AccessLogEntry[]>((visits, entry) => {
    const last = visits.at(-1)
    if (
      last === undefined ||
      last.kind !== 'staff' ||
      entry.kind !== 'staff' ||
      last.staffUserId !== entry.staffUserId ||
      Date.parse(last.at) - endOf(entry) > PAUSE_MS
    )
      return [...visits, entry]
    const visit = {
      ...last,
      at: entry.at,
      endedAt: last.endedAt ?? last.at,
      entries: [...entry.entries, ...last.entries],
      entryCount: last.entryCount + entry.entryCount,
    }
    return [...visits.slice(0, -1), visit]
  }, [])
