import { schemeOfCountry, readSections } from '@hearth/contracts/listing'
import type { Sections, SectionName } from '@hearth/contracts/listing/sections/sections'
import type { OnboardingFacts } from '@hearth/contracts/onboarding/rules/facts'
import type { Listing } from '../data/records/records.ts'
import { todayIn } from '../components/dates/localDate.ts'
import { flatten, nest, readField } from '../listing-sections/saving/sectionFields.ts'
import type { OnboardingCase } from '../data/queries/useCase.ts'
import type { Content, SectionEditor } from '../listing-sections/saving/useSection.ts'

/** A section's answers that could be stored as they are; for an invalid one, the stored value. */
const storable = (section: SectionName, editor: SectionEditor, stored: Sections): Sections => {
  const before = flatten(section, (stored[section] ?? {}) as Readonly<Record<string, unknown>>)
  const fields = Object.entries(editor.fields ?? {}).flatMap(([name, value]): [string, unknown][] => {
    const read = readField(section, name, value)
    const kept = 'stored' in read ? read.stored : before[name]
    return kept === null || kept === undefined ? [] : [[name, kept]]
  })
  return { ...stored, [section]: nest(Object.fromEntries(fields)) }
}

/**
 * The facts for the rules of steps, including unsaved answers. Money, agreement and photos have pages of
 * their own.
 */
export const readFacts = (
  row: Content,
  listing: Listing,
  onboarding: OnboardingCase,
  section: SectionName,
  editor: SectionEditor,
): OnboardingFacts => {
  const sections = storable(section, editor, readSections(row))
  const phones = (['primary', 'backup'] as const).flatMap((which) => {
    const phone = sections.contact?.[which]?.phone
    return onboarding.contacts[which].verified === true && phone !== undefined ? [[which, phone]] : []
  })
  const { registration } = listing
  return {
    today: todayIn(listing.timezone),
    sections,
    registrationMissing:
      (registration === null || registration.status === 'rejected') &&
      schemeOfCountry(sections.location?.address?.country ?? '') !== undefined,
    verifiedPhones: Object.fromEntries(phones) as OnboardingFacts['verifiedPhones'],
    payout: 'none',
    agreement: 'none',
    photoshoot: 'none',
  }
}
