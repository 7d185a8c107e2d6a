import { deriveAgreementId, ESIGN_CONSENT_VERSION } from '@hearth/contracts/agreement'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { idOfStream, type Actor, type Message } from '@hearth/contracts/kernel/message'
import type { Effect, SystemCommand } from '@hearth/contracts/kernel/process'
import { ONBOARDING_STEPS, STEPS, type OnboardingRow } from '@hearth/contracts/onboarding'
import { onboardingAccountProcess, onboardingProcess } from '@hearth/contracts/onboarding/processes'
import { onboardingProjection } from '@hearth/contracts/onboarding/projections'
import { completeFacts } from '@hearth/contracts/testing'
import { expect, test } from 'vitest'
import { agreement } from '../agreement/agreement.decider.ts'
import { listing } from '../listing/listing.decider.ts'
import { ADMIN, IMPORTER, SCHEDULER } from '../testing/given.ts'
import { createWorld } from '../testing/world.ts'

const NOW = '2026-06-12T13:42:00.000Z'
const ACCOUNT = deriveId('journey', 'account')
const ADA = deriveId('journey', 'ada')
const HOST: Actor = { id: ADA, kind: 'host', role: 'owner', name: 'Ada Vale' }

/**
 * The deciders of everything, and the process managers of onboarding behind them; timers and mail stay away.
 */
const startJourney = () => {
  const world = createWorld()
  const managers = [onboardingProcess, onboardingAccountProcess]
  const states = new Map<string, unknown>()
  let seen = world.log.length
  let count = 0

  const react = (): SystemCommand[] => {
    const commands: SystemCommand[] = []
    for (; seen < world.log.length; seen += 1) {
      const event = world.log[seen]
      for (const { name, correlate, on } of managers) {
        const instance = event && correlate(event)
        if (event === undefined || instance === undefined) continue
        const [state, ...effects] = on(states.get(`${name}/${instance}`) as never, event) as readonly [
          unknown,
          ...Effect<Message>[],
        ]
        states.set(`${name}/${instance}`, state)
        commands.push(...effects.filter((effect) => effect.kind === 'command'))
      }
    }
    return commands
  }
  const settle = async () => {
    for (let commands = react(); commands.length > 0; commands = react())
      for (const { type, id, data, commandId } of commands)
        await world.send({
          type,
          data,
          commandId,
          actor: SCHEDULER,
          tenantId: ACCOUNT,
          now: NOW,
          ...(id === undefined ? {} : { id }),
        })
  }
  const act = async (actor: Actor, type: string, data: object, id?: string, now = NOW) => {
    count += 1
    const decision = await world.send({
      type,
      data,
      actor,
      tenantId: ACCOUNT,
      now,
      commandId: deriveId('journey', String(count)),
      ...(id === undefined ? {} : { id }),
    })
    await settle()
    return decision
  }
  const row = (listingId: string) =>
    world.log.reduce<OnboardingRow | undefined>(
      (before, event) =>
        onboardingProjection.keys(event).includes(listingId)
          ? onboardingProjection.fold(before, event, listingId)
          : before,
      undefined,
    )
  return { ...world, act, row }
}

const PRICING = {
  baseNightMinor: 12_000,
  weekendNightMinor: null,
  weekdayOverrides: [],
  dateOverrides: [],
  weeklyDiscountBps: 0,
  monthlyDiscountBps: 0,
  cleaningFeeMinor: 0,
  petFeeMinor: 0,
  extraGuest: null,
}
const METHOD = {
  currency: 'EUR',
  holderName: 'Ada Vale',
  bankName: null,
  bank: { type: 'sepa', iban: 'DE89370400440532013000' },
}

const { location, contact, ...answers } = completeFacts.sections
const { propertyType, relationship, consentToList, ...kind } = answers.type ?? {}

/** A listing that is drafted and answered in full, by its first owner. */
const answered = async () => {
  const journey = startJourney()
  const { act, log } = journey
  const done = async (actor: Actor, command: string, data: object, id?: string) =>
    expect(await act(actor, command, data, id), command).toMatchObject({ ok: true })
  await done(
    IMPORTER,
    'OpenAccount',
    {
      displayName: 'Vale Stays',
      kind: 'individual',
      country: 'PT',
      defaultCurrency: 'EUR',
      timezone: 'Europe/Lisbon',
    },
    ACCOUNT,
  )
  await done(
    IMPORTER,
    'ImportMember',
    { role: 'owner', listingIds: null, userId: ADA, name: 'Ada Vale', email: 'ada@example.com' },
    ACCOUNT,
  )
  await done(
    HOST,
    'ChangeLegalIdentity',
    {
      kind: 'individual',
      country: 'PT',
      legalName: 'Ada Vale',
      legalAddress: 'Rua das Flores 12, Lisboa',
      companyNumber: null,
    },
    ACCOUNT,
  )
  await done(HOST, 'DraftListing', {
    address: location?.address,
    geo: location?.geo,
    geoAccuracyMeters: 20,
    pinConfirmed: true,
    propertyType,
    bedrooms: 1,
    relationship,
    consentToList,
    feeModel: 'self_managed',
  })
  const id = idOfStream(log.find((event) => event.type === 'ListingDrafted')?.stream ?? '')
  for (const [section, patch] of Object.entries({ ...answers, type: kind, contact }))
    if (section !== 'description')
      await done(
        HOST,
        'UpdateListingSection',
        { section, patch, baseVersion: section === 'type' || section === 'info' ? 1 : 0 },
        id,
      )
  return { ...journey, id, done }
}

