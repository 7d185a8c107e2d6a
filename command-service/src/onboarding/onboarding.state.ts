import {
  evolveOnboarding,
  type OnboardingCaseState,
  type OnboardingEvent,
} from '@hearth/contracts/onboarding'
import type { Fold } from '../runtime/decider.ts'

/** Undefined before the case is opened. */
export const onboardingFold: Fold<OnboardingCaseState, OnboardingEvent> = {
  category: 'onboarding',
  initial: undefined,
  evolve: evolveOnboarding,
}
