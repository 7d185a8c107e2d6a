import type { onboardingCases } from '@hearth/contracts/onboarding'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useGetOne } from 'react-admin'
import type { Listing } from '../records/records.ts'

export type OnboardingCase = Shown<typeof onboardingCases>
export type CaseStep = OnboardingCase['steps'][number]

/** A listing's onboarding case. */
export const useCase = (listingId: string) =>
  useGetOne<OnboardingCase>('onboarding', { id: listingId }, { enabled: listingId !== '', retry: false })
export const useListing = (listingId: string) =>
  useGetOne<Listing>('listings', { id: listingId }, { enabled: listingId !== '', retry: false })
