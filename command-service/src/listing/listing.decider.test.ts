import { zAvailabilityRules, zPricing } from '@hearth/contracts/listing'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { describe, expect, test } from 'vitest'
import { ADMIN, given, OWNER } from '../testing/given.ts'
import { listing } from './listing.decider.ts'

const details = {
  title: 'Cedar House', place: 'Hudson, New York', timezone: 'America/New_York', currency: 'USD', maxGuests: 4, bedrooms: 2, checkInTime: '15:00', checkOutTime: '11:00',
  bookingMode: 'instant', feeModel: 'self_managed', cancellationPolicyCode: 'flexible', longTermPolicyCode: 'long_term_firm', unitType: null,
  pricing: zPricing.parse({ baseNightMinor: 20_000 }), rules: zAvailabilityRules.parse({}),
} as const
const ids = { listingId: 'l', hostAccountId: 'tenant' }
const started = { type: 'ListingStarted', data: { ...ids, ...details } } as const
const published = { type: 'ListingPublished', data: ids } as const
const paused = { type: 'ListingPaused', data: { ...ids, until: null, reason: 'Painting' } } as const
const facts = { accountOpen: true, cancellation: FIRST_POLICIES.cancellation.body, today: '2026-06-12' }
const situation = { id: 'l', facts }
const start = (change: object = {}) => ({ type: 'StartListing', data: { ...details, ...change } }) as const
const publish = { type: 'PublishListing', data: {} } as const
const pause = (until: string | null = null) => ({ type: 'PauseListing', data: { until, reason: 'Painting' } }) as const
const resume = { type: 'ResumeListing', data: {} } as const
const setPolicy = (code: 'strict' | 'flexible' | 'firm' | 'long_term_firm') => ({ type: 'SetCancellationPolicy', data: { code } }) as const

describe('starting', () => {
  test('makes a draft of the tenant', () => given(listing).when(start(), situation).thenEvents(started))
  test('twice is refused', () => given(listing, started).when(start(), situation).thenRefused('DUPLICATE'))
  test('needs an account', () => given(listing).when(start(), { ...situation, facts: { ...facts, accountOpen: false } }).thenRefused('PRECONDITION_FAILED'))
  test('strict is for invited hosts', () => given(listing).when(start({ cancellationPolicyCode: 'strict' }), situation).thenRefused('POLICY_VIOLATION', { rule: 'invite_only' }))
  test('the long-term code must be one', () => given(listing).when(start({ longTermPolicyCode: 'flexible' }), situation).thenRefused('POLICY_VIOLATION', { rule: 'long_term' }))
})

describe('publishing, pausing, resuming', () => {
  test('a draft goes live', () => given(listing, started).when(publish, situation).thenEvents({ type: 'ListingPublished' }))
  test('a live one stays so', () => given(listing, started, published).when(publish, situation).thenNothing())
  test('a paused one is resumed, not published', () => given(listing, started, published, paused).when(publish, situation).thenRefused('INVALID_TRANSITION'))
  test('nothing to publish', () => given(listing).when(publish, situation).thenRefused('NOT_FOUND'))
  test('a live one can be paused, and that undone', () => {
    const decision = given(listing, started, published).when(pause('2026-06-13'), situation).thenEvents({ type: 'ListingPaused', data: { until: '2026-06-13' } })
    expect(decision).toMatchObject({ undo: { command: 'ResumeListing', expiresAt: null } })
  })
  test('the pause must end after today', () =>
    given(listing, started, published).when(pause('2026-06-12'), situation).thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/until', detail: 'must be after 2026-06-12' }] }))
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
    given(listing, started).when({ type: 'SetPricing', data: { pricing } }, situation).thenEvents({ type: 'PricingChanged', data: { before: details.pricing, after: pricing } }))
  test('rules keep before and after', () =>
    given(listing, started).when({ type: 'SetAvailabilityRules', data: { rules } }, situation).thenEvents({ type: 'AvailabilityRulesChanged', data: { before: details.rules, after: rules } }))
  test('the same again is no event', () => {
    given(listing, started).when({ type: 'SetPricing', data: { pricing: { ...details.pricing } } }, situation).thenNothing()
    given(listing, started).when({ type: 'SetAvailabilityRules', data: { rules: { ...details.rules } } }, situation).thenNothing()
    given(listing, started).when(setPolicy('flexible'), situation).thenNothing()
  })
  test('a policy keeps before and after', () => given(listing, started).when(setPolicy('firm'), situation).thenEvents({ type: 'CancellationPolicyChanged', data: { before: 'flexible', after: 'firm' } }))
  test('strict only by staff, long-term never', () => {
    given(listing, started).when(setPolicy('strict'), { ...situation, actor: OWNER }).thenRefused('POLICY_VIOLATION', { rule: 'invite_only' })
    given(listing, started).when(setPolicy('strict'), { ...situation, actor: ADMIN }).thenEvents({ type: 'CancellationPolicyChanged' })
    given(listing, started).when(setPolicy('long_term_firm'), situation).thenRefused('POLICY_VIOLATION', { rule: 'long_term' })
  })
  test('of nothing', () => {
    given(listing).when({ type: 'SetPricing', data: { pricing } }, situation).thenRefused('NOT_FOUND')
    given(listing).when({ type: 'SetAvailabilityRules', data: { rules } }, situation).thenRefused('NOT_FOUND')
    given(listing).when(setPolicy('firm'), situation).thenRefused('NOT_FOUND')
  })
})
