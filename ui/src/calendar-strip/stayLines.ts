import type { LocalDate } from '../components/dates/localDate.ts'

type Stay = Readonly<{ id: string; start: LocalDate; end: LocalDate }>

/** The line of each stay, by id: stays that share nights lie below each other. */
export const assignLines = (stays: readonly Stay[]): ReadonlyMap<string, number> => {
  /** The day on which each line is free again. */
  const freeFrom: LocalDate[] = []
  const lines = new Map<string, number>()
  for (const { id, start, end } of [...stays].sort((one, other) => one.start.localeCompare(other.start))) {
    const free = freeFrom.findIndex((day) => day <= start)
    const line = free === -1 ? freeFrom.length : free
    freeFrom[line] = end
    lines.set(id, line)
  }
  return lines
}
