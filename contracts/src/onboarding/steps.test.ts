import { expect, test } from 'vitest'
import { SECTIONS } from '../listing/sections/sections.ts'
import {
  missingBefore,
  NO_STEP_BEGUN,
  ONBOARDING_STEPS,
  formatStepPage,
  computeProgress,
  STEPS,
  type StepStates,
} from './steps.ts'

const all = (state: StepStates['start']): StepStates =>
  Object.fromEntries(ONBOARDING_STEPS.map((step) => [step, state])) as StepStates

test('gives weights that sum to 100', () => {
  expect(ONBOARDING_STEPS.reduce((sum, step) => sum + STEPS[step].weight, 0)).toBe(100)
  expect([
    computeProgress(NO_STEP_BEGUN),
    computeProgress(all('complete')),
    computeProgress(all('needs_changes')),
    computeProgress(all('waiting')),
  ]).toEqual([0, 100, 0, 0])
})
test('counts a step that does not apply as done', () =>
  expect(computeProgress({ ...NO_STEP_BEGUN, photoshoot: 'not_applicable' })).toBe(10))
test('puts the agreement after the basics and the photo shoot after the agreement', () => {
  expect(missingBefore('agreement', NO_STEP_BEGUN)).toEqual([
    'type',
    'info',
    'sleep',
    'community',
    'accessibility',
  ])
  expect(missingBefore('photoshoot', { ...NO_STEP_BEGUN, agreement: 'complete' })).toEqual([])
  expect(ONBOARDING_STEPS.filter((step) => missingBefore(step, NO_STEP_BEGUN).length > 0)).toEqual([
    'agreement',
    'photoshoot',
  ])
})
test('names existing sections in every step', () =>
  expect(
    ONBOARDING_STEPS.flatMap((step) => STEPS[step].sections).filter((section) => !(section in SECTIONS)),
  ).toEqual([]))
test('has the expected pages', () =>
  expect([
    formatStepPage('sleep', 'x'),
    formatStepPage('payoutSettings', 'x'),
    formatStepPage('review', 'x'),
  ]).toEqual(['/onboarding/x/basics/sleep', '/onboarding/payout-settings?listingId=x', '/onboarding/x']))
