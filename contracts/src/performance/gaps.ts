import { addDays, nightsBetween, weekday, type LocalDate } from '../kernel/dates.ts'
import { MAX_GAP_NIGHTS } from './responses.ts'

const FRIDAY = 5

/** Nights `[start, end)` that nothing takes. */
export type OpenRun = Readonly<{ start: LocalDate; end: LocalDate; nights: number }>

const toRun = (start: LocalDate, end: LocalDate): OpenRun => ({
  start,
  end,
  nights: nightsBetween(start, end),
})

/**
 * Runs of open nights between two taken ones, short enough that few stays fit. `isOpen` says of a night whether
 * it is for sale; the last night asked for is the one of `to`.
 */
export const findGaps = (
  from: LocalDate,
  to: LocalDate,
  isOpen: (date: LocalDate) => boolean,
  isTaken: (date: LocalDate) => boolean,
): readonly OpenRun[] => {
  const gaps: OpenRun[] = []
  let start: LocalDate | undefined
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (isOpen(date)) {
      start ??= date
      continue
    }
    if (start !== undefined && isTaken(date) && isTaken(addDays(start, -1))) {
      const run = toRun(start, date)
      if (run.nights <= MAX_GAP_NIGHTS) gaps.push(run)
    }
    start = undefined
  }
  return gaps
}

/** Fridays and Saturdays of which both nights are open. */
export const findOpenWeekends = (
  from: LocalDate,
  to: LocalDate,
  isOpen: (date: LocalDate) => boolean,
): readonly OpenRun[] => {
  const first = addDays(from, (FRIDAY - weekday(from) + 7) % 7)
  const weekends = Math.max(0, Math.ceil(nightsBetween(first, to) / 7))
  return Array.from({ length: weekends }, (_, week) => addDays(first, 7 * week))
    .filter((friday) => isOpen(friday) && isOpen(addDays(friday, 1)))
    .map((friday) => toRun(friday, addDays(friday, 2)))
}