/** The whole way, looked at at every turn. */
const live = async () => {
  const journey = await answered()
  const { act, done, id, row, stateOf } = journey
  expect([row(id)?.state, stateOf(listing, id).status]).toEqual(['started', 'onboarding'])

  for (const which of ['primary', 'backup'] as const) {
    await done(HOST, 'SendContactCode', { contact: which }, id)
    await done(HOST, 'VerifyContact', { contact: which, code: '123456' }, id)
  }
  expect(await act(HOST, 'CompleteStep', { step: 'info' }, id)).toMatchObject({
    code: 'PRECONDITION_FAILED',
    facts: { unmet: [{ code: 'registration_missing' }] },
  })
  await done(
    HOST,
    'RecordRegistration',
    { scheme: 'pt_al', number: '12345/AL', expiresOn: null, documentFileId: null, landRegistryNumber: null },
    id,
  )
  for (const step of ONBOARDING_STEPS.filter((one) => STEPS[one].completedBy === 'host'))
    await done(HOST, 'CompleteStep', { step }, id)
  expect(row(id)).toMatchObject({
    state: 'in_progress',
    progress: 67,
    nextStep: 'payoutSettings',
    waitingFor: 'host',
  })

  await done(HOST, 'GenerateAgreement', {
    listingId: id,
    model: 'self_managed',
    signers: [],
    authorityFileId: null,
    terms: null,
  })
  const agreementId = deriveAgreementId(id)
  const documentSha256 = stateOf(agreement, agreementId)?.documentSha256
  await done(HOST, 'ViewAgreement', { scrolledToEnd: true, documentSha256 }, agreementId)
  await done(
    HOST,
    'GiveEsignConsent',
    { consentTextVersion: ESIGN_CONSENT_VERSION, documentSha256 },
    agreementId,
  )
  await done(
    HOST,
    'SignAgreement',
    { typedName: 'ada vale', intentChecked: true, documentSha256 },
    agreementId,
  )
  expect(row(id)?.steps.find(({ step }) => step === 'agreement')).toMatchObject({
    state: 'waiting',
    awaits: 'staff',
  })
  await done(ADMIN, 'CountersignAgreement', { documentSha256 }, agreementId)
  await done(IMPORTER, 'ImportPayoutMethod', METHOD, ACCOUNT)
  await done(
    ADMIN,
    'MarkStepNotApplicable',
    { step: 'photoshoot', reason: 'The host has professional photos.' },
    id,
  )
  expect(row(id)).toMatchObject({ progress: 97, nextStep: null })

  await done(HOST, 'SubmitForReview', {}, id)
  expect([row(id)?.waitingFor, stateOf(listing, id).status]).toEqual(['staff', 'in_review'])
  expect(await act(ADMIN, 'ApproveOnboarding', {}, id)).toMatchObject({ code: 'PRECONDITION_FAILED' })
  await done(
    ADMIN,
    'RequestChanges',
    { items: [{ step: 'parking', field: '/parking/type', comment: 'Is there really none?' }] },
    id,
  )
  expect([row(id)?.state, row(id)?.nextStep, stateOf(listing, id).status]).toEqual([
    'changes_requested',
    'parking',
    'onboarding',
  ])
  await done(HOST, 'CompleteStep', { step: 'parking' }, id)
  await done(HOST, 'SubmitForReview', {}, id)
  await done(
    ADMIN,
    'UpdateListingSection',
    { section: 'description', patch: answers.description, baseVersion: 0 },
    id,
  )
  await done(ADMIN, 'SetPricing', { pricing: PRICING }, id)
  await done(ADMIN, 'VerifyRegistration', {}, id)
  await done(ADMIN, 'ApproveOnboarding', {}, id)
  expect([row(id)?.state, row(id)?.progress, stateOf(listing, id).status]).toEqual(['approved', 100, 'ready'])

  for (let n = 1; n <= 7; n += 1)
    await done(
      HOST,
      'AddListingPhoto',
      { fileId: deriveId('journey', 'photo', String(n)), caption: '', room: n === 1 ? 'bedroom_1' : null },
      id,
    )
  expect([row(id)?.state, stateOf(listing, id).status]).toEqual(['live', 'live'])
  return journey
}

