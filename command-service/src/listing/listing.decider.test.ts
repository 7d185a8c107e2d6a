import { zAvailabilityRules, zPricing } from '@hearth/contracts/listing'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { describe, expect, test } from 'vitest'
import { ADMIN, given, OWNER, stateAfter } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import type { ListingFacts } from './listing.facts.ts'

const details = {
  title: 'Cedar House',
  place: 'Hudson, New York',
  timezone: 'America/New_York',
  currency: 'USD',
  maxGuests: 4,
  bedrooms: 2,
  checkInTime: '15:00',
  checkOutTime: '11:00',
  bookingMode: 'instant',
  feeModel: 'self_managed',
  cancellationPolicyCode: 'flexible',
  longTermPolicyCode: 'long_term_firm',
  unitType: null,
  pricing: zPricing.parse({ baseNightMinor: 20_000 }),
  rules: zAvailabilityRules.parse({}),
} as const
const ids = { listingId: 'l', hostAccountId: 'tenant' }
const started = { type: 'ListingStarted', data: { ...ids, ...details } } as const
const published = { type: 'ListingPublished', data: ids } as const
const paused = { type: 'ListingPaused', data: { ...ids, until: null, reason: 'Painting' } } as const
const facts: ListingFacts = {
  account: { timezone: 'America/New_York' },
  cancellation: FIRST_POLICIES.cancellation.body,
  today: '2026-06-12',
  otherAddresses: [],
  unknownFiles: [],
  template: null,
  hasBookings: false,
  lastNight: null,
  goLive: [],
  file: null,
}
const situation = { id: 'l', facts }
const start = (change: object = {}) => ({ type: 'StartListing', data: { ...details, ...change } }) as const
const publish = { type: 'PublishListing', data: {} } as const
const pause = (until: string | null = null) =>
  ({ type: 'PauseListing', data: { until, reason: 'Painting' } }) as const
const resume = { type: 'ResumeListing', data: {} } as const
const setPolicy = (code: 'strict' | 'flexible' | 'firm' | 'long_term_firm') =>
  ({ type: 'SetCancellationPolicy', data: { code } }) as const

describe('starting', () => {
  test('makes a draft of the tenant', () => given(listing).when(start(), situation).thenEvents(started))
  test('twice is refused', () => given(listing, started).when(start(), situation).thenRefused('DUPLICATE'))
  test('needs an account', () =>
    given(listing)
      .when(start(), { ...situation, facts: { ...facts, account: null } })
      .thenRefused('PRECONDITION_FAILED'))
  test('strict is for invited hosts', () =>
    given(listing)
      .when(start({ cancellationPolicyCode: 'strict' }), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'invite_only' }))
  test('the long-term code must be one', () =>
    given(listing)
      .when(start({ longTermPolicyCode: 'flexible' }), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'long_term' }))
})

describe('publishing, pausing, resuming', () => {
  test('a draft goes live', () =>
    given(listing, started).when(publish, situation).thenEvents({ type: 'ListingPublished' }))
  test('a live one stays so', () => given(listing, started, published).when(publish, situation).thenNothing())
  test('a paused one is resumed, not published', () =>
    given(listing, started, published, paused).when(publish, situation).thenRefused('INVALID_TRANSITION'))
  test('nothing to publish', () => given(listing).when(publish, situation).thenRefused('NOT_FOUND'))
  test('a live one can be paused, and that undone', () => {
    const decision = given(listing, started, published)
      .when(pause('2026-06-13'), situation)
      .thenEvents({ type: 'ListingPaused', data: { until: '2026-06-13' } })
    expect(decision).toMatchObject({ undo: { command: 'ResumeListing', expiresAt: null } })
  })
  test('the pause must end after today', () =>
    given(listing, started, published)
      .when(pause('2026-06-12'), situation)
      .thenRefused('VALIDATION_FAILED', {
        errors: [{ pointer: '/until', detail: 'must be after 2026-06-12' }],
      }))
  test('a draft or a paused one cannot be paused', () => {
    given(listing, started).when(pause(), situation).thenRefused('INVALID_TRANSITION')
    given(listing, started, published, paused).when(pause(), situation).thenRefused('INVALID_TRANSITION')
    given(listing).when(pause(), situation).thenRefused('NOT_FOUND')
  })
  test('resuming', () => {
    given(listing, started, published, paused).when(resume, situation).thenEvents({ type: 'ListingResumed' })
    given(listing, started, published).when(resume, situation).thenNothing()
    given(listing, started).when(resume, situation).thenRefused('INVALID_TRANSITION')
    given(listing).when(resume, situation).thenRefused('NOT_FOUND')
  })
})

