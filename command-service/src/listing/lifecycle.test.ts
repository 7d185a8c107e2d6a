import { describe, expect, test } from 'vitest'
import { ADMIN, GATEWAY, given, IMPORTER, OWNER, SCHEDULER, stateAfter } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import {
  details,
  facts,
  ids,
  pause,
  paused,
  publish,
  published,
  resume,
  situation,
  started,
} from './testing/listingHistory.ts'

describe('publishing, pausing, resuming', () => {
  test('a draft goes live', () =>
    given(listing, started).when(publish, situation).thenEvents({ type: 'ListingPublished' }))
  const missing = [
    { code: 'description', detail: 'The listing has no description. Add one.', route: '/a' },
    { code: 'photos', detail: 'The listing needs 7 photos; 7 are missing.', route: '/b' },
  ] as const
  const incomplete = { ...situation, facts: { ...facts, goLive: missing } }
  test('an imported draft does not go live before it is complete, and the refusal lists what is missing', () => {
    for (const actor of [OWNER, ADMIN, GATEWAY, SCHEDULER, IMPORTER])
      given(listing, started)
        .when(publish, { ...incomplete, actor })
        .thenRefused(
          'PRECONDITION_FAILED',
          { unmet: missing.map(({ code, detail, route }) => ({ code, message: detail, fixRoute: route })) },
          { detail: 'The listing has no description. Add one. The listing needs 7 photos; 7 are missing.' },
        )
  })
  test('an import publishes a complete listing', () =>
    given(listing, started)
      .when(publish, { ...situation, actor: IMPORTER })
      .thenEvents({ type: 'ListingPublished' }))
  test('one that an import recorded as live before it was complete stays live', () => {
    given(listing, started, published)
      .when(publish, { ...incomplete, actor: IMPORTER })
      .thenNothing()
    given(listing, started, published, paused).when(resume, situation).thenEvents({ type: 'ListingResumed' })
  })
  test('a live one stays live', () =>
    given(listing, started, published).when(publish, situation).thenNothing())
  test('a paused one is resumed, not published', () =>
    given(listing, started, published, paused).when(publish, situation).thenRefused('INVALID_TRANSITION'))
  test('refuses an unknown listing', () => given(listing).when(publish, situation).thenRefused('NOT_FOUND'))
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

  test('is open until its last day if it was live when it was delisted', () => {
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
  test('goes live once every condition holds', () => {
    given(listing, drafted)
      .when(publish, { ...situation, facts: { ...facts, goLive: [problem] } })
      .thenRefused('PRECONDITION_FAILED', {
        unmet: [{ code: 'pricing', message: problem.detail, fixRoute: problem.route }],
      })
    given(listing, drafted)
      .when(publish, { ...situation, actor: IMPORTER, facts: { ...facts, goLive: [problem] } })
      .thenRefused('PRECONDITION_FAILED')
    given(listing, drafted).when(publish, situation).thenEvents({ type: 'ListingPublished' })
  })
  test('paused for a lapsed condition is resumed only once it holds again', () => {
    given(listing, drafted, published, paused)
      .when(resume, { ...situation, facts: { ...facts, goLive: [problem] } })
      .thenRefused('PRECONDITION_FAILED', { unmet: [{ code: 'pricing', fixRoute: problem.route }] })
    given(listing, drafted, published, paused).when(resume, situation).thenEvents({ type: 'ListingResumed' })
  })
  test('follows its onboarding’s stages until it is live', () => {
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
  test('under full service is delisted with 30 days’ notice, by staff immediately', () => {
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

describe('suspending and delisting', () => {
  const suspended = {
    type: 'ListingSuspended',
    data: { ...ids, reason: 'A safety inspection is open.' },
  } as const
  const suspend = { type: 'SuspendListing', data: { reason: suspended.data.reason } } as const
  const reinstate = { type: 'ReinstateListing', data: {} } as const
  const delist = { type: 'DelistListing', data: { reason: 'Sold', effectiveOn: '2026-06-20' } } as const

  test('a suspended listing returns to its former status', () => {
    given(listing, started, published).when(suspend, situation).thenEvents(suspended)
    given(listing, started, published, suspended)
      .when(reinstate, situation)
      .thenEvents({ type: 'ListingReinstated' })
    given(listing, started, published, paused, suspended, { type: 'ListingReinstated', data: ids })
      .when(resume, situation)
      .thenEvents({ type: 'ListingResumed' })
  })
  test('a suspended one can’t be resumed or published by its host', () => {
    given(listing, started, published, suspended).when(resume, situation).thenRefused('INVALID_TRANSITION')
    given(listing, started, published, suspended).when(publish, situation).thenRefused('INVALID_TRANSITION')
    given(listing, started).when(suspend, situation).thenRefused('INVALID_TRANSITION')
  })
  test('is delisted on a day after the last booked night', () => {
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