test('leads from the first answer to a live listing that publishes itself', async () => {
  const { log } = await live()
  expect(
    log
      .filter(({ type }) => type === 'ListingStageChanged')
      .map(({ data }) => (data as { after: string }).after),
  ).toEqual(['onboarding', 'in_review', 'onboarding', 'in_review', 'ready'])
  expect(log.slice(-4).map(({ type }) => type)).toEqual([
    'PhotoAdded',
    'ListingPublished',
    'OnboardingWentLive',
    'IcalTokenRotated',
  ])
})

test('reopens a step when its data is removed; a new phone number must be verified', async () => {
  const { done, id, row } = await answered()
  const lineOf = (step: string) => row(id)?.steps.find((line) => line.step === step)
  const stateOfStep = (step: string) => lineOf(step)?.state
  expect(lineOf('sleep')?.changedAt).toBeNull()
  await done(HOST, 'CompleteStep', { step: 'sleep' }, id)
  expect(lineOf('sleep')).toMatchObject({ state: 'complete', changedAt: NOW })
  await done(HOST, 'UpdateListingSection', { section: 'info', patch: { maxGuests: 6 }, baseVersion: 2 }, id)
  expect([stateOfStep('sleep'), row(id)?.nextStep]).toEqual(['needs_changes', 'sleep'])
  await done(HOST, 'RevertListingSection', { section: 'info', toVersion: 2 }, id)
  expect(stateOfStep('sleep')).toBe('complete')

  await done(HOST, 'SendContactCode', { contact: 'primary' }, id)
  await done(HOST, 'VerifyContact', { contact: 'primary', code: '123456' }, id)
  expect(row(id)?.contacts.primary.verified).toBe(true)
  await done(
    HOST,
    'UpdateListingSection',
    {
      section: 'contact',
      patch: { primary: { name: 'Ada', phone: '+351910000009', hours: null } },
      baseVersion: 1,
    },
    id,
  )
  expect(row(id)?.contacts.primary.verified).toBe(false)
})

test('warns once when a live listing loses its bank account, until there is one again', async () => {
  const { done, id, row, log } = await live()
  const { methodId } = (log.find((event) => event.type === 'PayoutMethodAdded')?.data ?? {}) as {
    methodId?: string
  }
  await done(HOST, 'RemovePayoutMethod', { methodId }, ACCOUNT)
  expect(row(id)).toMatchObject({
    state: 'live',
    waitingFor: 'host',
    lapsed: [{ code: 'payout_method' }],
    pauseAt: '2026-07-12T13:42:00.000Z',
    nextDate: '2026-07-12T13:42:00.000Z',
  })
  await done(HOST, 'CompleteStep', { step: 'parking' }, id)
  expect(log.filter(({ type }) => type === 'GoLiveConditionsLapsed')).toHaveLength(1)
  await done(IMPORTER, 'ImportPayoutMethod', METHOD, ACCOUNT)
  expect(row(id)).toMatchObject({ state: 'live', waitingFor: 'nobody', lapsed: [], pauseAt: null })
})

test('counts the thirty days of a lapse during a pause, and resumes when it is fixed', async () => {
  const { act, done, id, row, log, stateOf } = await live()
  const { methodId } = (log.find((event) => event.type === 'PayoutMethodAdded')?.data ?? {}) as {
    methodId?: string
  }
  await done(HOST, 'RemovePayoutMethod', { methodId }, ACCOUNT)
  await done(HOST, 'PauseListing', { until: null, reason: 'Painting' }, id)
  await done(HOST, 'UpdateListingSection', { section: 'parking', patch: { spaces: 1 }, baseVersion: 1 }, id)
  expect(row(id)).toMatchObject({ lapsed: [{ code: 'payout_method' }], pauseAt: '2026-07-12T13:42:00.000Z' })
  expect(await act(HOST, 'ResumeListing', {}, id, '2026-07-12T13:42:00.000Z')).toMatchObject({
    code: 'PRECONDITION_FAILED',
    facts: { unmet: [{ code: 'payout_method', fixRoute: '/onboarding/payout-settings' }] },
  })
  await done(HOST, 'ResumeListing', {}, id)
  await done(HOST, 'PauseListing', { until: null, reason: 'Painting' }, id)
  await done(IMPORTER, 'ImportPayoutMethod', METHOD, ACCOUNT)
  expect(await act(HOST, 'ResumeListing', {}, id, '2026-07-12T13:42:00.000Z')).toMatchObject({ ok: true })
  expect([row(id)?.lapsed, stateOf(listing, id).status]).toEqual([[], 'live'])
})
