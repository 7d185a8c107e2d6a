import { fromDayNumber, toDayNumber, type LocalDate } from '../dates/localDate.ts'

export const PERIODS = ['month', 'lastMonth', 'year', 'lastYear', 'all'] as const
export type Period = (typeof PERIODS)[number]
/** The first and last day, both included; open-ended where one is missing. */
export type Days = Readonly<{ from?: LocalDate; to?: LocalDate }>

const two = (number: number) => String(number).padStart(2, '0')
const lastDay = (year: number, month: number): LocalDate =>
  fromDayNumber(toDayNumber(month === 12 ? `${year + 1}-01-01` : `${year}-${two(month + 1)}-01`) - 1)
const monthDays = (year: number, month: number): Days => ({
  from: `${year}-${two(month)}-01`,
  to: lastDay(year, month),
})

/** The days of a period, relative to a day in the account's time zone. */
export const findDays = (period: Period, today: LocalDate): Days => {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  switch (period) {
    case 'month':
      return monthDays(year, month)
    case 'lastMonth':
      return month === 1 ? monthDays(year - 1, 12) : monthDays(year, month - 1)
    case 'year':
      return { from: `${year}-01-01`, to: `${year}-12-31` }
    case 'lastYear':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
    case 'all':
      return {}
  }
}
