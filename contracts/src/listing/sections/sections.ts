import { z } from 'zod'
import { zAccessibility } from './accessibility.ts'
import { zAmenities } from './amenities.ts'
import { zCheckInOut } from './checkInOut.ts'
import { zCommunity } from './community.ts'
import { zContact } from './contact.ts'
import { zDescription } from './description.ts'
import { zHouseRules } from './houseRules.ts'
import { zInfo } from './info.ts'
import { zLocation } from './location.ts'
import { zParking } from './parking.ts'
import { zSafety } from './safety.ts'
import { zSleep } from './sleep.ts'
import { zType } from './type.ts'

/**
 * The parts of a listing's content, each changed, versioned and taken back on its own
 * (docs/decisions/0019-a-listing-owns-its-content.md).
 */
export const SECTIONS = {
  location: zLocation,
  type: zType,
  info: zInfo,
  description: zDescription,
  sleep: zSleep,
  community: zCommunity,
  accessibility: zAccessibility,
  amenities: zAmenities,
  checkInOut: zCheckInOut,
  contact: zContact,
  parking: zParking,
  safety: zSafety,
  houseRules: zHouseRules,
} as const

export type SectionName = keyof typeof SECTIONS
export const SECTION_NAMES = Object.keys(SECTIONS) as [SectionName, ...SectionName[]]
export const zSectionName = z.enum(SECTION_NAMES)
/** What a section holds: answered fields only. */
export type SectionValues<S extends SectionName = SectionName> = z.infer<(typeof SECTIONS)[S]>
/** A listing's whole content; a section that was never changed is missing. */
export type Sections = { readonly [S in SectionName]?: SectionValues<S> }

/** Fields that hold one answer for each key: they merge key by key, a null takes the key away. */
export const KEYED_FIELDS: Readonly<Partial<Record<SectionName, readonly string[]>>> = {
  accessibility: ['features'],
  amenities: ['answers', 'fixBy', 'notes', 'hazards'],
}

/** Fields about people and what only guests may know; events carry them sealed, apart from the rest. */
export const PERSONAL_FIELDS: Readonly<Partial<Record<SectionName, readonly string[]>>> = {
  location: ['address', 'geo'],
  info: ['wifi', 'hostStory'],
  contact: ['primary', 'backup', 'localContact'],
  checkInOut: ['steps'],
}
