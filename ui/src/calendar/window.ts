import { addDays, nightsBetween, zLocalDate, type LocalDate } from '@hearth/contracts/kernel/dates'

/** The nights on screen, `[start, start + days)`. The URL is its only home: `?from=2026-07-14&nights=24`. */
export type NightWindow = Readonly<{ start: LocalDate; days: number }>

export const SPANS = [14, 24, 90] as const
const DAYS_BEFORE_TODAY = 2

export const windowFrom = (query: URLSearchParams, today: LocalDate, fallbackDays: number): NightWindow => {
  const from = zLocalDate.safeParse(query.get('from') ?? '')
  const nights = Number(query.get('nights'))
  return { start: from.success ? from.data : addDays(today, -DAYS_BEFORE_TODAY), days: SPANS.some((span) => span === nights) ? nights : fallbackDays }
}
export const endOf = ({ start, days }: NightWindow): LocalDate => addDays(start, days)
export const daysOf = ({ start, days }: NightWindow): LocalDate[] => Array.from({ length: days }, (_, day) => addDays(start, day))
export const shift = (window: NightWindow, days: number): NightWindow => ({ ...window, start: addDays(window.start, days) })
/** Column of a date, before 0 or from `days` on when outside. */
export const columnOf = (window: NightWindow, date: LocalDate) => nightsBetween(window.start, date)

/** Runs of columns that share a month, for the heading above the days. */
export const monthsOf = (window: NightWindow): { month: string; column: number; span: number }[] => {
  const months: { month: string; column: number; span: number }[] = []
  for (const [column, day] of daysOf(window).entries()) {
    const last = months.at(-1)
    if (last?.month === day.slice(0, 7)) last.span += 1
    else months.push({ month: day.slice(0, 7), column, span: 1 })
  }
  return months
}
