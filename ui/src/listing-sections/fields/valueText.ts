import { SHORT_WEEKDAYS } from '@hearth/contracts/kernel/calendarNames'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import type { Text } from '../../i18n/text.ts'
import { formatDay } from '../../components/dates/localDate.ts'
import { formatTime } from '../../components/dates/timeOfDay.ts'
import { isDay } from '../../components/dates/typedDate.ts'
import { moneyText } from '../../components/display/Money.tsx'
import { formatLanguage } from './formatLanguage.ts'
import { findText } from './words.ts'

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const formatText = (text: string) =>
  isDay(text) ? formatDay(text) : TIME.test(text) ? formatTime(text) : text

/** Any answer as a line of text, to be compared with another. */
export const formatValue = (t: Text, value: unknown): string => {
  if (value === null || value === undefined || value === '') return t('onboarding.noAnswer')
  if (typeof value === 'boolean') return t(value ? 'onboarding.yes' : 'onboarding.no')
  if (typeof value === 'string') return findText(t, 'options', value) ?? formatText(value)
  if (Array.isArray(value))
    return value.length === 0
      ? t('onboarding.none')
      : value.map((one: unknown) => formatValue(t, one)).join('; ')
  if (typeof value === 'object')
    return Object.values(value)
      .filter((one) => one !== null && one !== '')
      .map((one) => formatValue(t, one))
      .join(', ')
  return String(value)
}

const isHours = (value: object): value is Readonly<{ from: string; to: string }> =>
  'from' in value &&
  'to' in value &&
  [value.from, value.to].every((at) => typeof at === 'string' && TIME.test(at))

/**
 * The same with the texts of its question: `on_site_free` reads "On site, free", `priceMinor` an amount.
 * `path` as in words.ts.
 */
export const formatAnswer = (
  t: Text,
  section: SectionName,
  path: readonly string[],
  value: unknown,
  currency: Currency | undefined,
): string => {
  if (typeof value === 'string' && path.at(-1) === 'languages') return formatLanguage(value)
  if (typeof value === 'string')
    return findText(t, 'fields', section, ...path, 'options', value) ?? formatValue(t, value)
  if (typeof value === 'number' && currency !== undefined && path.at(-1)?.endsWith('Minor'))
    return moneyText(value, currency)
  if (typeof value === 'number' && path.at(-1)?.endsWith('Days'))
    return SHORT_WEEKDAYS[value] ?? String(value)
  if (Array.isArray(value) && value.length > 0)
    return value.map((one: unknown) => formatAnswer(t, section, path, one, currency)).join('; ')
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return formatValue(t, value)
  if (isHours(value)) return `${formatTime(value.from)} – ${formatTime(value.to)}`
  return Object.entries(value)
    .flatMap(([name, one]: [string, unknown]) =>
      one === null || one === '' ? [] : [formatAnswer(t, section, [...path, name], one, currency)],
    )
    .join(', ')
}
