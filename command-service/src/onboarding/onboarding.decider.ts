import {
  type OnboardingCaseState,
  type OnboardingCommand,
  type OnboardingEvent,
} from '@hearth/contracts/onboarding'
import type { Decider } from '../runtime/decider.ts'
import { onboardingFold } from './onboarding.state.ts'
import { decideContacts } from './contacts.ts'
import type { OnboardingFacts } from './onboarding.facts.ts'
import { decideLife } from './life.ts'
import { decideReview } from './review.ts'
import { decideSteps } from './steps.ts'

/**
 * A case, from its opening until the listing is live, and the conditions that must hold after that
 * (docs/domain/onboarding.md#case).
 */
export const onboarding: Decider<OnboardingCaseState, OnboardingCommand, OnboardingEvent, OnboardingFacts> = {
  ...onboardingFold,
  decide: { ...decideLife, ...decideSteps, ...decideReview, ...decideContacts },
}
