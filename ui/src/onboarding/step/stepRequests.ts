import { zAccessibilityFeature } from '@hearth/contracts/listing/sections/accessibility'
import { HAZARDS } from '@hearth/contracts/listing/sections/amenities'
import { ESSENTIALS, POPULAR } from '@hearth/contracts/listing/sections/amenityCatalogue'
import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import type { OnboardingStep } from '@hearth/contracts/onboarding'
import type { Fields } from '../../listing-sections/saving/autosave.ts'
import { SECTION_CARDS } from '../../listing-sections/forms/cards.ts'
import { isCardSection } from '../../listing-sections/forms/SectionCards.tsx'
import type { FormCard } from '../../listing-sections/fields/spec.ts'
import type { CaseStep } from '../../data/queries/useCase.ts'

type Request = CaseStep['requests'][number]

/** The questions on a step's page that can show requests, by saved name. */
const namesOn = (step: OnboardingStep, section: SectionName, fields: Fields): readonly string[] => {
  switch (step) {
    case 'sleep':
      return ['rooms']
    case 'accessibility':
      return ['none', ...zAccessibilityFeature.options.map((feature) => `features/${feature}`)]
    case 'essentialAmenities':
      return ESSENTIALS.map((code) => `answers/${code}`)
    case 'popularAmenities':
      return POPULAR.map((code) => `answers/${code}`)
    case 'allAmenities':
      return ['confirmedComplete', ...HAZARDS.map((hazard) => `hazards/${hazard}`)]
    default: {
      const cards: readonly FormCard[] = isCardSection(section) ? SECTION_CARDS[section] : []
      return cards.flatMap((card) =>
        card.fields.flatMap(({ name, when }) => (when === undefined || when(fields) ? [name] : [])),
      )
    }
  }
}

/**
 * Whether a request is about this question, or about a part of its answer: `/sleep/rooms/0` is about `rooms`.
 */
const isAbout = ({ field }: Request, section: SectionName, name: string) =>
  field !== null &&
  [`/${name}`, `/${section}/${name}`].some((pointer) => field === pointer || field.startsWith(`${pointer}/`))

/**
 * Sorts the requests of staff: `at` a question, and `general` for those that no question of this page shows.
 */
export const sortRequests = (
  requests: readonly Request[],
  { step, section }: Readonly<{ step: OnboardingStep; section: SectionName }>,
  fields: Fields,
) => {
  const names = namesOn(step, section, fields)
  return {
    at: (name: string): readonly string[] =>
      requests.flatMap((request) => (isAbout(request, section, name) ? [request.comment] : [])),
    general: requests
      .filter((request) => !names.some((name) => isAbout(request, section, name)))
      .map(({ comment }) => comment),
  }
}
