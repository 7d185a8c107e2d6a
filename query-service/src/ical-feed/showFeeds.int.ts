import { newId } from '@hearth/contracts/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type Service } from '../testing/service.ts'
import { openAccount } from '../testing/stays.ts'

const [account, feedId, listingId] = [newId(), newId(), newId()]
const entries = [{ title: 'Family Moreau', date: '2027-06-10', problem: 'time_zone' }]

let service: Service
beforeAll(async () => {
  service = await startService()
  const owner = await service.addHost('fia@example.test', 'Fia Feeds', account, 'owner')
  await service.addHost('cal@example.test', 'Cal Endar', account, 'cohost_calendar')
  const by = { tenantId: account, actorId: owner, actorKind: 'host', at: '2026-07-01T10:00:00.000Z' }
  const happened = (type: string, data: object) => ({
    ...by,
    stream: `icalFeed-${feedId}`,
    type,
    data: { feedId, hostAccountId: account, ...data },
  })
  await service.project([
    openAccount(account, 'Feed Stays', by),
    happened('FeedAdded', {
      listingId,
      name: 'Airbnb',
      source: 'www.airbnb.com',
      url: 'https://www.airbnb.com/1.ics',
    }),
    happened('FeedEntriesNotUnderstood', { total: 41, count: 1, entries, notify: true }),
  ])
})
afterAll(() => service.stop())

const readFeed = async (email: string) =>
  (await (await service.as(email))(`/api/ical-feeds/${feedId}`)).json() as Promise<Record<string, unknown>>

test('a feed shows the titles of entries that are not understood to those who see guests', async () => {
  expect(await readFeed('fia@example.test')).toMatchObject({ unread: 1, total: 41, unreadEntries: entries })
  expect(await readFeed('cal@example.test')).toMatchObject({ unread: 1, total: 41, unreadEntries: null })
})

test('its row keeps them sealed', async () => {
  const { rows } = await service.pool.query<{ row: string }>('select f::text as row from read.ical_feed f')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain('Moreau')
})
