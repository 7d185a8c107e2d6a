import type { Text } from '../../i18n/text.ts'
import { textAt } from './words.ts'

/** Any answer in a line of words, to be compared with another. */
export const valueText = (t: Text, value: unknown): string => {
  if (value === null || value === undefined || value === '') return t('onboarding.noAnswer')
  if (typeof value === 'boolean') return t(value ? 'onboarding.yes' : 'onboarding.no')
  if (typeof value === 'string') return textAt(t, 'options', value) ?? value
  if (Array.isArray(value)) return value.length === 0 ? t('onboarding.none') : value.map((one: unknown) => valueText(t, one)).join('; ')
  if (typeof value === 'object') return Object.values(value).filter((one) => one !== null && one !== '').map((one) => valueText(t, one)).join(', ')
  return String(value)
}
