import { expect, test } from 'vitest'
import { ESSENTIALS, MAX_UNSURE, POPULAR } from '../../listing/sections/amenityCatalogue.ts'
import { HAZARDS } from '../../listing/sections/amenities.ts'
import type { Sections } from '../../listing/sections/sections.ts'
import { completeFacts as whole } from '../../testing/completeFacts.ts'
import { ONBOARDING_STEPS, type OnboardingStep } from '../steps.ts'
import type { OnboardingFacts } from './facts.ts'
import { stepProblems } from './stepProblems.ts'

const FILE = '0f9a1d52-6f0e-5d34-9c1b-1f2c7c1f9b11'

/** What a step says when one section is answered differently. */
const after = (
  step: OnboardingStep,
  sections: { [S in keyof Sections]?: object },
  facts: Partial<OnboardingFacts> = {},
) => {
  const changed = Object.fromEntries(
    Object.entries(sections).map(([section, fields]) => [
      section,
      { ...(whole.sections as Record<string, object>)[section], ...fields },
    ]),
  )
  return stepProblems(step, { ...whole, ...facts, sections: { ...whole.sections, ...changed } }).map(
    ({ pointer, code }) => `${pointer} ${code}`,
  )
}
const withAnswers = (step: OnboardingStep, answers: object, fixBy: object = {}) =>
  after(step, { amenities: { answers: { ...whole.sections.amenities?.answers, ...answers }, fixBy } })
const room = (beds: object[], more: object = {}) => ({
  id: 'r1',
  name: null,
  roomType: 'bedroom',
  beds,
  ensuite: null,
  blackout: null,
  heating: null,
  airConditioning: null,
  ...more,
})

test.for(ONBOARDING_STEPS)('%s is complete with every answer, and incomplete with none', (step) => {
  expect(stepProblems(step, whole)).toEqual([])
  const nothing = stepProblems(step, {
    ...whole,
    sections: {},
    verifiedPhones: {},
    payout: 'none',
    agreement: 'none',
    photoshoot: 'none',
  })
  expect(nothing.length > 0).toBe(step !== 'review')
})

test('accepts a pin that is confirmed, or found within 50 metres', () => {
  expect(after('start', { location: { pinConfirmed: false, geoAccuracyMeters: 50 } })).toEqual([])
  expect(after('start', { location: { pinConfirmed: false, geoAccuracyMeters: 51 } })).toEqual([
    '/location/pinConfirmed pin_not_confirmed',
  ])
  expect(after('start', { location: { pinConfirmed: true, geoAccuracyMeters: 4_000 } })).toEqual([])
  expect(after('start', { location: { geo: null, pinConfirmed: true } })).toEqual(['/location/geo missing'])
})
test('requires consent to list, not just an answer', () =>
  expect(after('start', { type: { consentToList: false } })).toEqual(['/type/consentToList consent_missing']))
test('accepts a studio without bedrooms', () => expect(after('start', { info: { bedrooms: 0 } })).toEqual([]))

test('requires the landlord’s consent for a lease, but not for an own home', () => {
  const missing = ['/type/consentFileId consent_file_missing']
  expect(after('type', { type: { relationship: null, ownership: 'lease' } })).toEqual(missing)
  expect(after('type', { type: { relationship: 'tenant_with_consent' } })).toEqual(missing)
  expect(after('type', { type: { relationship: null, ownership: 'lease', consentFileId: FILE } })).toEqual([])
})

test('asks for the ownership only where the start has not asked for the relationship', () => {
  expect(after('type', { type: { ownership: null } })).toEqual([])
  expect(after('type', { type: { relationship: null, ownership: null } })).toEqual([
    '/type/ownership missing',
  ])
})

test('requires guests, bathrooms, wifi, and a number where the market needs one', () => {
  expect(after('info', { info: { maxGuests: null, bathrooms: null, wifi: null } })).toEqual([
    '/info/maxGuests missing',
    '/info/bathrooms missing',
    '/info/wifi missing',
  ])
  expect(after('info', {}, { registrationMissing: true })).toEqual(['/registration registration_missing'])
})

test('requires a bed in every bedroom, and beds for all guests', () => {
  const double = { type: 'double', count: 1 }
  const set = (rooms: object[], info: object) => after('sleep', { sleep: { rooms }, info })
  expect(set([room([double])], { bedrooms: 1, maxGuests: 2 })).toEqual([])
  expect(set([room([double])], { bedrooms: 1, maxGuests: 3 })).toEqual(['/sleep/rooms too_few_beds'])
  expect(set([room([double]), room([], { id: 'r2' })], { bedrooms: 2, maxGuests: 2 })).toEqual([
    '/sleep/rooms/1/beds bed_missing',
  ])
  expect(set([room([double])], { bedrooms: 2, maxGuests: 2 })).toEqual(['/sleep/rooms bedrooms_missing'])
  expect(set([room([{ type: 'crib', count: 2 }])], { bedrooms: 1, maxGuests: 1 })).toEqual([
    '/sleep/rooms too_few_beds',
  ])
  expect(set([room([{ type: 'bunk', count: 1 }])], { bedrooms: 1, maxGuests: 2 })).toEqual([])
  expect(
    set([room([{ type: 'sofa_bed', count: 1 }], { roomType: 'living_room' })], { bedrooms: 0, maxGuests: 2 }),
  ).toEqual([])
})

