import { readAnswers, type Fields } from '@hearth/contracts/listing'
import type { Currency } from '@hearth/contracts/kernel/money'
import { AMENITY_CODES } from '@hearth/contracts/listing/sections/amenityCatalogue'
import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import type { Text } from '../../i18n/text.ts'
import { formatAmenity } from '../../listing-sections/forms/amenityWords.ts'
import { formatAnswer } from '../../listing-sections/fields/valueText.ts'
import { findLabel, findText } from '../../listing-sections/fields/words.ts'

const sentenceCase = (text: string) =>
  `${text.slice(0, 1).toUpperCase()}${text
    .slice(1)
    .replace(/([a-z])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`)
    .replaceAll('_', ' ')}`

/** The name of a key of a field that merges by key. */
const keyName = (t: Text, section: SectionName, field: string, key: string) => {
  if (section === 'accessibility') return findText(t, 'accessibility', 'features', key)
  if (field === 'hazards') return findText(t, 'amenity', 'hazards', key)
  const code = AMENITY_CODES.find((one) => one === key)
  return code && formatAmenity(code)
}

/** A change as lines of text: the field, its value before and after. */
export const changeLines = (
  t: Text,
  section: SectionName,
  before: Fields,
  after: Fields,
  currency: Currency,
) => {
  const words = (field: string, value: unknown) => formatAnswer(t, section, [field], value, currency)
  const was = new Map(
    readAnswers(section, before).map(({ field, key, value }) => [`${field}/${key ?? ''}`, value]),
  )
  return readAnswers(section, after).map(({ field, key, value }) => {
    const name = findLabel(t, section, [field])
    return {
      label: key === null ? sentenceCase(name) : (keyName(t, section, field, key) ?? sentenceCase(key)),
      before: words(field, was.get(`${field}/${key ?? ''}`)),
      after: words(field, value),
    }
  })
}
