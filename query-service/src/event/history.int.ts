import { zHistory } from '@hearth/contracts/event'
import { newId } from '@hearth/contracts/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type Service } from '../testing/service.ts'
import { openAccount, startListing } from '../testing/stays.ts'

const [account, listing] = [newId(), newId()]
const by = { tenantId: account, actorId: 'importer', actorKind: 'service', at: '2026-05-01T10:00:00.000Z' }
const blockedAt = (at: string, start: string, end: string) => ({
  ...by,
  at,
  stream: `calendar-${listing}`,
  type: 'BlockCreated',
  data: {
    listingId: listing,
    blockId: newId(),
    kind: 'maintenance',
    start,
    end,
    note: null,
    ownerStay: null,
  },
})

let service: Service
beforeAll(async () => {
  service = await startService()
  await service.project([
    openAccount(account, 'Vale Stays', by),
    ...startListing(listing, 'Alfama Terrace', by),
    blockedAt('2026-06-01T10:00:00.000Z', '2026-07-01', '2026-07-03'),
    // Recorded last, by an import, but it happened before the others.
    blockedAt('2026-04-01T10:00:00.000Z', '2026-08-01', '2026-08-03'),
  ])
  await service.addHost('owner@example.test', 'Olga Owner', account, 'owner')
})
afterAll(() => service?.stop())

test('the history of a listing and its calendar is one, ordered by when things happened', async () => {
  const owner = await service.as('owner@example.test')
  const answer = await owner(`/api/listings/${listing}/history`)
  const { entries } = zHistory.parse(await answer.json())
  const times = entries.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(times[0]).toBe('2026-06-01T10:00:00.000Z')
  expect(times.at(-1)).toBe('2026-04-01T10:00:00.000Z')
})
