import { deriveId } from '@hearth/contracts/kernel/ids'
import { REGISTRATION_SCHEMES, type ListingCommand } from '@hearth/contracts/listing'
import {
  createAddress,
  listGoLiveSteps,
  listRoomsToShow,
  type GoLiveStep,
} from '@hearth/contracts/listing/goLiveSteps'
import { expect, test } from 'vitest'
import { IMPORTER } from '../testing/given.ts'
import { ACCOUNT, HOUSE } from '../testing/house.ts'
import { createWorld } from '../testing/world.ts'
import { listingFold } from './listing.state.ts'

const TENANT = deriveId('test', 'tenant')
const ID = deriveId('test', 'listing')
const verified = { verifiedBy: 'The register', verifiedOn: '2026-06-11' } as const
const method = {
  currency: 'EUR',
  holderName: 'Casa Sol',
  bankName: null,
  bank: { type: 'sepa', iban: 'DE89370400440532013000' },
}

/** A world with an imported account and listing. */
const importListing = async (details: object = {}) => {
  const world = createWorld()
  const base = { actor: IMPORTER, tenantId: TENANT, now: '2026-06-12T09:00:00.000Z' }
  const send = (id: string, type: string, data: object, name = type) =>
    world.send({ ...base, id, type, data, commandId: deriveId('test', name) })
  await send(TENANT, 'OpenAccount', ACCOUNT)
  await send(ID, 'StartListing', { ...HOUSE, ...details })
  return {
    addBank: () => send(TENANT, 'ImportPayoutMethod', method),
    sendStep: ({ name, type, data }: GoLiveStep) => send(ID, type, data, name),
    status: () => world.stateOf(listingFold, ID).status,
  }
}

const listSteps = (country: string, bedrooms: number = HOUSE.bedrooms): readonly GoLiveStep[] =>
  listGoLiveSteps({
    address: createAddress(country, 'Porto', 'Rua da Bica 4'),
    bedrooms,
    photoIds: listRoomsToShow(bedrooms).map((room) => deriveId('test', room)),
    verified,
  })

const COUNTRIES = Object.values(REGISTRATION_SCHEMES).flatMap(({ country }) =>
  country === null || country === 'JP' ? [] : [country],
)

test.for([
  ...COUNTRIES.map((country) => [country, 2] as const),
  ['PT', 0] as const,
  ['PT', 12] as const,
  ['IE', 1] as const,
])('the steps of an import bring a listing live: %s, bedrooms: %s', async ([country, bedrooms]) => {
  const { addBank, sendStep, status } = await importListing({ bedrooms })
  expect(await addBank()).toMatchObject({ ok: true })
  for (const step of listSteps(country, bedrooms))
    expect(await sendStep(step), step.name).toMatchObject({ ok: true })
  expect(status()).toBe('live')
})

/** What each kind of step provides; without it, publishing names this. */
const NEEDS: readonly (readonly [code: string, isLeftOut: (step: GoLiveStep) => boolean])[] = [
  ['description', ({ name }) => name === 'description'],
  ['essentials', ({ name }) => name === 'amenities'],
  ['smoke_alarm', ({ name }) => name === 'safety'],
  ['photos', ({ type }) => type === 'AddListingPhoto'],
  ['registration', ({ type }) => type === ('ImportRegistration' satisfies ListingCommand['type'])],
]

test.for(NEEDS)('an import without %s is refused, and the refusal names it', async ([code, isLeftOut]) => {
  const { addBank, sendStep, status } = await importListing()
  await addBank()
  const decisions = []
  for (const step of listSteps('PT')) if (!isLeftOut(step)) decisions.push(await sendStep(step))
  expect(decisions.at(-1)).toMatchObject({
    code: 'PRECONDITION_FAILED',
    facts: { unmet: expect.arrayContaining([expect.objectContaining({ code })]) },
  })
  expect(status()).toBe('draft')
})

test('an import without a verified bank account is refused', async () => {
  const { sendStep, status } = await importListing()
  const decisions = []
  for (const step of listSteps('PT')) decisions.push(await sendStep(step))
  expect(decisions.at(-1)).toMatchObject({
    code: 'PRECONDITION_FAILED',
    facts: { unmet: [{ code: 'payout_method', fixRoute: '/onboarding/payout-settings' }] },
  })
  expect(status()).toBe('draft')
})
