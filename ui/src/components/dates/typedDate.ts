import { MONTHS, SHORT_MONTHS, SHORT_WEEKDAYS, WEEKDAYS } from '@hearth/contracts/kernel/calendarNames'
import { weekday, zCalendarDay, type LocalDate } from '@hearth/contracts/kernel/dates'
import { readerLocale } from './timeOfDay.ts'

type Part = 'day' | 'month' | 'year'

/**
 * Why a text can't be read. `order`: it is a date in another country's order. `year`: the year has fewer than
 * four digits. `missing`: the day doesn't exist.
 */
export type Refused = 'unreadable' | 'order' | 'year' | 'missing'
export type TypedDate = Readonly<{ date: LocalDate; refused?: never } | { date?: never; refused: Refused }>

const FORMATS = new Map<string, Intl.DateTimeFormat>()
const formatFor = (locale: string) => {
  const known = FORMATS.get(locale)
  if (known) return known
  const created = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  FORMATS.set(locale, created)
  return created
}

/** Marks of the writing direction, which some locales put between the numbers. */
const DIRECTION = /[\u200e\u200f\u061c]/g

/** As people of a locale type a date: `13/12/2026`, `12/13/2026`, `2026-12-13`. */
export const formatTypedDate = (date: LocalDate, locale = readerLocale()): string =>
  formatFor(locale)
    .format(Date.parse(`${date}T00:00:00Z`))
    .replace(DIRECTION, '')

const isPart = (type: string): type is Part => type === 'day' || type === 'month' || type === 'year'

/** The order of day, month and year, and what is between them. */
const readFormat = (locale: string) => {
  const parts = formatFor(locale).formatToParts(Date.UTC(2026, 11, 13))
  return {
    order: parts.map(({ type }) => type).filter(isPart),
    between: parts.flatMap(({ type, value }) => (type === 'literal' ? [...value] : [])),
  }
}

/** The part that people of a locale type first. */
export const firstPart = (locale = readerLocale()): Part => readFormat(locale).order[0] ?? 'day'

/** The zeros of the digits that the keyboards of hosts have: Latin, Arabic, Persian, Hindi and Bengali. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6]
const toLatinDigits = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = ZEROS.find((first) => code >= first && code < first + 10)
    return zero === undefined ? digit : String(code - zero)
  })

/** Whether it is a day, be it a date of birth; `isDate` asks for one that stays and reports can have. */
export const isDay = (text: string): text is LocalDate => zCalendarDay.safeParse(text).success

const toDate = (year: string, month: string, day: string): TypedDate => {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(date) ? { date } : { refused: 'missing' }
}

const indexOfName = (names: readonly string[], word: string) =>
  names.findIndex((name) => name.toLowerCase() === word)

/** A date with the English name of its month, as screens show it: `Sun 13 Dec 2026`, `December 13, 2026`. */
const parseNamed = (text: string): TypedDate => {
  const words = text
    .toLowerCase()
    .split(/[\s.,]+/)
    .filter(Boolean)
  const dayNames = words.filter((word) => indexOfName([...WEEKDAYS, ...SHORT_WEEKDAYS], word) >= 0)
  const months = words.filter((word) => indexOfName([...MONTHS, ...SHORT_MONTHS], word) >= 0)
  const days = words.filter((word) => /^\d{1,2}$/.test(word))
  const years = words.filter((word) => /^\d{4}$/.test(word))
  const [[dayName], [month = ''], [day = ''], [year = '']] = [dayNames, months, days, years]
  const complete = months.length === 1 && days.length === 1 && years.length === 1 && dayNames.length <= 1
  if (!complete || words.length !== 3 + dayNames.length) return { refused: 'unreadable' }
  const found = toDate(year, String((indexOfName([...MONTHS, ...SHORT_MONTHS], month) % 12) + 1), day)
  if (found.date === undefined || dayName === undefined) return found
  return indexOfName([...WEEKDAYS, ...SHORT_WEEKDAYS], dayName) % 7 === weekday(found.date)
    ? found
    : { refused: 'missing' }
}

/** Three numbers: the year with four digits first, or last after day and month in the locale's order. */
const parseNumbers = (numbers: readonly string[], order: readonly Part[]): TypedDate => {
  const [first = '', second = '', third = ''] = numbers
  const lengths = numbers.map(({ length }) => (length === 4 ? 'y' : length <= 2 ? 'n' : '?')).join('')
  if (lengths === 'ynn') return toDate(first, second, third)
  if (lengths === 'nnn') return { refused: 'year' }
  if (lengths !== 'nny') return { refused: 'unreadable' }
  if (order[0] === 'year') return { refused: 'order' }
  const dayFirst = order[0] === 'day'
  const found = dayFirst ? toDate(third, second, first) : toDate(third, first, second)
  if (found.date !== undefined) return found
  const swapped = dayFirst ? toDate(third, first, second) : toDate(third, second, first)
  return swapped.date === undefined ? found : { refused: 'order' }
}

/**
 * Reads a date in the format of the person's locale, in ISO, or as screens show it. Never guesses: a text that
 * could be another day is refused.
 */
export const parseTypedDate = (text: string, locale = readerLocale()): TypedDate => {
  const { order, between } = readFormat(locale)
  const clean = toLatinDigits(text).replace(DIRECTION, '').trim()
  const separators = new Set([...between, ' ', '\u00a0', '.', '/', '-', ','])
  const numbers = [...clean].map((sign) => (separators.has(sign) ? ' ' : sign)).join('')
  const words = numbers.split(' ').filter(Boolean)
  if (words.length === 3 && words.every((word) => /^\d+$/.test(word))) return parseNumbers(words, order)
  return parseNamed(clean)
}
