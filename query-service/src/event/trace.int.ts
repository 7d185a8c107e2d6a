import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type Service } from '../testing/service.ts'

const AT = '2026-07-01T10:00:00.000Z'
const LATER = '2026-07-02T10:00:00.000Z'
const account = randomUUID()
const foreign = randomUUID()
const block = randomUUID()
const listing = randomUUID()
let service: Service
let as: Readonly<Record<'admin' | 'finance' | 'host', Awaited<ReturnType<Service['as']>>>>

beforeAll(async () => {
  service = await startService()
  const host = await service.addHost('host@vale.example', 'Hana', account, 'owner')
  await service.addStaff('admin@hearth.example', 'Alex', 'admin')
  await service.addStaff('finance@hearth.example', 'Finn', 'finance')
  const by = { tenantId: account, actorId: host, actorKind: 'host' }
  const opened = {
    displayName: 'Vale',
    timezone: 'UTC',
    country: 'PT',
    defaultCurrency: 'EUR',
    kind: 'individual',
  }
  await service.project([
    {
      ...by,
      at: AT,
      stream: `hostAccount-${account}`,
      type: 'AccountOpened',
      data: { hostAccountId: account, ...opened },
    },
    {
      ...by,
      at: LATER,
      stream: `hostAccount-${account}`,
      type: 'AccountRenamed',
      data: { hostAccountId: account, displayName: 'Vale Stays' },
    },
    {
      ...by,
      at: AT,
      stream: `calendar-${listing}`,
      type: 'BlockCreated',
      data: {
        blockId: block,
        listingId: listing,
        kind: 'maintenance',
        start: '2026-08-01',
        end: '2026-08-03',
        note: null,
        ownerStay: null,
      },
    },
    {
      ...by,
      at: LATER,
      stream: `calendar-${listing}`,
      type: 'BlockCreated',
      data: {
        blockId: randomUUID(),
        listingId: listing,
        kind: 'maintenance',
        start: '2026-08-10',
        end: '2026-08-11',
        note: null,
        ownerStay: null,
      },
    },
    {
      ...by,
      tenantId: foreign,
      at: AT,
      stream: `hostAccount-${foreign}`,
      type: 'AccountOpened',
      data: { hostAccountId: foreign, ...opened },
    },
  ])
  as = {
    admin: await service.as('admin@hearth.example'),
    finance: await service.as('finance@hearth.example'),
    host: await service.as('host@vale.example'),
  }
})
afterAll(() => service.stop())

const list = (filter: unknown) => `/api/events?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
type EventJson = Readonly<{ id: string; type: string; tenantId: string; correlationId: string }>
const read = async (path: string, who = as.admin) => (await who(path)).json() as Promise<EventJson[]>

describe('reading the log', () => {
  test('staff find events by account; a host finds none of another account', async () => {
    expect((await read(list({ tenantId: foreign }))).map(({ tenantId }) => tenantId)).toEqual([foreign])
    expect(await read(list({ tenantId: foreign }), as.host)).toEqual([])
    expect((await read(list({ tenantId: account }), as.host)).length).toBe(4)
  })

  test('shows a record as of an instant, from its own events', async () => {
    const nameAt = async (at: string) =>
      ((await (await as.admin(`/api/accounts/${account}?asOf=${at}`)).json()) as { displayName: string })
        .displayName
    expect([await nameAt(AT), await nameAt(LATER)]).toEqual(['Vale', 'Vale Stays'])
    const present = await (await as.host(`/api/blocks/${block}`)).json()
    expect(await (await as.host(`/api/blocks/${block}?asOf=${LATER}`)).json()).toEqual(present)
    expect((await as.host(`/api/blocks/${block}?asOf=2026-06-30T00:00:00Z`)).status).toBe(404)
    expect((await as.host(`/api/blocks/${block}?recordedBy=${LATER}`)).status).toBe(422)
    expect((await as.host(`/api/accounts/${foreign}?asOf=${LATER}`)).status).toBe(404)
  })

  test('says that the event store is away, and goes on without it where it is not needed', async () => {
    const [event] = await read(list({ tenantId: account }), as.host)
    const paths = [`/api/events/${event?.id}`, `/api/blocks/${block}?asOf=${LATER}`]
    service.eventStore.isAway = true
    for (const path of paths) {
      const answer = await as.host(path)
      expect([answer.status, answer.headers.has('retry-after'), await answer.json()]).toMatchObject([
        503,
        true,
        { code: 'DEPENDENCY_UNAVAILABLE' },
      ])
    }
    for (const path of [`/api/blocks/${block}`, list({ tenantId: account })])
      expect((await as.host(path)).status).toBe(200)
    service.eventStore.isAway = false
    for (const path of paths) expect((await as.host(path)).status).toBe(200)
  })

  test('a request’s trace is for staff; an unknown id is not found', async () => {
    expect((await as.host(`/api/traces/${randomUUID()}`)).status).toBe(403)
    expect((await as.admin(`/api/traces/${randomUUID()}`)).status).toBe(404)
    expect((await as.finance('/api/traces/%20')).status).toBe(404)
  })
})
