import type { LocalDate } from '../../components/dates/localDate.ts'

type Stay = Readonly<{ key: string; start: LocalDate; end: LocalDate }>

/** The line of each stay, by key: stays that share nights lie below each other. */
export const assignLanes = (stays: readonly Stay[]): ReadonlyMap<string, number> => {
  /** The day on which each line is free again. */
  const freeFrom: LocalDate[] = []
  const lanes = new Map<string, number>()
  for (const { key, start, end } of [...stays].sort((one, other) => one.start.localeCompare(other.start))) {
    const free = freeFrom.findIndex((day) => day <= start)
    const lane = free === -1 ? freeFrom.length : free
    freeFrom[lane] = end
    lanes.set(key, lane)
  }
  return lanes
}
