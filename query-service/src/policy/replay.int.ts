import { computeCancellation } from '@hearth/contracts/booking'
import { newId } from '@hearth/contracts/kernel/ids'
import { FIRST_POLICIES, zPolicyReplay } from '@hearth/contracts/policy'
import { confirmedStay } from '@hearth/contracts/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type Service } from '../testing/service.ts'
import { book, openAccount, startListing } from '../testing/stays.ts'

const [account, listing] = [newId(), newId()]
const NOW = '2026-09-10T12:00:00.000Z'
const by = { tenantId: account, actorId: 'importer', actorKind: 'service', at: '2026-05-01T10:00:00.000Z' }
const stay = book({ listingId: listing, guestName: 'Noor B.', checkIn: '2026-08-20', nights: 3 }, by)
const CANCELED_AT = '2026-08-16T14:00:00.000Z'
const { body } = FIRST_POLICIES.cancellation
const { moderate } = body
if (moderate === undefined) throw new Error('No policy "moderate"')

const ofPolicy = (type: string, version: number, terms: typeof body, by_: object) => ({
  ...by,
  tenantId: '',
  stream: 'policy-cancellation',
  type,
  data: {
    name: 'cancellation',
    version,
    effectiveFrom: by.at,
    body: terms,
    reason: 'A reason of twenty signs',
    ...by_,
  },
})
const cancel = () => {
  const confirmed = confirmedStay(stay.events.find(({ type }) => type === 'BookingConfirmed')?.data ?? {})
  const outcome = computeCancellation(confirmed.money, confirmed.snapshot, CANCELED_AT, 'guest', by.at)
  return {
    ...by,
    at: CANCELED_AT,
    stream: `booking-${stay.id}`,
    type: 'BookingCancelled',
    data: { bookingId: stay.id, listingId: listing, reason: 'guest', outcome },
  }
}

let service: Service
beforeAll(async () => {
  service = await startService()
  service.clock.now = Date.parse(NOW)
  await service.project([
    openAccount(account, 'Vale Stays', by),
    ...startListing(listing, 'Alfama Terrace', by),
    ...stay.events,
    cancel(),
    ofPolicy('PolicyVersionPublished', 1, body, { publishedBy: 'a' }),
    // All back from 4 days on instead of 5.
    ofPolicy(
      'PolicyVersionProposed',
      2,
      { ...body, moderate: { ...moderate, tiers: [{ minHours: 96, nightsBps: 10_000 }] } },
      { proposedBy: 'a' },
    ),
  ])
  await service.addStaff('ada@example.test', 'Ada Admin', 'admin')
  await service.addHost('owner@example.test', 'Olga Owner', account, 'owner')
})
afterAll(async () => {
  await service?.stop()
})

test('shows staff what another version would have made of a cancellation, and changes nothing', async () => {
  const admin = await service.as('ada@example.test')
  const read = async (query: string) => {
    const answer = await admin(`/api/policy-replay?from=2026-08-01&to=2026-08-31&${query}`)
    expect(answer.status).toBe(200)
    return zPolicyReplay.parse(await answer.json())
  }
  const replay = await read('version=2')
  expect(replay).toMatchObject({
    state: 'proposed',
    currency: 'EUR',
    total: {
      cancellations: 1,
      differing: 1,
      was: { guestMinor: 15_000, hearthMinor: 3_100, hostMinor: 16_900 },
      would: { guestMinor: 35_000, hearthMinor: 0, hostMinor: 0 },
    },
    hosts: [
      { name: 'Vale Stays', differing: 1, stays: [{ guestName: 'Noor B.', listingTitle: 'Alfama Terrace' }] },
    ],
    changes: [{ code: 'moderate' }],
    check: { holds: true },
  })
  expect(await read('version=1')).toMatchObject({ total: { differing: 0 }, changes: [] })
  expect((await read(`version=1&hostAccountId=${newId()}`)).total.cancellations).toBe(0)
  for (const [query, status] of [
    ['version=9&from=2026-08-01&to=2026-08-31', 404],
    ['version=2&from=2026-08-31&to=2026-08-01', 400],
  ] as const)
    expect((await admin(`/api/policy-replay?${query}`)).status).toBe(status)
  const owner = await service.as('owner@example.test')
  expect((await owner('/api/policy-replay?version=2&from=2026-08-01&to=2026-08-31')).status).toBe(403)
})