test.for([
  ['yes', []],
  ['unsure', ['/community/shortTermRental rental_unsure']],
  ['no', ['/community/shortTermRental rental_forbidden']],
] as const)('checks the answer whether short stays are allowed: %s', ([shortTermRental, problems]) =>
  expect(after('community', { community: { shortTermRental } })).toEqual(problems),
)
test('requires quiet hours', () =>
  expect(after('community', { community: { quietHours: null } })).toEqual(['/community/quietHours missing']))

test('requires a photo for each accessible feature, and a measure where one applies', () => {
  const claim = (feature: string, photoIds: string[], measureCm: number | null) =>
    after('accessibility', {
      accessibility: { none: false, features: { [feature]: { photoIds, measureCm } } },
    })
  expect(claim('lit_path', [FILE], null)).toEqual([])
  expect(claim('lit_path', [], null)).toEqual(['/accessibility/features/lit_path/photoIds photo_missing'])
  expect(claim('entrance_width_81cm', [FILE], null)).toEqual([
    '/accessibility/features/entrance_width_81cm/measureCm measure_missing',
  ])
  expect(claim('entrance_width_81cm', [FILE], 80)).toEqual([
    '/accessibility/features/entrance_width_81cm/measureCm measure_outside',
  ])
  expect(claim('entrance_width_81cm', [FILE], 81)).toEqual([])
  expect([44, 45, 50, 51].map((height) => claim('toilet_height', [FILE], height).length)).toEqual([
    1, 0, 0, 1,
  ])
})
test('accepts no accessible feature, but not together with one', () => {
  expect(after('accessibility', { accessibility: { none: false, features: {} } })).toEqual([
    '/accessibility/none missing',
  ])
  expect(
    after('accessibility', {
      accessibility: { none: true, features: { lit_path: { photoIds: [FILE], measureCm: null } } },
    }),
  ).toEqual(['/accessibility/none none_and_some'])
  expect(after('accessibility', { accessibility: { none: true, features: { lit_path: null } } })).toEqual([])
})

test.for(ESSENTIALS)(
  'requires an answer for essential %s, and the first ten now or on a later day',
  (code) => {
    const isRequired = ESSENTIALS.indexOf(code) < 10
    expect(withAnswers('essentialAmenities', { [code]: null })).toEqual([
      `/amenities/answers/${code} missing`,
    ])
    expect(withAnswers('essentialAmenities', { [code]: 'unsure' })).toEqual([
      `/amenities/answers/${code} missing`,
    ])
    expect(withAnswers('essentialAmenities', { [code]: 'no' })).toEqual(
      isRequired ? [`/amenities/fixBy/${code} fix_by_missing`] : [],
    )
    expect(withAnswers('essentialAmenities', { [code]: 'no' }, { [code]: whole.today })).toEqual([])
    expect(withAnswers('essentialAmenities', { [code]: 'no' }, { [code]: '2026-06-11' })).toEqual(
      isRequired ? [`/amenities/fixBy/${code} fix_by_passed`] : [],
    )
  },
)
test('asks for kitchen items only where the home has a kitchen', () =>
  expect(
    withAnswers('essentialAmenities', { cooking_basics: null, kitchen_full: 'no', kitchenette: 'no' }),
  ).toEqual([]))

test('requires an answer for popular amenities, with at most three unsure', () => {
  const unsure = (count: number) =>
    withAnswers(
      'popularAmenities',
      Object.fromEntries(POPULAR.slice(0, count).map((code) => [code, 'unsure'])),
    )
  expect(unsure(MAX_UNSURE)).toEqual([])
  expect(unsure(MAX_UNSURE + 1)).toEqual([`/amenities/answers/${POPULAR[MAX_UNSURE]} too_many_unsure`])
  expect(withAnswers('popularAmenities', { tv: null })).toEqual(['/amenities/answers/tv missing'])
})

test('requires the whole catalogue to be confirmed, with an answer for each danger', () => {
  expect(after('allAmenities', { amenities: { confirmedComplete: false } })).toEqual([
    '/amenities/confirmedComplete not_confirmed',
  ])
  expect(after('allAmenities', { amenities: { hazards: {} } })).toEqual(
    HAZARDS.map((hazard) => `/amenities/hazards/${hazard} missing`),
  )
})

