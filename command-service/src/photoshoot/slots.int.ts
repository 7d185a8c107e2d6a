import { addHours, addMinutes } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import { PREPARATION, derivePhotoshootId, deriveShootDayId } from '@hearth/contracts/photoshoot'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accepted,
  command,
  openTestService,
  PEOPLE,
  rejected,
  readTypes,
  type TestService,
} from '../testing/fixture.ts'
import { ACCOUNT, HOUSE } from '../testing/house.ts'

const HOSTS = 100
/** Homes are made ready so many at a time. */
const CONCURRENCY = 10
const NOW = '2030-06-03T08:00:00.000Z'
/** Half past ten in Lisbon, ten days from then. */
const STARTS_AT = '2030-06-13T09:30:00.000Z'

let now = NOW
let stack: TestStack
let service: TestService
let hostAccountId: Id
const homes: Id[] = []

beforeAll(async () => {
  stack = await startTestStack()
  service = await openTestService(stack, { now: () => now })
  hostAccountId = accepted(await service.handle(command('OpenAccount', PEOPLE.importer, ACCOUNT))).id
  const patch = { geo: { lat: 38.71, lng: -9.14 }, pinConfirmed: true }
  const open = async () => {
    const { id } = accepted(
      await service.handle(command('StartListing', PEOPLE.importer, HOUSE, { hostAccountId })),
    )
    accepted(
      await service.handle(
        command(
          'UpdateListingSection',
          PEOPLE.importer,
          { section: 'location', baseVersion: 0, patch },
          { id },
        ),
      ),
    )
    return id
  }
  while (homes.length < HOSTS) homes.push(...(await Promise.all(Array.from({ length: CONCURRENCY }, open))))
})
afterAll(async () => {
  await service?.close()
  await stack?.stop()
})

const hold = (listingId: Id) =>
  command('HoldPhotoshootSlot', PEOPLE.owner(hostAccountId), { listingId, startsAt: STARTS_AT })
const confirm = (listingId: Id) =>
  command(
    'ConfirmPhotoshoot',
    PEOPLE.owner(hostAccountId),
    {
      access: { method: 'host_present', note: null },
      contactPhone: '+351912345678',
      checklistAccepted: [...PREPARATION],
    },
    { id: derivePhotoshootId(listingId) },
  )

test(
  'one of a hundred hosts holds a slot; after the hold expires another gets and keeps it',
  { timeout: 300_000 },
  async () => {
    const keys = homes.map(hold)
    const outcomes = await Promise.all(keys.map((envelope) => service.handle(envelope)))
    const winner = outcomes.findIndex(({ kind }) => kind !== 'rejected')
    const losers = outcomes.filter((_, index) => index !== winner).map((outcome) => rejected(outcome).code)
    expect(winner).toBeGreaterThanOrEqual(0)
    expect(new Set(losers)).toEqual(new Set(['NIGHTS_UNAVAILABLE']))
    expect(losers).toHaveLength(HOSTS - 1)
    const shootDay = `shootDay-${deriveShootDayId('n38w010', '2030-06-13')}`
    expect(await readTypes(service, shootDay)).toEqual(['ShootSlotClaimed'])

    // The same command again is the same answer.
    expect(accepted(await service.handle(keys[winner] as (typeof keys)[number])).kind).toBe('duplicate')

    now = addMinutes(NOW, 12)
    const other = homes[winner === 0 ? 1 : 0] ?? ''
    accepted(await service.handle(hold(other)))
    expect(rejected(await service.handle(confirm(homes[winner] ?? ''))).code).toBe('WINDOW_CLOSED')
    const booking = confirm(other)
    accepted(await service.handle(booking))
    expect(accepted(await service.handle(booking)).kind).toBe('duplicate')
    expect(await readTypes(service, shootDay)).toEqual([
      'ShootSlotClaimed',
      'ShootSlotClaimed',
      'ShootSlotKept',
    ])
    expect(await readTypes(service, `calendar-${other}`)).toEqual(['BlockCreated'])

    now = addHours(NOW, 24)
    expect(rejected(await service.handle(hold(homes[winner] ?? ''))).code).toBe('NIGHTS_UNAVAILABLE')

    const release = () =>
      service.handle({
        ...command('ReleaseShootNights', PEOPLE.importer, { listingId: other }),
        internal: true,
      })
    accepted(await release())
    expect(await readTypes(service, `calendar-${other}`)).toEqual(['BlockCreated'])
    accepted(
      await service.handle(
        command(
          'CancelPhotoshoot',
          PEOPLE.owner(hostAccountId),
          { reason: 'The painters are late.', feeMinor: 0 },
          { id: derivePhotoshootId(other) },
        ),
      ),
    )
    accepted(await release())
    expect(await readTypes(service, `calendar-${other}`)).toEqual(['BlockCreated', 'NightsReleased'])
  },
)
