import { expect, test } from 'vitest'
import type { RecordedEvent } from '../kernel/message.ts'
import type { Effect } from '../kernel/process.ts'
import { onboardingAccountProcess, onboardingProcess } from './processes.ts'
import type { CaseCommand, OnboardingProcessState } from './rules/caseEffects.ts'

const ID = '0f9a1d52-6f0e-5d34-9c1b-1f2c7c1f9b11'
const ACCOUNT = 'f99830bc-b32e-578d-b665-dfe370189583'
const AT = '2026-06-12T13:42:00.000Z'

let count = 0
const recorded = (stream: string, type: string, data: object = {}, at = AT): RecordedEvent => {
  count += 1
  return {
    id: `event-${count}`,
    stream,
    revision: 0n,
    type,
    data: { listingId: ID, hostAccountId: ACCOUNT, ...data },
    metadata: { occurredAt: at },
    position: { commit: 1n, prepare: 1n },
    recordedAt: at,
  }
}
const ofListing = (type: string, data: object = {}, at = AT) => recorded(`listing-${ID}`, type, data, at)
const ofCase = (type: string, data: object = {}, at = AT) => recorded(`onboarding-${ID}`, type, data, at)
const drafted = ofListing('ListingDrafted')

/** The effects of the last event. */
const after = (...events: readonly RecordedEvent[]): readonly Effect<CaseCommand>[] => {
  let state: OnboardingProcessState | undefined
  let last: readonly Effect<CaseCommand>[] = []
  for (const event of events) {
    expect(onboardingProcess.correlate(event)).toBe(ID)
    const [next, ...effects] = onboardingProcess.on(state, event)
    state = next
    last = effects
  }
  return last
}
const commands = (effects: readonly Effect<CaseCommand>[]) =>
  effects.flatMap((effect) => (effect.kind === 'command' ? [effect.type] : []))
const timers = (effects: readonly Effect<CaseCommand>[]) =>
  effects.flatMap((effect) => (effect.kind === 'timer' ? [`${effect.name} ${effect.at}`] : []))
const cancelled = (effects: readonly Effect<CaseCommand>[]) =>
  effects.flatMap((effect) => (effect.kind === 'cancel' ? [effect.name] : []))
const told = (effects: readonly Effect<CaseCommand>[]) =>
  effects.flatMap((effect) => (effect.kind === 'job' ? [effect.data['what']] : []))

const open = [drafted, ofCase('OnboardingOpened')]
const submitted = [...open, ofCase('OnboardingSubmitted')]
const approved = [...submitted, ofCase('OnboardingApproved')]
const live = [...approved, ofCase('OnboardingWentLive')]

test('gives a listing that goes live one address for the calendars of other platforms', () =>
  expect(after(...live)[0]).toMatchObject({
    kind: 'command',
    type: 'RotateIcalToken',
    data: { listingId: ID, unlessGiven: true },
  }))

test('opens the case of a draft under one id, and starts the idle timer', () => {
  const effects = after(drafted)
  expect(effects[0]).toMatchObject({
    kind: 'command',
    type: 'OpenOnboarding',
    id: ID,
    data: { hostAccountId: ACCOUNT },
  })
  expect(timers(effects)).toEqual([
    'idle-3 2026-06-16T08:00:00.000Z',
    'idle-10 2026-06-23T08:00:00.000Z',
    'idle-30 2026-07-13T08:00:00.000Z',
    'abandon 2026-08-12T08:00:00.000Z',
  ])
})

test('ignores a complete listing without a case', () =>
  expect(after(ofListing('ListingStarted'), ofListing('PricingChanged'))).toEqual([]))

test('keeps the listing’s status in line with the case', () => {
  const stageAfter = (events: readonly RecordedEvent[]) =>
    after(...events).flatMap((effect) =>
      effect.kind === 'command' && effect.type === 'MoveListing' ? [effect.data.stage] : [],
    )
  expect([open, submitted, [...submitted, ofCase('ChangesRequested')], approved].map(stageAfter)).toEqual([
    ['onboarding'],
    ['in_review'],
    ['onboarding'],
    ['ready'],
  ])
})

test('checks every change again, and sets timers once a day', () => {
  expect(after(...open, ofListing('ListingSectionChanged'))).toMatchObject([
    { type: 'RecheckOnboarding', id: ID },
  ])
  const nextDay = after(...open, ofListing('ListingSectionChanged', {}, '2026-06-13T00:10:00.000Z'))
  expect(timers(nextDay)[0]).toBe('idle-3 2026-06-17T08:00:00.000Z')
})

test('checks signatures, appointments and verified numbers as well', () => {
  for (const event of [
    recorded('agreement-x', 'AgreementCountersigned'),
    recorded('photoshoot-x', 'PhotoshootScheduled'),
    ofCase('ContactVerified'),
  ])
    expect(commands(after(...open, event))).toEqual(['RecheckOnboarding'])
})

test('does not remind a host who waits for staff', () =>
  expect(cancelled(after(...submitted))).toEqual(['idle-3', 'idle-10', 'idle-30', 'abandon']))