describe('settings', () => {
  const pricing = { ...details.pricing, baseNightMinor: 25_000 }
  const rules = { ...details.rules, minNights: 2 }
  test('pricing keeps before and after', () =>
    given(listing, started)
      .when({ type: 'SetPricing', data: { pricing } }, situation)
      .thenEvents({ type: 'PricingChanged', data: { before: details.pricing, after: pricing } }))
  test('rules keep before and after', () =>
    given(listing, started)
      .when({ type: 'SetAvailabilityRules', data: { rules } }, situation)
      .thenEvents({ type: 'AvailabilityRulesChanged', data: { before: details.rules, after: rules } }))
  test('the same again is no event', () => {
    given(listing, started)
      .when({ type: 'SetPricing', data: { pricing: { ...details.pricing } } }, situation)
      .thenNothing()
    given(listing, started)
      .when({ type: 'SetAvailabilityRules', data: { rules: { ...details.rules } } }, situation)
      .thenNothing()
    given(listing, started).when(setPolicy('flexible'), situation).thenNothing()
  })
  test('a policy keeps before and after', () =>
    given(listing, started)
      .when(setPolicy('firm'), situation)
      .thenEvents({ type: 'CancellationPolicyChanged', data: { before: 'flexible', after: 'firm' } }))
  test('strict only by staff, long-term never', () => {
    given(listing, started)
      .when(setPolicy('strict'), { ...situation, actor: OWNER })
      .thenRefused('POLICY_VIOLATION', { rule: 'invite_only' })
    given(listing, started)
      .when(setPolicy('strict'), { ...situation, actor: ADMIN })
      .thenEvents({ type: 'CancellationPolicyChanged' })
    given(listing, started)
      .when(setPolicy('long_term_firm'), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'long_term' })
  })
  test('of nothing', () => {
    given(listing).when({ type: 'SetPricing', data: { pricing } }, situation).thenRefused('NOT_FOUND')
    given(listing).when({ type: 'SetAvailabilityRules', data: { rules } }, situation).thenRefused('NOT_FOUND')
    given(listing).when(setPolicy('firm'), situation).thenRefused('NOT_FOUND')
  })
})

describe('a drafted listing', () => {
  const drafted = {
    type: 'ListingDrafted',
    data: {
      ...ids,
      place: 'Hudson, New York',
      timezone: 'America/New_York',
      currency: 'USD',
      feeModel: 'full_service',
      sections: {},
      personal: {},
      copiedFrom: null,
      draftedBy: 'owner',
    },
  } as const
  const problem = {
    code: 'pricing',
    detail: 'The listing has no price. Set the nightly price.',
    route: '/listing-details/pricing?listingId=l',
  } as const
  const move = (stage: 'draft' | 'onboarding' | 'in_review' | 'ready') =>
    ({ type: 'MoveListing', data: { stage } }) as const
  const delist = (effectiveOn: string) =>
    ({ type: 'DelistListing', data: { reason: 'The house is sold.', effectiveOn } }) as const

  test('is open until its last day where it was live when it was given up', () => {
    const givenUp = {
      type: 'ListingDelisted',
      data: { ...ids, reason: 'Sold', effectiveOn: '2026-09-30' },
    } as const
    expect(stateAfter(listing, [drafted, published, givenUp])).toMatchObject({
      status: 'delisted',
      openUntil: '2026-09-30',
    })
    expect(stateAfter(listing, [drafted, published, paused, givenUp])).toMatchObject({
      status: 'delisted',
      openUntil: null,
    })
  })
  test('goes live once nothing stops it', () => {
    given(listing, drafted)
      .when(publish, { ...situation, facts: { ...facts, goLive: [problem] } })
      .thenRefused('PRECONDITION_FAILED', {
        unmet: [{ code: 'pricing', message: problem.detail, fixRoute: problem.route }],
      })
    given(listing, drafted).when(publish, situation).thenEvents({ type: 'ListingPublished' })
  })
  test('whose time to mend what lapsed is over is not resumed until it is mended', () => {
    given(listing, drafted, published, paused)
      .when(resume, { ...situation, facts: { ...facts, goLive: [problem] } })
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'pricing', fixRoute: problem.route }] })
    given(listing, drafted, published, paused).when(resume, situation).thenEvents({ type: 'ListingResumed' })
  })
  test('moves along with its onboarding until it is live', () => {
    given(listing, drafted)
      .when(move('onboarding'), situation)
      .thenEvents({ type: 'ListingStageChanged', data: { before: 'draft', after: 'onboarding' } })
    given(listing, drafted).when(move('draft'), situation).thenNothing()
    given(listing, drafted, published).when(move('ready'), situation).thenRefused('INVALID_TRANSITION')
  })
  test('gets its first price', () =>
    given(listing, drafted)
      .when({ type: 'SetPricing', data: { pricing: details.pricing } }, situation)
      .thenEvents({ type: 'PricingChanged', data: { before: null, after: details.pricing } }))
  test('under full service is given up with 30 days of notice, by staff at once', () => {
    given(listing, drafted, published)
      .when(delist('2026-07-11'), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'notice' })
    given(listing, drafted, published)
      .when(delist('2026-07-12'), situation)
      .thenEvents({ type: 'ListingDelisted', data: { effectiveOn: '2026-07-12' } })
    given(listing, drafted, published)
      .when(delist('2026-06-12'), { ...situation, actor: ADMIN })
      .thenEvents({ type: 'ListingDelisted' })
  })
})

