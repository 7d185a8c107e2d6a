/** Hours and minutes as the product keeps them: `15:00`. */
export type TimeOfDay = string

const isLocale = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** The language of the reader's browser. Chromium says `en-US@posix` where the system has none: no valid tag. */
export const readerLocale = (): string => {
  const [tag = ''] = navigator.language.split('@')
  return isLocale(tag) ? tag : 'en'
}

const TWELVE_HOURS = new Map<string, boolean>()
/** Whether people of a locale write 3:00 PM rather than 15:00. */
export const usesTwelveHours = (locale: string): boolean => {
  const known = TWELVE_HOURS.get(locale)
  if (known !== undefined) return known
  const found = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true
  TWELVE_HOURS.set(locale, found)
  return found
}

/** A time on the person's clock: `15:00`, or `3:00 PM`. */
export const formatTime = (time: TimeOfDay, locale = readerLocale()): string => {
  if (!usesTwelveHours(locale)) return time
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)}\u00a0${hour < 12 ? 'AM' : 'PM'}`
}

const TYPED = /^(\d{1,2})(?:\s*[:.h]\s*(\d{2}))?\s*(?:([ap])\.?\s?m\.?)?$/i

/**
 * Reads a time in either clock: `15:00`, `9.30`, `3 pm`, `3:00 PM`. Undefined when it is not one. Hours alone
 * need AM or PM, because 3 may mean either.
 */
export const parseTime = (text: string): TimeOfDay | undefined => {
  const found = TYPED.exec(text.trim())
  if (!found) return undefined
  const [, hours = '', minutes, half] = found
  if (minutes === undefined && half === undefined) return undefined
  const typed = Number(hours)
  if (Number(minutes ?? 0) > 59 || typed > 23 || (half !== undefined && (typed < 1 || typed > 12)))
    return undefined
  const hour = half === undefined ? typed : (typed % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`
}
