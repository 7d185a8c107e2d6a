import { answersOf, type Fields } from '@hearth/contracts/listing'
import type { AmenityCode } from '@hearth/contracts/listing/sections/amenityCatalogue'
import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import type { Text } from '../../i18n/text.ts'
import { amenityName } from '../../onboarding/form/amenityWords.ts'
import { valueText } from '../../onboarding/form/valueText.ts'
import { labelOf } from '../../onboarding/form/words.ts'

const sentenceCase = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/([a-z])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`).replaceAll('_', ' ')}`

/** A change as lines of words: what it is about, what it was, what it became. */
export const changeLines = (t: Text, section: SectionName, before: Fields, after: Fields) => {
  const was = new Map(answersOf(section, before).map(({ field, key, value }) => [`${field}/${key ?? ''}`, value]))
  return answersOf(section, after).map(({ field, key, value }) => {
    const name = labelOf(t, section, [field])
    return {
      label: key === null ? sentenceCase(name) : section === 'amenities' && field !== 'hazards' ? amenityName(key as AmenityCode) : sentenceCase(key),
      before: valueText(t, was.get(`${field}/${key ?? ''}`)),
      after: valueText(t, value),
    }
  })
}
