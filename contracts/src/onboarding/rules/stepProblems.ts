import { isInForce } from '../../agreement/agreement.ts'
import type { OnboardingStep } from '../steps.ts'
import { allProblems, essentialProblems, popularProblems } from './amenities.ts'
import {
  accessibilityProblems,
  communityProblems,
  infoProblems,
  sleepProblems,
  startProblems,
  typeProblems,
} from './basics.ts'
import { problemAt, type OnboardingFacts, type StepProblem } from './facts.ts'
import { checkInOutProblems, contactProblems, parkingProblems, safetyProblems } from './preArrival.ts'

const payoutProblems = ({ payout }: OnboardingFacts): StepProblem[] => {
  if (payout === 'verified') return []
  if (payout === 'none')
    return [
      problemAt('/payoutSettings', 'method_missing', 'Add the bank account your earnings should go to.'),
    ]
  return [
    {
      ...problemAt(
        '/payoutSettings',
        'method_pending',
        'We’re verifying your bank account. Enter the amounts of the two deposits once they arrive.',
      ),
      awaits: 'bank',
    },
  ]
}

const agreementProblems = ({ agreement }: OnboardingFacts): StepProblem[] => {
  if (agreement !== 'none' && isInForce(agreement)) return []
  if (agreement === 'signed')
    return [
      {
        ...problemAt('/agreement', 'not_countersigned', 'You’ve signed. Hearth signs next.'),
        awaits: 'staff',
      },
    ]
  return [problemAt('/agreement', 'not_signed', 'Read and sign the management agreement.')]
}

const photoshootProblems = ({ photoshoot }: OnboardingFacts): StepProblem[] =>
  photoshoot === 'none' ? [problemAt('/photoshoot', 'not_booked', 'Choose a time for the photographer.')] : []

const RULES: Readonly<Record<OnboardingStep, (facts: OnboardingFacts) => readonly StepProblem[]>> = {
  start: ({ sections }) => startProblems(sections),
  type: ({ sections }) => typeProblems(sections),
  info: ({ sections, registrationMissing }) => infoProblems(sections, registrationMissing),
  sleep: ({ sections }) => sleepProblems(sections),
  community: ({ sections }) => communityProblems(sections),
  accessibility: ({ sections }) => accessibilityProblems(sections),
  essentialAmenities: essentialProblems,
  popularAmenities: popularProblems,
  allAmenities: allProblems,
  checkInOut: checkInOutProblems,
  contact: contactProblems,
  parking: parkingProblems,
  safety: safetyProblems,
  payoutSettings: payoutProblems,
  agreement: agreementProblems,
  photoshoot: photoshootProblems,
  // Approval by staff does not follow from data.
  review: () => [],
}

/** What a step lacks before it is complete; none: it can be (docs/domain/onboarding.md#steps). Pure. */
export const stepProblems = (step: OnboardingStep, facts: OnboardingFacts): readonly StepProblem[] =>
  RULES[step](facts)
