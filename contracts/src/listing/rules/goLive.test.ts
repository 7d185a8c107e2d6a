import { describe, expect, test } from 'vitest'
import { zPricing } from '../pricing.ts'
import { REQUIRED_ESSENTIALS } from '../sections/amenityCatalogue.ts'
import {
  GO_LIVE_CONDITIONS,
  goLiveProblems,
  lapsedConditions,
  countOpenNights,
  type GoLiveCondition,
  type GoLiveFacts,
} from './goLive.ts'

const photo = (room: 'bedroom_1' | 'bedroom_2' | 'kitchen') => ({ room, state: 'published' }) as const
const photos = [photo('bedroom_1'), photo('bedroom_2'), ...Array.from({ length: 5 }, () => photo('kitchen'))]
const registration = {
  scheme: 'pt_al',
  number: '12345/AL',
  expiresOn: '2027-01-01',
  documentFileId: null,
  landRegistryNumber: null,
  status: 'verified',
  rejectedBecause: null,
} as const
const ready: GoLiveFacts = {
  listingId: 'l',
  drafted: true,
  today: '2026-06-12',
  sections: {
    location: {
      address: {
        line1: 'Rua da Bica 4',
        line2: null,
        city: 'Lisboa',
        region: null,
        postalCode: null,
        country: 'PT',
      },
    },
    description: {
      title: 'Cedar House',
      description: 'A house by the river, with a porch that looks west over it.',
    },
    info: { bedrooms: 2 },
    amenities: { answers: Object.fromEntries(REQUIRED_ESSENTIALS.map((code) => [code, 'yes'])) },
    safety: { smokeAlarms: 1, coAlarms: 1, fuelAppliances: ['fireplace'] },
  },
  photos,
  pricing: zPricing.parse({ baseNightMinor: 10_000 }),
  registration,
  onboardingApproved: true,
  agreementSigned: true,
  payoutMethodVerified: true,
  taxComplete: true,
  openNights: 30,
}
const sections = (part: GoLiveFacts['sections']): Partial<GoLiveFacts> => ({
  sections: { ...ready.sections, ...part },
})

/** For each condition the facts that just break it. */
const BROKEN: Readonly<Record<GoLiveCondition, readonly Partial<GoLiveFacts>[]>> = {
  onboarding_approved: [{ onboardingApproved: false }],
  agreement_signed: [{ agreementSigned: false }],
  title: [sections({ description: { description: ready.sections.description?.description } })],
  description: [sections({ description: { title: 'Cedar House' } })],
  photos: [
    { photos: photos.slice(0, 6) },
    { photos: [...photos.slice(0, 6), { room: 'kitchen', state: 'pending' }] },
  ],
  bedroom_photos: [{ photos: photos.map((each) => (each.room === 'bedroom_2' ? photo('kitchen') : each)) }],
  pricing: [{ pricing: null }],
  essentials: [
    sections({ amenities: { answers: { ...ready.sections.amenities?.answers, wifi: 'no' } } }),
    sections({ amenities: {} }),
  ],
  smoke_alarm: [sections({ safety: { smokeAlarms: 0, coAlarms: 1 } })],
  co_alarm: [
    sections({ safety: { smokeAlarms: 1, coAlarms: 0, fuelAppliances: ['gas_stove'] } }),
    sections({ safety: { smokeAlarms: 1 } }),
    sections({ safety: { smokeAlarms: 1, coAlarms: null, fuelAppliances: null } }),
  ],
  registration: [
    { registration: null },
    { registration: null, ...sections({ location: {} }) },
    { registration: { ...registration, status: 'provided' } },
    { registration: { ...registration, status: 'rejected' } },
    { registration: { ...registration, expiresOn: '2026-06-11' } },
  ],
  payout_method: [{ payoutMethodVerified: false }],
  tax: [{ taxComplete: false }],
  open_nights: [{ openNights: 29 }],
}

describe('going live', () => {
  test('needs every condition, and nothing else', () => expect(goLiveProblems(ready)).toEqual([]))
  test.for(
    GO_LIVE_CONDITIONS.flatMap((code) => BROKEN[code].map((facts, index) => [code, index, facts] as const)),
  )('is stopped by %s (%s) alone', ([code, , facts]) => {
    const problems = goLiveProblems({ ...ready, ...facts })
    expect(problems.map((problem) => problem.code)).toEqual([code])
    expect(problems[0]?.detail).toMatch(/\S.*\.$/)
    expect(problems[0]?.route).toMatch(/^\//)
  })
  test('requires no number where the market needs none, and no alarm where nothing burns', () => {
    const hudson = {
      line1: '12 Warren Street',
      line2: null,
      city: 'Hudson',
      region: null,
      postalCode: null,
      country: 'US',
    }
    expect(
      goLiveProblems({ ...ready, registration: null, ...sections({ location: { address: hudson } }) }),
    ).toEqual([])
    expect(
      goLiveProblems({
        ...ready,
        ...sections({ safety: { smokeAlarms: 1, coAlarms: 0, fuelAppliances: [] } }),
      }),
    ).toEqual([])
  })
})

describe('an imported listing', () => {
  const imported = { ...ready, drafted: false, onboardingApproved: false, agreementSigned: false }
  test('needs no onboarding case', () => expect(goLiveProblems(imported)).toEqual([]))
  test('with a title, a capacity and a price alone lacks everything else', () =>
    expect(
      goLiveProblems({
        ...imported,
        sections: { description: { title: 'Cedar House' }, info: { maxGuests: 4, bedrooms: 1 } },
        photos: [],
        registration: null,
        payoutMethodVerified: false,
      }).map(({ code }) => code),
    ).toEqual([
      'description',
      'photos',
      'bedroom_photos',
      'essentials',
      'smoke_alarm',
      'co_alarm',
      'registration',
      'payout_method',
    ]))
})

test('lapses for a live listing by every condition except being full and approved', () => {
  const lapsing = GO_LIVE_CONDITIONS.filter(
    (code) => lapsedConditions({ ...ready, ...BROKEN[code][0] }).length > 0,
  )
  expect(lapsing).toEqual(
    GO_LIVE_CONDITIONS.filter((code) => code !== 'onboarding_approved' && code !== 'open_nights'),
  )
})

test('counts nights as open that nothing takes within a year from today', () => {
  expect(countOpenNights([], '2026-06-12')).toBe(365)
  expect(
    countOpenNights(
      [
        { start: '2026-06-01', end: '2026-06-15' },
        { start: '2026-06-14', end: '2026-06-16' },
        { start: '2027-06-11', end: '2028-01-01' },
      ],
      '2026-06-12',
    ),
  ).toBe(360)
})