test('tries to publish after each change once approved, and marks a published listing live', () => {
  expect(commands(after(...approved))).toEqual(['MoveListing', 'PublishListing'])
  expect(commands(after(...approved, ofListing('PhotoAdded')))).toEqual([
    'RecheckOnboarding',
    'PublishListing',
  ])
  expect(commands(after(...approved, recorded(`calendar-${ID}`, 'BlockRemoved')))).toEqual(['PublishListing'])
  expect(commands(after(...approved, ofListing('ListingPublished')))).toEqual(['MarkLive'])
  expect(commands(after(...open, ofListing('PhotoAdded')))).toEqual(['RecheckOnboarding'])
})

test('announces a lapsed condition immediately, and pauses the listing later unless it is fixed', () => {
  const lapsed = ofCase('GoLiveConditionsLapsed', { problems: [], pauseAt: '2026-07-12T13:42:00.000Z' })
  const effects = after(...live, lapsed)
  expect(told(effects)).toEqual(['lapsed'])
  expect(effects[1]).toMatchObject({
    kind: 'timer',
    name: 'lapse',
    at: '2026-07-12T13:42:00.000Z',
    work: { type: 'PauseListing', id: ID },
  })
  expect(cancelled(after(...live, lapsed, ofCase('GoLiveConditionsRestored')))).toEqual(['lapse'])
})

test('pauses a listing after reinstatement when its time ended during the suspension', () => {
  const suspended = [
    ...live,
    ofCase('GoLiveConditionsLapsed', { problems: [], pauseAt: '2026-07-12T13:42:00.000Z' }),
    ofListing('ListingSuspended'),
  ]
  const reinstated = (at: string) => ofListing('ListingReinstated', {}, at)
  expect(after(...suspended, reinstated('2026-07-12T13:42:00.000Z'))).toMatchObject([
    { type: 'RecheckOnboarding' },
    { type: 'PauseListing', id: ID, data: { until: null } },
  ])
  expect(commands(after(...suspended, reinstated('2026-07-12T13:41:59.999Z')))).toEqual(['RecheckOnboarding'])
  expect(
    commands(after(...suspended, ofCase('GoLiveConditionsRestored'), reinstated('2026-08-01T00:00:00.000Z'))),
  ).toEqual(['RecheckOnboarding'])
})

test('announces a registration before it expires, and checks it on the day after', () => {
  expect(timers(after(...live, ofListing('RegistrationRecorded', { expiresOn: '2026-07-20' })))).toEqual([
    'registration-30 2026-06-20T08:00:00.000Z',
    'registration-7 2026-07-13T08:00:00.000Z',
    'registration-0 2026-07-21T12:00:00.000Z',
  ])
  expect(cancelled(after(...live, ofListing('RegistrationRecorded', { expiresOn: null })))).toEqual([
    'registration-60',
    'registration-30',
    'registration-7',
    'registration-0',
  ])
})

test('rechecks an expired registration under its own command id', () => {
  const ids = after(...live, ofListing('RegistrationRecorded', { expiresOn: '2026-07-20' })).flatMap(
    (effect) => {
      const work = effect.kind === 'timer' ? effect.work : effect
      return work.kind === 'command' && work.type === 'RecheckOnboarding' ? [work.commandId] : []
    },
  )
  expect([ids.length, new Set(ids).size]).toEqual([2, 2])
})

test('continues an abandoned case where it stopped', () => {
  expect(commands(after(...approved, ofCase('OnboardingAbandoned'), ofCase('OnboardingResumed')))).toEqual([
    'RecheckOnboarding',
    'PublishListing',
  ])
  const again = after(
    ...approved,
    ofCase('OnboardingAbandoned'),
    ofCase('OnboardingResumed'),
    ofListing('PhotoAdded'),
  )
  expect(commands(again)).toEqual(['RecheckOnboarding', 'PublishListing'])
})

test('ends with a delisted listing', () => {
  expect(commands(after(...open, ofListing('ListingDelisted')))).toEqual(['AbandonOnboarding'])
  expect(cancelled(after(...live, ofListing('ListingDelisted')))).toEqual([
    'idle-3',
    'idle-10',
    'idle-30',
    'abandon',
    'lapse',
    'registration-60',
    'registration-30',
    'registration-7',
    'registration-0',
  ])
  expect(after(...open, ofListing('ListingDelisted'), ofListing('PhotoAdded'))).toEqual([])
})

test('counts an account’s bank account for all of its listings', () => {
  const method = recorded(`payoutAccount-${ACCOUNT}`, 'PayoutMethodVerified')
  const [state] = onboardingAccountProcess.on(undefined, drafted)
  expect([drafted, method].map((event) => onboardingAccountProcess.correlate(event))).toEqual([
    ACCOUNT,
    ACCOUNT,
  ])
  const [, ...effects] = onboardingAccountProcess.on(state, method)
  expect(effects).toMatchObject([
    { type: 'RecheckOnboarding', id: ID },
    { type: 'PublishListing', id: ID },
  ])
  expect(
    onboardingAccountProcess.on(state, recorded(`payoutAccount-${ACCOUNT}`, 'ScheduleSet')),
  ).toHaveLength(1)
})
