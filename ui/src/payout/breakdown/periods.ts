import { fromDayNumber, toDayNumber, type LocalDate } from '../../components/dates/localDate.ts'

export const PERIODS = ['month', 'lastMonth', 'year', 'lastYear', 'all'] as const
export type Period = (typeof PERIODS)[number]
/** Days from the first to the last, both included; open where there is none. */
export type Days = Readonly<{ from?: LocalDate; to?: LocalDate }>

const two = (number: number) => String(number).padStart(2, '0')
const lastDayOf = (year: number, month: number): LocalDate =>
  fromDayNumber(toDayNumber(month === 12 ? `${year + 1}-01-01` : `${year}-${two(month + 1)}-01`) - 1)
const monthDays = (year: number, month: number): Days => ({
  from: `${year}-${two(month)}-01`,
  to: lastDayOf(year, month),
})

/** The days of a period as of a day of the account's zone. */
export const daysOf = (period: Period, today: LocalDate): Days => {
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
