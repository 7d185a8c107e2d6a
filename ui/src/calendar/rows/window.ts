import { addDays, nightsBetween, zLocalDate, type LocalDate } from '@hearth/contracts/kernel/dates'
import { monthName } from '../../components/dates/localDate.ts'

/**
 * The nights on screen, `[start, start + days)`, stored in the address only: `?from=2026-07-14&nights=24`.
 */
export type NightWindow = Readonly<{ start: LocalDate; days: number }>

export const SPANS = [14, 24, 90] as const
/** A phone always shows a week, because links are shared between phones and computers. */
export const PHONE_NIGHTS = 7
const DEFAULT_NIGHTS = 24

export const parseWindow = (query: URLSearchParams, today: LocalDate, phone: boolean): NightWindow => {
  const from = zLocalDate.safeParse(query.get('from') ?? '')
  const nights = Number(query.get('nights'))
  const wide = SPANS.some((span) => span === nights) ? nights : DEFAULT_NIGHTS
  return {
    start: from.success ? from.data : addDays(today, phone ? -1 : -2),
    days: phone ? PHONE_NIGHTS : wide,
  }
}
/** How far one step back or forward goes: most of the nights stay visible. */
export const computeStep = ({ days }: NightWindow) => (days >= 90 ? 28 : Math.min(days, 14))
export const computeEnd = ({ start, days }: NightWindow): LocalDate => addDays(start, days)
export const listDays = ({ start, days }: NightWindow): LocalDate[] =>
  Array.from({ length: days }, (_, day) => addDays(start, day))
export const shiftWindow = (window: NightWindow, days: number): NightWindow => ({
  ...window,
  start: addDays(window.start, days),
})
/** The column of a date; outside the window it is negative, or at least `days`. */
export const findColumn = (window: NightWindow, date: LocalDate) => nightsBetween(window.start, date)

/** Runs of columns that share a month, for the heading above the days. */
export const groupMonths = (window: NightWindow): { month: string; column: number; span: number }[] => {
  const months: { month: string; column: number; span: number }[] = []
  for (const [column, day] of listDays(window).entries()) {
    const last = months.at(-1)
    if (last?.month === day.slice(0, 7)) last.span += 1
    else months.push({ month: day.slice(0, 7), column, span: 1 })
  }
  return months
}

/** `July – August 2026`; both years when they differ. */
export const formatMonths = (window: NightWindow) => {
  const first = monthName(window.start)
  const last = monthName(addDays(computeEnd(window), -1))
  if (first === last) return first
  return first.slice(-4) === last.slice(-4) ? `${first.slice(0, -5)} – ${last}` : `${first} – ${last}`
}
