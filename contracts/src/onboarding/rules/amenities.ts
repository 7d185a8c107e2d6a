import { HAZARDS } from '../../listing/sections/amenities.ts'
import {
  ESSENTIALS,
  MAX_UNSURE,
  POPULAR,
  REQUIRED_ESSENTIALS,
  type AmenityCode,
} from '../../listing/sections/amenityCatalogue.ts'
import { isMissing, problemAt, type OnboardingFacts, type StepProblem } from './facts.ts'

type Facts = Pick<OnboardingFacts, 'sections' | 'today'>

const readAmenities = ({ sections: { amenities = {} } }: Facts) =>
  ({ answers: {}, fixBy: {}, ...amenities }) as Readonly<{
    answers: Readonly<Partial<Record<AmenityCode, 'yes' | 'no' | 'unsure' | null>>> | null
    fixBy: Readonly<Partial<Record<AmenityCode, string | null>>> | null
  }>

/** What belongs to a kitchen is asked for only where there is one. */
const isAsked = (code: AmenityCode, answers: Readonly<Partial<Record<AmenityCode, unknown>>>) =>
  code !== 'cooking_basics' || answers.kitchen_full === 'yes' || answers.kitchenette === 'yes'

export const essentialProblems = (facts: Facts): StepProblem[] => {
  const amenities = readAmenities(facts)
  const answers = amenities.answers ?? {}
  const fixBy = amenities.fixBy ?? {}
  return ESSENTIALS.filter((code) => isAsked(code, answers)).flatMap((code): StepProblem[] => {
    const answer = answers[code]
    if (answer !== 'yes' && answer !== 'no')
      return [problemAt(`/amenities/answers/${code}`, 'missing', 'Answer yes or no.')]
    if (answer === 'yes' || !REQUIRED_ESSENTIALS.includes(code)) return []
    const day = fixBy[code]
    if (isMissing(day))
      return [
        problemAt(
          `/amenities/fixBy/${code}`,
          'fix_by_missing',
          'Every guest expects this. Enter the date by which you’ll have it.',
        ),
      ]
    return day < facts.today
      ? [
          problemAt(
            `/amenities/fixBy/${code}`,
            'fix_by_passed',
            'This date has passed. Confirm that you have it now, or enter another date.',
          ),
        ]
      : []
  })
}

export const popularProblems = (facts: Facts): StepProblem[] => {
  const answers = readAmenities(facts).answers ?? {}
  const unsure = POPULAR.filter((code) => answers[code] === 'unsure')
  return [
    ...POPULAR.flatMap((code) =>
      isMissing(answers[code])
        ? [problemAt(`/amenities/answers/${code}`, 'missing', 'Answer yes, no or not sure.')]
        : [],
    ),
    ...unsure
      .slice(MAX_UNSURE)
      .map((code) =>
        problemAt(
          `/amenities/answers/${code}`,
          'too_many_unsure',
          `You can leave up to ${MAX_UNSURE} as “not sure”. Answer this one.`,
        ),
      ),
  ]
}

export const allProblems = ({ sections: { amenities = {} } }: Facts): StepProblem[] => {
  const hazards = amenities.hazards ?? {}
  return [
    ...HAZARDS.flatMap((hazard) =>
      isMissing(hazards[hazard])
        ? [problemAt(`/amenities/hazards/${hazard}`, 'missing', 'Answer whether this hazard exists.')]
        : [],
    ),
    ...(amenities.confirmedComplete === true
      ? []
      : [
          problemAt(
            '/amenities/confirmedComplete',
            'not_confirmed',
            'Check the list and confirm it’s complete.',
          ),
        ]),
  ]
}
