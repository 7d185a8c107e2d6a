import { addDays, addMonths, weekday, type LocalDate } from '@hearth/contracts/kernel/dates'

/** The countries whose weeks begin on Sunday or Saturday, for browsers that do not know it themselves. */
const SUNDAY = new Set([
  'BR',
  'CA',
  'CO',
  'HK',
  'IL',
  'IN',
  'JP',
  'KR',
  'MX',
  'PE',
  'PH',
  'TH',
  'TW',
  'US',
  'ZA',
])
const SATURDAY = new Set(['AE', 'DZ', 'EG', 'JO', 'KW', 'LY', 'QA'])

const readWeekInfo = (locale: Intl.Locale): unknown => {
  if ('getWeekInfo' in locale && typeof locale.getWeekInfo === 'function') return locale.getWeekInfo()
  return 'weekInfo' in locale ? locale.weekInfo : undefined
}

/** The first day of the week in a locale: 0 is Sunday, 1 Monday. */
export const findFirstWeekday = (language: string): number => {
  const locale = new Intl.Locale(language)
  const info = readWeekInfo(locale)
  if (typeof info === 'object' && info !== null && 'firstDay' in info && typeof info.firstDay === 'number')
    return info.firstDay % 7
  const region = locale.maximize().region ?? ''
  return SUNDAY.has(region) ? 0 : SATURDAY.has(region) ? 6 : 1
}

/** The first day of the month of a date. */
export const startOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 7)}-01`

const daysSinceWeekStart = (date: LocalDate, firstWeekday: number) => (weekday(date) - firstWeekday + 7) % 7

/** The weeks of a month; days of the months beside it are undefined. */
export const listWeeks = (month: LocalDate, firstWeekday: number): (LocalDate | undefined)[][] => {
  const start = addDays(month, -daysSinceWeekStart(month, firstWeekday))
  const end = addMonths(month, 1)
  const weeks: (LocalDate | undefined)[][] = []
  for (let week = start; week < end; week = addDays(week, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, index) => addDays(week, index)).map((date) =>
        date < month || date >= end ? undefined : date,
      ),
    )
  return weeks
}

/** Where a key moves the focus in a grid of days; undefined for keys that move nothing. */
export const moveInGrid = (
  date: LocalDate,
  { key, shiftKey }: Readonly<{ key: string; shiftKey: boolean }>,
  firstWeekday: number,
): LocalDate | undefined => {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, -daysSinceWeekStart(date, firstWeekday))
    case 'End':
      return addDays(date, 6 - daysSinceWeekStart(date, firstWeekday))
    case 'PageUp':
      return addMonths(date, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(date, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}
