import { formatDay, weekdayName, type LocalDate } from '../../components/dates/localDate.ts'
import { listDays, type NightWindow } from '../rows/window.ts'

/** A column of the grid with its texts, created once for all rows. */
export type GridDay = Readonly<{ date: LocalDate; weekday: string; number: number; words: string }>

export const listGridDays = (window: NightWindow): GridDay[] =>
  listDays(window).map((date) => ({
    date,
    weekday: weekdayName(date),
    number: Number(date.slice(8)),
    words: formatDay(date),
  }))
