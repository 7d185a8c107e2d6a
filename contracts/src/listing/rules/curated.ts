import type { SectionName } from '../sections/sections.ts'
import type { Answer } from './sectionChanges.ts'

const CURATED_FIELDS: Readonly<Partial<Record<SectionName, readonly string[]>>> = {
  description: ['title', 'description'],
  type: ['propertyType', 'space'],
  info: ['maxGuests', 'bedrooms', 'bathrooms'],
}

/**
 * Whether only curators change this answer of a live listing under full service; a host's change becomes a
 * request (docs/domain/listing.md#curated-content).
 */
export const isCurated = (section: SectionName, answer: Answer, now: unknown): boolean =>
  section === 'amenities'
    ? answer.field === 'answers' && now === 'yes' && answer.value !== 'yes'
    : (CURATED_FIELDS[section]?.includes(answer.field) ?? false)
