import { addHours } from '@hearth/contracts/kernel/dates'
import type { QueueItem } from '@hearth/contracts/today'

type Timed = Pick<QueueItem, 'id' | 'dueAt' | 'since'>

/** What is late or due within a day, the earliest first; then the rest, the oldest first. */
export const byUrgency = (now: number) => {
  const tomorrow = addHours(new Date(now).toISOString(), 24)
  const rank = ({ dueAt, since }: Timed) => (dueAt !== null && dueAt < tomorrow ? `0 ${dueAt}` : `1 ${since}`)
  return (a: Timed, b: Timed) => rank(a).localeCompare(rank(b)) || a.id.localeCompare(b.id)
}
