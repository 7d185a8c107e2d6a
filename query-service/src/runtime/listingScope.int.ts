import { readSheetRows } from '@hearth/platform/testing/sheets'
import { HOST_ROLES } from '@hearth/contracts/kernel/access'
import { newId } from '@hearth/contracts/kernel/ids'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFurnishedAccount, tenantResources, type Reader } from '../testing/furnishedAccount.ts'
import { createModel } from './model.ts'

const [mine, theirs] = [newId(), newId()]
const ROLES = HOST_ROLES.filter((role) => role !== 'owner')
// A stream has no end, and these describe the running service, which changes by itself.
const NO_ROWS = ['/api/live', '/api/openapi.json', '/api/job-queues', '/api/process-managers']

type Answers = ReadonlyMap<string, Readonly<{ unknown: string; answer: string }>>
let world: Awaited<ReturnType<typeof openFurnishedAccount>>
const members = new Map<string, Readonly<{ reader: Reader; before: Answers }>>()
let ownerBefore: Answers
let adminBefore: Answers

/** Each question moves it, at most once a minute. */
const LAST_SEEN = /"lastSeenAt":"[^"]*"/g
/** The text of an answer, without the time of asking: the archive around the cells of an XLSX file says it, too. */
const readText = async (path: string, answer: Awaited<ReturnType<Reader>>): Promise<string> =>
  answer.ok && path.endsWith('.xlsx')
    ? JSON.stringify(await readSheetRows(new Uint8Array(await answer.arrayBuffer())))
    : (await answer.text()).replaceAll(LAST_SEEN, '')

/** Every read route, for every known id. */
const readAll = async (reader: Reader): Promise<Answers> => {
  const answers = new Map<string, Readonly<{ unknown: string; answer: string }>>()
  const read = world.service.routes.filter(({ method, path }) => method === 'GET' && !NO_ROWS.includes(path))
  for (const { path, unknown } of read.flatMap(world.pathsOf)) {
    const answer = await reader(path)
    const counts = ['content-range', 'x-total-count'].map((name) => answer.headers.get(name))
    const text = await readText(path, answer)
    if (answer.status >= 500 || text.includes('VALIDATION_FAILED')) throw new Error(`${path}: ${text}`)
    answers.set(path, { unknown, answer: JSON.stringify([answer.status, ...counts, text]) })
  }
  return answers
}

/** What the rows of another listing, and of the whole account, have changed for this reader. */
const changesFor = async (reader: Reader, before: Answers): Promise<readonly string[]> =>
  [...(await readAll(reader))].flatMap(([path, { unknown, answer }]) => {
    const expected = before.get(path) ?? before.get(unknown)
    return expected?.answer === answer ? [] : [`${path}: ${answer} instead of ${expected?.answer}`]
  })

const findMember = (role: string) => {
  const found = members.get(role)
  if (found === undefined) throw new Error(`No member is ${role}`)
  return found
}

beforeAll(async () => {
  world = await openFurnishedAccount()
  const { service, account, owner, admin } = world
  await world.furnish(mine, 2)
  for (const role of ROLES) {
    await service.addHost(`${role}@example.test`, 'Cory Cohost', account, role, [mine])
    const reader = await service.as(`${role}@example.test`)
    members.set(role, { reader, before: await readAll(reader) })
  }
  ownerBefore = await readAll(owner)
  adminBefore = await readAll(admin)
  await world.furnish(theirs, 5)
  for (const resource of tenantResources.filter(({ listings }) => listings === 'whole account'))
    await world.addRow(resource, theirs)
}, 120_000)
afterAll(() => world?.stop())

describe('a member who is limited to some listings', () => {
  test.each(ROLES)('sees nothing of other listings and of the whole account as %s', async (role) => {
    const { reader, before } = findMember(role)
    expect(await changesFor(reader, before)).toEqual([])
  })

  test('sees their own listing', async () => {
    const { reader } = findMember('cohost_full')
    for (const name of ['listings', 'bookings', 'calendars', 'claims', 'events', 'ledger-entries', 'members'])
      expect([name, (await (await reader(`/api/${name}`)).text()).includes(mine)]).toEqual([name, true])
  })
})

test('all others see every row that was added', async () => {
  const changed = [
    ...(await changesFor(world.owner, ownerBefore)),
    ...(await changesFor(world.admin, adminBefore)),
  ]
  const unchanged = tenantResources.filter(
    ({ name }) => !changed.some((text) => text.startsWith(`/api/${name}:`)),
  )
  const forEveryone = tenantResources.filter(
    ({ listings }) => typeof listings === 'object' && 'everyone' in listings,
  )
  expect(unchanged.map(({ name }) => name)).toEqual(forEveryone.map(({ name }) => name))
})

test('a resource of an account does not start without saying what such a member sees', () => {
  const [{ listings: _listings, ...undeclared }] = tenantResources as [Resource]
  expect(() => createModel(undeclared as Resource)).toThrow('does not say how it is limited by listing')
  expect(() => createModel({ ...undeclared, scope: 'tenant', listings: { field: 'home' } })).toThrow('"home"')
})
