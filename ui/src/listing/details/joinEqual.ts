import type { HistoryEntry } from '@hearth/contracts/event'
import { MINUTE_MS } from '@hearth/contracts/kernel/dates'

const isSame = (a: HistoryEntry, b: HistoryEntry) =>
  a.text === b.text && a.who.name === b.who.name && Math.abs(Date.parse(a.at) - Date.parse(b.at)) < MINUTE_MS

/** Equal entries in a row, such as those of ten photos, as one that says how many there were. */
export const joinEqual = (
  entries: readonly HistoryEntry[],
  describe: (text: string, count: number) => string,
): readonly HistoryEntry[] =>
  entries.flatMap((entry, index) => {
    const before = entries[index - 1]
    if (before !== undefined && isSame(before, entry)) return []
    const rest = entries.slice(index)
    const end = rest.findIndex((other, at) => at > 0 && !isSame(rest[at - 1] ?? other, other))
    const count = end === -1 ? rest.length : end
    return [count === 1 ? entry : { ...entry, text: describe(entry.text, count) }]
  })