describe('suspending and giving up', () => {
  const suspended = {
    type: 'ListingSuspended',
    data: { ...ids, reason: 'A safety inspection is open.' },
  } as const
  const suspend = { type: 'SuspendListing', data: { reason: suspended.data.reason } } as const
  const reinstate = { type: 'ReinstateListing', data: {} } as const
  const delist = { type: 'DelistListing', data: { reason: 'Sold', effectiveOn: '2026-06-20' } } as const

  test('a suspended listing comes back as what it was', () => {
    given(listing, started, published).when(suspend, situation).thenEvents(suspended)
    given(listing, started, published, suspended)
      .when(reinstate, situation)
      .thenEvents({ type: 'ListingReinstated' })
    given(listing, started, published, paused, suspended, { type: 'ListingReinstated', data: ids })
      .when(resume, situation)
      .thenEvents({ type: 'ListingResumed' })
  })
  test('a suspended one is not resumed or published by its host', () => {
    given(listing, started, published, suspended).when(resume, situation).thenRefused('INVALID_TRANSITION')
    given(listing, started, published, suspended).when(publish, situation).thenRefused('INVALID_TRANSITION')
    given(listing, started).when(suspend, situation).thenRefused('INVALID_TRANSITION')
  })
  test('is given up on a day after the last booked night', () => {
    given(listing, started, published)
      .when(delist, { ...situation, facts: { ...facts, lastNight: '2026-06-20' } })
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'FUTURE_BOOKINGS' }] })
    given(listing, started, published)
      .when(delist, { ...situation, facts: { ...facts, lastNight: '2026-06-19' } })
      .thenEvents({ type: 'ListingDelisted' })
    given(listing, started, published)
      .when({ ...delist, data: { ...delist.data, effectiveOn: '2026-06-11' } }, situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/effectiveOn' }] })
    given(listing, started, published, { type: 'ListingDelisted', data: { ...ids, ...delist.data } })
      .when(publish, situation)
      .thenRefused('INVALID_TRANSITION')
  })
})

describe('the registration', () => {
  const recorded = {
    scheme: 'pt_al',
    number: '12345/AL',
    expiresOn: '2027-06-01',
    documentFileId: null,
    landRegistryNumber: null,
  } as const
  const record = (change: object = {}) =>
    ({ type: 'RecordRegistration', data: { ...recorded, ...change } }) as const
  const inLog = { type: 'RegistrationRecorded', data: { ...ids, ...recorded } } as const
  const reject = { type: 'RejectRegistration', data: { reason: 'Another address' } } as const

  test('must look like its market’s, and count for longer than today', () => {
    given(listing, started).when(record(), situation).thenEvents(inLog)
    given(listing, started)
      .when(record({ number: 'AL 12345' }), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/number' }] })
    given(listing, started)
      .when(record({ expiresOn: '2026-06-12' }), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/expiresOn' }] })
  })
  test('is verified or rejected by staff, and may be entered again', () => {
    given(listing, started, inLog)
      .when({ type: 'VerifyRegistration', data: {} }, { ...situation, actor: ADMIN })
      .thenEvents({ type: 'RegistrationVerified' })
    given(listing, started, inLog)
      .when(reject, { ...situation, actor: ADMIN })
      .thenEvents({ type: 'RegistrationRejected' })
    given(listing, started)
      .when(reject, { ...situation, actor: ADMIN })
      .thenRefused('INVALID_TRANSITION')
    given(listing, started, inLog).when(record(), situation).thenNothing()
    given(listing, started, inLog, {
      type: 'RegistrationRejected',
      data: { ...ids, by: 'admin', reason: 'Another address' },
    })
      .when(record(), situation)
      .thenEvents(inLog)
  })
})
