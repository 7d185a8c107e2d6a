import { newId } from '@hearth/contracts/kernel/ids'
import { storeDataExport } from '../testing/dataExport.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type Service } from '../testing/service.ts'
import { openAccount } from '../testing/stays.ts'

let service: Service
const [ours, theirs] = [newId(), newId()]
const people = { ana: 'ana@vale.example', tom: 'tom@vale.example', ines: 'ines@lisboa.example' }
let userId = ''

beforeAll(async () => {
  service = await startService()
  const by = { actorId: 'importer', actorKind: 'service', at: '2026-06-01T00:00:00.000Z' }
  userId = await service.addHost(people.ana, 'Ana Vale', ours, 'owner')
  await service.addHost(people.tom, 'Tom Lindqvist', ours, 'cohost_messaging')
  await service.addHost(people.ines, 'Inês Duarte', theirs, 'owner')
  const of = { ...by, tenantId: ours, stream: `hostAccount-${ours}` }
  const joined = {
    hostAccountId: ours,
    memberId: newId(),
    userId,
    role: 'owner',
    listingIds: null,
    name: 'Ana Vale',
    email: people.ana,
  }
  const legal = {
    hostAccountId: ours,
    kind: 'company',
    country: 'US',
    legalName: 'Vale Stays LLC',
    legalAddress: '12 Warren Street',
    companyNumber: null,
  }
  await service.project([
    openAccount(ours, 'Vale Stays', by),
    { ...of, type: 'MemberJoined', data: joined },
    { ...of, type: 'LegalIdentityChanged', data: legal },
    openAccount(theirs, 'Lisboa Casas', by),
  ])
})
afterAll(() => service?.stop())

test('members see their own membership, even if it isn’t in the log yet', async () => {
  const ana = await service.as(people.ana)
  expect(await (await ana('/api/account/membership')).json()).toEqual({
    membership: {
      id: expect.any(String),
      role: 'owner',
      listingIds: null,
      joinedAt: '2026-06-01T00:00:00.000Z',
      choices: [],
      quietHours: null,
    },
  })
  const tom = await service.as(people.tom)
  expect(await (await tom('/api/account/membership')).json()).toEqual({ membership: null })
})

test('only owners see the team and the legal identity, and only of their own account', async () => {
  const [ana, tom, ines] = await Promise.all([
    service.as(people.ana),
    service.as(people.tom),
    service.as(people.ines),
  ])
  expect(await (await ana('/api/members')).json()).toMatchObject([
    { userId, name: 'Ana Vale', email: people.ana, status: 'active' },
  ])
  expect((await tom('/api/members')).status).toBe(403)
  expect(await (await ines('/api/members')).json()).toEqual([])
  expect(await (await ana(`/api/accounts/${ours}`)).json()).toMatchObject({
    legalName: 'Vale Stays LLC',
    status: 'open',
  })
  expect(await (await tom(`/api/accounts/${ours}`)).json()).toMatchObject({
    displayName: 'Vale Stays',
    legalName: null,
    legalAddress: null,
  })
  expect((await ines(`/api/accounts/${ours}`)).status).toBe(404)
})

test('an owner downloads a copy of the data after a fresh proof, until it expires', async () => {
  const id = newId()
  await storeDataExport(
    service,
    {
      id,
      hostAccountId: ours,
      name: 'hearth-data-2026-06-01.zip',
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    },
    ['one ', 'two'],
  )
  const path = `/api/data-exports/${id}/download`
  const [ana, tom, ines] = await Promise.all([
    service.as(people.ana),
    service.as(people.tom),
    service.as(people.ines),
  ])
  const answer = await ana(path)
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('content-disposition'),
    answer.headers.get('cache-control'),
  ]).toEqual([200, 'application/zip', 'attachment; filename="hearth-data-2026-06-01.zip"', 'no-store'])
  expect(await answer.text()).toBe('one two')
  expect((await tom(path)).status).toBe(403)
  const [foreign, unknown] = await Promise.all([ines(path), ines(`/api/data-exports/${newId()}/download`)])
  expect([foreign.status, await foreign.text()]).toEqual([404, await unknown.text()])
  const late = await service.as(people.ana)
  await service.pool.query(
    `update app.session set proved_at = now() - interval '301 seconds' where user_id = $1`,
    [userId],
  )
  expect(await (await late(path)).json()).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
  await service.pool.query(`update app.data_export set expires_at = now() where id = $1`, [id])
  expect((await (await service.as(people.ana))(path)).status).toBe(404)
})
