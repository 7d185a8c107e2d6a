import { resources } from '@hearth/contracts'
import { HOST_ROLES } from '@hearth/contracts/kernel/access'
import { newId } from '@hearth/contracts/kernel/ids'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { projections } from '@hearth/contracts/projections'
import type { Route } from '@hearth/platform/http/route'
import { folderStorage } from '@hearth/platform/storage/folderStorage'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSchema } from '../testing/fillSchema.ts'
import { saveRow, type TestEvent } from '../testing/miniProjector.ts'
import { startService, type Service } from '../testing/service.ts'
import { book, openAccount, startListing } from '../testing/stays.ts'
import { storeFile } from '../testing/storedFile.ts'
import { createModel } from './model.ts'

const NOW = '2026-07-16T09:42:00.000Z'
const [account, mine, theirs, nobodys] = [newId(), newId(), newId(), newId()]
const ROLES = HOST_ROLES.filter((role) => role !== 'owner')
const tenantResources = Object.values(resources).filter(({ scope }) => scope === 'tenant')
/** Queries of routes that answer nothing without one. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/bookings/:id/cancellation-quote': '?initiator=host',
  '/api/geocode': '?q=Lisbon',
}
// A stream has no end, and these describe the running service, which changes by itself.
const NO_ROWS = ['/api/live', '/api/openapi.json', '/api/job-queues', '/api/process-managers']

const directory = createWorkDirectory()
const storage = folderStorage(directory.path)
let service: Service
type Reader = Awaited<ReturnType<Service['as']>>
let owner: Reader
let staff: Reader
/** By collection, the ids of one's own and of the other listing's records. */
const ids = new Map<string, string[]>()

const addId = (collection: string, id: string) => ids.set(collection, [...(ids.get(collection) ?? []), id])

/** Rows that events of this test do not lead to. */
const addRow = async (resource: Resource, listingId: string, listingIds: unknown): Promise<void> => {
  const projection = projections.find(({ name }) => name === resource.table)
  if (projection === undefined || resource.scope === 'platform') throw new Error(resource.name)
  const { listings } = resource
  const id =
    typeof listings === 'object' && 'field' in listings && listings.field === 'id' ? listingId : newId()
  const row = fillSchema(projection.row, resource.name, (field) =>
    field === 'listingId' ? listingId : field === 'hostAccountId' ? account : undefined,
  ) as Record<string, unknown>
  const where = Object.entries(resource.where ?? {}).map(([field, values]) => [field, values[0]] as const)
  await saveRow(
    service.pool,
    projection,
    account,
    { ...row, ...Object.fromEntries(where), ...('listingIds' in row ? { listingIds } : {}), id },
    { revision: 0n, position: { commit: 1n, prepare: 1n }, recordedAt: NOW },
  )
  addId(resource.name, id)
}

const hasRow = async ({ name }: Resource, listingId: string): Promise<boolean> => {
  const answers = [await owner(`/api/${name}`), await staff(`/api/${name}`)]
  return (await Promise.all(answers.map((answer) => answer.text()))).some((text) => text.includes(listingId))
}

/** Where the home is, without which no photographer comes. */
const locate = (listingId: string, by: Omit<TestEvent, 'stream' | 'type' | 'data'>): TestEvent => ({
  ...by,
  stream: `listing-${listingId}`,
  type: 'ListingSectionChanged',
  data: {
    listingId,
    hostAccountId: account,
    section: 'location',
    version: 1,
    before: {},
    after: {},
    personalBefore: null,
    personalAfter: { address: null, geo: { lat: 38.71, lng: -9.14 } },
    changedBy: { id: 'importer', kind: 'service' },
    editId: null,
  },
})

/** A listing with bookings, files, and a row of every resource whose rows belong to one listing. */
const furnish = async (listingId: string, nights: number): Promise<void> => {
  const by = { tenantId: account, actorId: 'importer', actorKind: 'service', at: '2026-06-01T10:00:00.000Z' }
  const stays = ['2026-07-16', '2026-08-01'].map((checkIn) =>
    book({ listingId, guestName: `Guest of ${listingId}`, checkIn, nights }, by),
  )
  await service.project([
    ...startListing(listingId, `Home ${listingId}`, by),
    locate(listingId, by),
    ...stays.flatMap(({ events }) => events),
  ])
  addId('listings', listingId)
  for (const { id } of stays) for (const name of ['bookings', 'claims']) addId(name, id)
  const bytes = Buffer.from(listingId)
  const file = {
    tenantId: account,
    listingId,
    name: 'plan.pdf',
    type: 'application/pdf',
    state: 'clean',
  } as const
  const sizes = [{ size: 'full', bytes, type: 'application/pdf' }] as const
  addId('files', await storeFile({ pool: service.pool, storage }, { ...file, sizes }))
  for (const resource of tenantResources) {
    const { listings } = resource
    if (typeof listings !== 'object' || 'everyone' in listings || (await hasRow(resource, listingId)))
      continue
    await addRow(resource, listingId, [listingId])
  }
}