test('requires departure before the next arrival', () => {
  expect(after('checkInOut', { checkInOut: { checkInFrom: '15:00', checkOutBy: '14:59' } })).toEqual([])
  expect(after('checkInOut', { checkInOut: { checkInFrom: '15:00', checkOutBy: '15:00' } })).toEqual([
    '/checkInOut/checkOutBy no_time_between',
  ])
})
test('accepts arrival with or without an end, and requires a step for the way in', () => {
  expect(after('checkInOut', { checkInOut: { checkInTo: null, flexible: false } })).toEqual([
    '/checkInOut/checkInTo missing',
  ])
  expect(after('checkInOut', { checkInOut: { checkInTo: null, flexible: true } })).toEqual([])
  expect(after('checkInOut', { checkInOut: { steps: [] } })).toEqual(['/checkInOut/steps missing'])
  expect(after('checkInOut', { checkInOut: { method: null } })).toEqual(['/checkInOut/method missing'])
})

test('requires two numbers, both verified in their current form', () => {
  const { primary } = whole.sections.contact ?? {}
  expect(after('contact', {}, { verifiedPhones: { primary: primary?.phone ?? '' } })).toEqual([
    '/contact/backup/phone not_verified',
  ])
  expect(after('contact', { contact: { backup: { name: 'B', phone: '+351910000009' } } })).toEqual([
    '/contact/backup/phone not_verified',
  ])
  expect(after('contact', { contact: { backup: { name: 'B', phone: primary?.phone } } })).toEqual([
    '/contact/backup/phone same_phone',
    '/contact/backup/phone not_verified',
  ])
})

test('accepts no parking without words, and any other with twenty characters', () => {
  expect(after('parking', { parking: { type: 'none', instructions: null } })).toEqual([])
  expect(after('parking', { parking: { type: 'garage', instructions: 'x'.repeat(20) } })).toEqual([])
  expect(after('parking', { parking: { type: 'garage', instructions: 'x'.repeat(19) } })).toEqual([
    '/parking/instructions too_short',
  ])
})

test('requires an alarm on each level, and one for carbon monoxide where something burns', () => {
  expect(after('safety', { safety: { floors: 3, smokeAlarms: 2 } })).toEqual([
    '/safety/smokeAlarms too_few_alarms',
  ])
  expect(after('safety', { safety: { floors: 3, smokeAlarms: 3 } })).toEqual([])
  expect(after('safety', { safety: { fuelAppliances: ['gas_stove'], coAlarms: 0 } })).toEqual([
    '/safety/coAlarms co_alarm_needed',
  ])
  expect(after('safety', { safety: { fuelAppliances: ['gas_stove'], coAlarms: 1 } })).toEqual([])
  expect(after('safety', { safety: { fuelAppliances: [], coAlarms: 0 } })).toEqual([])
})
test('requires an alarm test within the last year, not tomorrow', () => {
  const tested = (alarmsTestedOn: string) => after('safety', { safety: { alarmsTestedOn } })
  expect(['2025-06-12', '2026-06-12'].map(tested)).toEqual([[], []])
  expect(tested('2025-06-11')).toEqual(['/safety/alarmsTestedOn test_too_old'])
  expect(tested('2026-06-13')).toEqual(['/safety/alarmsTestedOn test_in_future'])
})
test('requires a gas shut-off or no gas, disclosed cameras, and no weapons', () => {
  expect(after('safety', { safety: { noGas: false, gasShutoff: null } })).toEqual([
    '/safety/gasShutoff missing',
  ])
  expect(
    after('safety', { safety: { noGas: false, gasShutoff: { place: 'Cellar', photoId: null } } }),
  ).toEqual([])
  expect(
    after('safety', { safety: { cameras: [{ place: 'Gate', indoors: false }], camerasDisclosed: false } }),
  ).toEqual(['/safety/camerasDisclosed cameras_not_disclosed'])
  expect(
    after('safety', { safety: { cameras: [{ place: 'Gate', indoors: false }], camerasDisclosed: true } }),
  ).toEqual([])
  expect(after('safety', { safety: { noWeapons: false } })).toEqual(['/safety/noWeapons missing'])
})

test('allows a submission that waits only for others', () => {
  expect(stepProblems('payoutSettings', { ...whole, payout: 'pending' })).toMatchObject([
    { code: 'method_pending', awaits: 'bank' },
  ])
  expect(stepProblems('agreement', { ...whole, agreement: 'signed' })).toMatchObject([
    { code: 'not_countersigned', awaits: 'staff' },
  ])
  expect(stepProblems('agreement', { ...whole, agreement: 'partially_signed' })[0]?.awaits).toBeUndefined()
  expect(stepProblems('photoshoot', { ...whole, photoshoot: 'none' })[0]?.awaits).toBeUndefined()
})
