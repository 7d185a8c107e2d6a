import { zTimeline } from '@hearth/contracts/account/timeline'
import { zFeedHealthOverview } from '@hearth/contracts/ical-feed/feedHealth'
import { newId } from '@hearth/contracts/kernel/ids'
import { projections } from '@hearth/contracts/projections'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSchema } from '../testing/fillSchema.ts'
import { saveRow } from '../testing/miniProjector.ts'
import { startService, type Service } from '../testing/service.ts'
import { book, openAccount, startListing } from '../testing/stays.ts'

const [account, listing, feed] = [newId(), newId(), newId()]
const by = { tenantId: account, actorId: 'importer', actorKind: 'service', at: '2026-06-01T10:00:00.000Z' }
const stay = book({ listingId: listing, guestName: 'Noor B.', checkIn: '2026-07-20', nights: 3 }, by)
const JUNE = 'from=2026-06-01&to=2026-06-30'

let service: Service
let staff: Awaited<ReturnType<Service['as']>>
let staffId = ''

/** A calendar feed that has failed twice, as the projector and the fetcher leave it. */
const addFeed = async () => {
  const projection = projections.find(({ name }) => name === 'ical_feed')
  if (projection === undefined) throw new Error('No projection fills "ical_feed"')
  const row = fillSchema(projection.row, 'ical_feed', (field) =>
    field === 'listingId' ? listing : field === 'id' ? feed : field === 'health' ? 'failing' : undefined,
  )
  const last = { revision: 0n, position: { commit: 1n, prepare: 1n }, recordedAt: by.at }
  await saveRow(service.pool, projection, account, row as { id: string }, last)
  await service.pool.query(
    `
      insert into app.feed_check (feed_id, added_at, next_at, tried_at, checked_at)
      values ($1, '2026-06-01', '2026-06-02T11:00Z', '2026-06-02T10:00Z', '2026-06-01T10:00Z')`,
    [feed],
  )
}

beforeAll(async () => {
  service = await startService()
  staffId = await service.addStaff('joan@example.test', 'Joan M.', 'support')
  await service.addHost('owner@example.test', 'Olga Owner', account, 'owner')
  await service.project([
    openAccount(account, 'Vale Stays', by),
    ...startListing(listing, 'Alfama Terrace', by),
    ...stay.events,
    {
      ...by,
      at: '2026-06-03T10:00:00.000Z',
      stream: `audit-${account}`,
      type: 'StaffLooked',
      data: {
        hostAccountId: account,
        staffUserId: staffId,
        staffName: 'Joan M.',
        looks: [{ at: by.at, resource: 'bookings', recordIds: [stay.id] }],
      },
    },
  ])
  await addFeed()
  staff = await service.as('joan@example.test')
})
afterAll(async () => {
  await service?.stop()
})

test('shows staff what happened in an account, the newest first, with who opened it', async () => {
  const read = async (query: string) =>
    zTimeline.parse(await (await staff(`/api/accounts/${account}/timeline?${query}`)).json())
  const { entries, next } = await read(JUNE)
  expect(next).toBeNull()
  expect(entries[0]).toMatchObject({
    kind: 'accesses',
    text: 'Staff opened bookings.',
    who: { id: staffId, kind: 'you' },
  })
  expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['account', 'listings', 'bookings']))
  expect((await read(`${JUNE}&kinds=bookings`)).entries).toMatchObject([
    { type: 'BookingConfirmed', stream: `booking-${stay.id}`, currency: 'EUR' },
  ])
  const older = await read(`${JUNE}&before=${entries[0]?.at}_${entries[0]?.id}`)
  expect(older.entries.map(({ id }) => id)).toEqual(entries.slice(1).map(({ id }) => id))
})

test('is for staff, for a known account, and for a year at most', async () => {
  const status = async (reader: typeof staff, id: string, query: string) =>
    (await reader(`/api/accounts/${id}/timeline?${query}`)).status
  const owner = await service.as('owner@example.test')
  expect(await status(owner, account, JUNE)).toBe(403)
  expect(await status(staff, newId(), JUNE)).toBe(404)
  expect(await status(staff, account, 'from=2026-06-30&to=2026-06-01')).toBe(400)
  expect(await status(staff, account, 'from=2025-01-01&to=2026-06-01')).toBe(422)
  expect(await status(staff, account, `${JUNE}&kinds=gossip`)).toBe(422)
})

test('shows staff which calendar feeds fail, and when they are tried again', async () => {
  const read = async (query: string) =>
    zFeedHealthOverview.parse(await (await staff(`/api/feed-health?${query}`)).json())
  expect(await read('')).toMatchObject({
    total: 1,
    feeds: [
      {
        id: feed,
        health: 'failing',
        listingTitle: 'Alfama Terrace',
        hostName: 'Vale Stays',
        checkedAt: '2026-06-01T10:00:00.000Z',
        nextAt: '2026-06-02T11:00:00.000Z',
      },
    ],
  })
  expect(await read('health=ok')).toMatchObject({ total: 0, feeds: [] })
})