type Asked = Readonly<{ path: string; /** The same with an id that no record has. */ unknown: string }>

const pathsOf = ({ path }: Route): readonly Asked[] => {
  const collection = path.split('/')[2]?.replace(/\.csv$/, '') ?? ''
  const filled = path.replace(':size', 'full').replace(':date', '2026-07-20').replace(':file', 'x.ics')
  const withId = (id: string) => filled.replace(':id', encodeURIComponent(id)) + (QUERIES[path] ?? '')
  const known = path.includes('/:id') ? (ids.get(collection) ?? []) : []
  return [nobodys, ...known].map((id) => ({ path: withId(id), unknown: withId(nobodys) }))
}

type Answers = ReadonlyMap<string, Readonly<{ unknown: string; answer: string }>>

/** Every read route, for every known id. */
const readAll = async (reader: Reader): Promise<Answers> => {
  const answers = new Map<string, Readonly<{ unknown: string; answer: string }>>()
  for (const route of service.routes.filter(
    ({ method, path }) => method === 'GET' && !NO_ROWS.includes(path),
  ))
    for (const { path, unknown } of pathsOf(route)) {
      const answer = await reader(path)
      const counts = ['content-range', 'x-total-count'].map((name) => answer.headers.get(name))
      const text = (await answer.text()).replace(/"correlationId":"[^"]+"/, '')
      if (answer.status >= 500 || text.includes('VALIDATION_FAILED')) throw new Error(`${path}: ${text}`)
      answers.set(path, { unknown, answer: JSON.stringify([answer.status, ...counts, text]) })
    }
  return answers
}

/** What the rows of another listing, and of the whole account, have changed for this reader. */
const changesFor = async (reader: Reader, before: Answers): Promise<readonly string[]> => {
  const after = await readAll(reader)
  return [...after].flatMap(([path, { unknown, answer }]) => {
    const expected = before.get(path) ?? before.get(unknown)
    return expected?.answer === answer ? [] : [`${path}: ${answer} instead of ${expected?.answer}`]
  })
}

const members = new Map<string, Readonly<{ reader: Reader; before: Answers }>>()
let ownerBefore: Answers
let staffBefore: Answers

const findMember = (role: string) => {
  const found = members.get(role)
  if (found === undefined) throw new Error(`No member is ${role}`)
  return found
}

beforeAll(async () => {
  service = await startService({ storage })
  service.clock.now = Date.parse(NOW)
  await service.addHost('owner@example.test', 'Olga Owner', account, 'owner')
  await service.addStaff('admin@example.test', 'Ada Admin', 'admin')
  for (const role of ROLES)
    await service.addHost(`${role}@example.test`, 'Cory Cohost', account, role, [mine])
  owner = await service.as('owner@example.test')
  staff = await service.as('admin@example.test')
  const by = { actorId: 'importer', actorKind: 'service', at: '2026-06-01T10:00:00.000Z' }
  await service.project([openAccount(account, 'Harbor House', by)])
  await furnish(mine, 2)
  for (const role of ROLES) {
    const reader = await service.as(`${role}@example.test`)
    members.set(role, { reader, before: await readAll(reader) })
  }
  ownerBefore = await readAll(owner)
  staffBefore = await readAll(staff)
  await furnish(theirs, 5)
  for (const resource of tenantResources.filter(({ listings }) => listings === 'whole account'))
    await addRow(resource, theirs, [theirs])
}, 60_000)
afterAll(async () => {
  await service?.stop()
  directory.remove()
})

describe('a member who is limited to some listings', () => {
  test.each(ROLES)('sees nothing of other listings and of the whole account as %s', async (role) => {
    const { reader, before } = findMember(role)
    expect(await changesFor(reader, before)).toEqual([])
  })

  test('sees their own listing', async () => {
    const { reader } = findMember('cohost_full')
    for (const name of ['listings', 'bookings', 'claims', 'nights', 'events', 'ledger-entries', 'members'])
      expect([name, (await (await reader(`/api/${name}`)).text()).includes(mine)]).toEqual([name, true])
  })
})

test('all others see every row that was added', async () => {
  const changed = [...(await changesFor(owner, ownerBefore)), ...(await changesFor(staff, staffBefore))]
  const unchanged = tenantResources.filter(
    ({ name }) => !changed.some((text) => text.startsWith(`/api/${name}:`)),
  )
  expect(unchanged.map(({ name }) => name)).toEqual(['accounts'])
})

test('a resource of an account does not start without saying what such a member sees', () => {
  const [{ listings: _listings, ...undeclared }] = tenantResources as [Resource]
  expect(() => createModel(undeclared as Resource)).toThrow('does not say how it is limited by listing')
  expect(() => createModel({ ...undeclared, scope: 'tenant', listings: { field: 'home' } })).toThrow('"home"')
})
