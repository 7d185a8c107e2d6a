import { SHORT_MONTHS } from '@hearth/contracts/kernel/calendarNames'
import type { LocalDate } from '@hearth/contracts/kernel/dates'

/** A day as printed documents write it: `6 Oct 2026`. */
export const formatDay = (day: LocalDate): string =>
  `${Number(day.slice(8))} ${SHORT_MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
