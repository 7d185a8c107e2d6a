import { newId } from '@hearth/contracts/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startService, type Service } from '../testing/service.ts'
import { openAccount } from '../testing/stays.ts'

const [account, elsewhere] = [newId(), newId()]
const zRows = z.array(z.looseObject({ id: z.string(), name: z.string() }))
const at = '2026-07-01T10:00:00.000Z'

let service: Service
const ids = new Map<string, string>()

const saveView = (tenantId: string, ownerId: string, name: string, data: object) => {
  const viewId = newId()
  ids.set(name, viewId)
  return {
    tenantId,
    actorId: ownerId,
    actorKind: 'host',
    at,
    stream: `savedView-${tenantId}`,
    type: 'ViewSaved',
    data: {
      viewId,
      hostAccountId: tenantId,
      list: 'bookings',
      name,
      ownerId,
      shared: false,
      position: ids.size,
      filter: {},
      order: { field: 'checkIn', direction: 'ASC' },
      columns: null,
      needs: [],
      listingIds: null,
      ...data,
    },
  }
}

beforeAll(async () => {
  service = await startService()
  const olga = await service.addHost('olga@example.test', 'Olga Owner', account, 'owner')
  const ben = await service.addHost('ben@example.test', 'Ben Cohost', account, 'cohost_full')
  await service.addHost('cal@example.test', 'Cal Endar', account, 'cohost_calendar')
  const tess = await service.addHost('tess@example.test', 'Tess Other', elsewhere, 'owner')
  await service.addStaff('ada@example.test', 'Ada Admin', 'admin')
  const by = { actorId: olga, actorKind: 'host', at }
  await service.project([
    openAccount(account, 'View Stays', by),
    openAccount(elsewhere, 'Other Stays', by),
    saveView(account, olga, 'of Olga', {}),
    saveView(account, olga, 'shared', { shared: true }),
    saveView(account, olga, 'shared amounts', { shared: true, needs: ['booking.money'] }),
    saveView(account, ben, 'of Ben', {}),
    saveView(account, ben, 'removed', {}),
    saveView(elsewhere, tess, 'of Tess', { shared: true }),
    {
      tenantId: account,
      actorId: ben,
      actorKind: 'host',
      at,
      stream: `savedView-${account}`,
      type: 'ViewRemoved',
      data: { viewId: ids.get('removed') },
    },
  ])
})
afterAll(() => service.stop())

const names = async (email: string) => {
  const answer = await (await service.as(email))('/api/saved-views')
  return zRows.parse(await answer.json()).map(({ name }) => name)
}

test('each person sees their own views, and the shared ones that they may read in full', async () => {
  expect(await names('olga@example.test')).toEqual(['of Olga', 'shared', 'shared amounts'])
  expect(await names('ben@example.test')).toEqual(['shared', 'shared amounts', 'of Ben'])
  expect(await names('cal@example.test')).toEqual(['shared'])
  expect(await names('tess@example.test')).toEqual(['of Tess'])
})

test('a view of another person answers like an unknown one', async () => {
  const ben = await service.as('ben@example.test')
  const read = async (id: string | undefined) => {
    const answer = await ben(`/api/saved-views/${id ?? ''}`)
    return { status: answer.status, text: (await answer.text()).replaceAll(id ?? '', '') }
  }
  const unknown = await read(newId())
  expect(unknown.status).toBe(404)
  for (const name of ['of Olga', 'of Tess', 'removed']) expect(await read(ids.get(name))).toEqual(unknown)
  expect((await read(ids.get('shared'))).status).toBe(200)
})

test('the history of an account leaves views out, and staff have none', async () => {
  const filter = encodeURIComponent(JSON.stringify({ stream: `savedView-${account}` }))
  const events = await (await service.as('olga@example.test'))(`/api/events?filter=${filter}`)
  expect(await events.json()).toEqual([])
  expect((await (await service.as('ada@example.test'))('/api/saved-views')).status).toBe(403)
})
