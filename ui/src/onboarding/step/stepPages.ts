import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import type { OnboardingStep } from '@hearth/contracts/onboarding'

/**
 * The steps that are pages of questions below `/onboarding/{listingId}/`, and their sections. A test compares
 * them with the contract's table.
 */
export const STEP_PAGES = {
  'basics/type': { step: 'type', section: 'type' },
  'basics/info': { step: 'info', section: 'info' },
  'basics/sleep': { step: 'sleep', section: 'sleep' },
  'basics/community': { step: 'community', section: 'community' },
  'basics/accessibility': { step: 'accessibility', section: 'accessibility' },
  'amenities/essential': { step: 'essentialAmenities', section: 'amenities' },
  'amenities/popular': { step: 'popularAmenities', section: 'amenities' },
  'amenities/all': { step: 'allAmenities', section: 'amenities' },
  'pre-arrival/check-in-out': { step: 'checkInOut', section: 'checkInOut' },
  'pre-arrival/contact': { step: 'contact', section: 'contact' },
  'pre-arrival/parking': { step: 'parking', section: 'parking' },
  'pre-arrival/safety': { step: 'safety', section: 'safety' },
} as const satisfies Readonly<Record<string, Readonly<{ step: OnboardingStep; section: SectionName }>>>

export type StepPagePath = keyof typeof STEP_PAGES
export const STEP_PAGE_PATHS = Object.keys(STEP_PAGES) as StepPagePath[]
export const isStepPage = (path: string): path is StepPagePath => path in STEP_PAGES
