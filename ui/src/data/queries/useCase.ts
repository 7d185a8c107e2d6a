import type { OnboardingRow } from '@hearth/contracts/onboarding'
import type { RowFrame } from '@hearth/contracts/kernel/resource'
import { useGetOne } from 'react-admin'
import type { Listing } from '../records/records.ts'

export type OnboardingCase = OnboardingRow & RowFrame
export type CaseStep = OnboardingCase['steps'][number]

/** One listing's way to be live. */
export const useCase = (listingId: string) =>
  useGetOne<OnboardingCase>('onboarding', { id: listingId }, { enabled: listingId !== '', retry: false })
export const useListing = (listingId: string) =>
  useGetOne<Listing>('listings', { id: listingId }, { enabled: listingId !== '', retry: false })
