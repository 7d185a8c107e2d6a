import { newId } from '@hearth/contracts/kernel/ids'
import { allowed } from '@hearth/platform/testing/allowed'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { beforeAll, expect, test, vi } from 'vitest'
import { after, readCookie, sharedJourney, accepted, type Client, type Journey } from './journey.ts'
import { tokenMailedTo } from './mails.ts'
import { inDays, openAccount, openListing, stay } from './fixtures.ts'

/**
 * Every process refuses a removed member within this time (docs/domain/login.md#sessions), including the
 * request itself.
 */
const GONE_WITHIN_MS = 1_100
const PASSWORD = 'harbour lantern forty two'

let journey: Journey
beforeAll(async () => {
  journey = await sharedJourney()
})

/** Waits for a row of a list. */
const waitForRow = async (
  who: Client,
  path: string,
  wanted: (row: Readonly<Record<string, unknown>>) => boolean,
): Promise<Readonly<Record<string, unknown>>> => {
  let row: Readonly<Record<string, unknown>> | undefined
  await waitUntil(
    async () => {
      row = (JSON.parse((await who.get(path)).text) as Readonly<Record<string, unknown>>[]).find(wanted)
      return row !== undefined
    },
    15_000,
    `a row of ${path}`,
  )
  return row ?? {}
}

type Command = (verb: string, by: Client, body: unknown) => ReturnType<Client['post']>

const openTeam = async () => {
  const accountId = await openAccount(journey)
  const listingId = await openListing(journey, accountId)
  accepted(
    await journey.as('gateway').post('/api/bookings', stay(listingId, inDays(30), [20_000, 20_000]), {
      'x-host-account': accountId,
    }),
  )
  const ana = await journey.signIn({ role: 'owner', hostAccountId: accountId })
  const account: Command = (verb, by, body) => by.post(`/api/accounts/${accountId}/${verb}`, body)
  accepted(
    await account('import-member', journey.as('importer'), {
      userId: ana.userId,
      name: 'Ana Vale',
      email: ana.email,
      role: 'owner',
      listingIds: null,
    }),
  )
  return { accountId, listingId, ana, account }
}
type Team = Awaited<ReturnType<typeof openTeam>>

/** A co-host for messages who has followed the link of the invitation. */
const acceptInvitation = async ({ accountId, listingId, ana, account }: Team, email: string) => {
  accepted(await account('invite-member', ana, { email, role: 'cohost_messaging', listingIds: [listingId] }))
  const redeemed = await journey.client({ origin: journey.baseUrl }).post('/api/login/ticket', {
    token: await tokenMailedTo(journey, email),
    displayName: 'Sam Ortiz',
    password: PASSWORD,
  })
  expect([redeemed.status, redeemed.json['hostAccountId']]).toEqual([200, accountId])
  const sam = journey.client({ origin: journey.baseUrl, cookie: readCookie(redeemed) })
  const readMembership = async () => (await sam.get('/api/account/membership')).json
  await waitUntil(async () => (await readMembership())['membership'] !== null, 15_000, 'the membership')
  expect(await readMembership()).toMatchObject({
    membership: { role: 'cohost_messaging', listingIds: [listingId] },
  })
  expect((await sam.get('/api/members')).status).toBe(403)
  return sam
}

/** The co-host asks for a permission, and the owner accepts the request. Returns the member's id. */
const extendRole = async ({ listingId, ana, account }: Team, sam: Client, email: string) => {
  const request = { capability: 'booking.cancel', text: 'I look after the flat in June.' }
  accepted(await account('request-permission', sam, request))
  const { id: requestId, memberId } = await waitForRow(
    ana,
    '/api/permission-requests',
    ({ status }) => status === 'open',
  )
  const role = { requestId, role: 'cohost_full', listingIds: [listingId] }
  const extended = accepted(await account('accept-permission-request', ana, role))
  await waitUntil(
    async () => (await sam.get('/api/session')).json['role'] === 'cohost_full',
    5_000,
    'the new role',
  )
  expect((await ana.get(`/api/members/${String(memberId)}`, after(extended))).json).toMatchObject({
    name: 'Sam Ortiz',
    email,
    role: 'cohost_full',
    status: 'active',
  })
  return String(memberId)
}

/** The owner downloads the account's data; the co-host can't. Returns the path of the copy. */
const exportData = async ({ ana, account }: Team, sam: Client): Promise<string> => {
  accepted(await account('request-data-export', ana, {}))
  const { id } = await waitForRow(ana, '/api/data-exports', ({ status }) => status === 'ready')
  const path = `/api/data-exports/${String(id)}/download`
  const copy = await ana.get(path)
  expect([copy.status, copy.text.slice(0, 2), copy.text.includes('bookings.json')]).toEqual([200, 'PK', true])
  expect((await sam.get(path)).status).toBe(403)
  return path
}

const removeMember = async ({ ana, account }: Team, sam: Client, memberId: string): Promise<void> => {
  const removed = performance.now()
  accepted(await account('remove-member', ana, { memberId }))
  const timeRefusal = async (ask: () => Promise<Readonly<{ status: number }>>): Promise<number> => {
    await waitUntil(async () => (await ask()).status === 401, 5_000, 'the refusal')
    return performance.now() - removed
  }
  const [read, command] = await Promise.all([
    timeRefusal(() => sam.get('/api/bookings')),
    timeRefusal(() => account('choose-notifications', sam, { choices: [], quietHours: null })),
  ])
  console.log(
    `refused by the query service after ${read.toFixed(0)} ms, ` +
      `by the command service after ${command.toFixed(0)} ms`,
  )
  for (const time of [read, command]) expect(time).toBeLessThan(allowed(GONE_WITHIN_MS))
}

const eraseMember = async ({ ana, account }: Team, memberId: string, copy: string): Promise<void> => {
  accepted(await account('erase-subject', ana, { kind: 'member', subjectId: memberId }))
  expect(await waitForRow(ana, '/api/erasures', ({ status }) => status === 'done')).toMatchObject({
    kind: 'member',
    subjectId: memberId,
    keyDestroyedAt: expect.any(String),
  })
  // Each read model follows by itself: members may get there after erasures.
  await vi.waitFor(async () => {
    expect((await ana.get(`/api/members/${memberId}`)).json).toMatchObject({
      name: '[erased]',
      email: '[erased]',
      status: 'removed',
    })
    expect((await ana.get(copy)).status).toBe(404)
  }, 15_000)
}

test(
  'a co-host joins by an emailed link, gets more rights, is removed immediately, and is erased',
  { timeout: 300_000 },
  async () => {
    const team = await openTeam()
    const email = `sam.${newId()}@journey.test`
    const sam = await acceptInvitation(team, email)
    const memberId = await extendRole(team, sam, email)
    const copy = await exportData(team, sam)
    await removeMember(team, sam, memberId)
    await eraseMember(team, memberId, copy)
    expect(await journey.query('select from app.app_user where email = $1', [email])).toHaveLength(0)
    expect(journey.log()).not.toContain(email)
  },
)

test('foreign and unknown members, requests and accounts get the same answer', async () => {
  const [ours, theirs] = [await openAccount(journey), await openAccount(journey)]
  const ana = await journey.signIn({ role: 'owner', hostAccountId: ours })
  const ines = await journey.signIn({ role: 'owner', hostAccountId: theirs })
  accepted(
    await journey.as('importer').post(`/api/accounts/${ours}/import-member`, {
      userId: ana.userId,
      name: 'Ana Vale',
      email: ana.email,
      role: 'owner',
      listingIds: null,
    }),
  )
  const { id } = await waitForRow(ana, '/api/members', ({ userId }) => userId === ana.userId)
  const same = async (
    ask: (id: string) => Promise<Readonly<{ status: number; text: string }>>,
    foreign: string,
  ) => {
    const [known, unknown] = [await ask(foreign), await ask(newId())]
    expect([known.status, known.text]).toEqual([404, unknown.text])
  }
  await same((memberId) => ines.get(`/api/members/${memberId}`), String(id))
  await same((memberId) => ines.post(`/api/accounts/${theirs}/remove-member`, { memberId }), String(id))
  await same((accountId) => ines.post(`/api/accounts/${accountId}/leave`, {}), ours)
  await same(
    (accountId) =>
      ines.post(`/api/accounts/${accountId}/invite-member`, {
        email: 'x@journey.test',
        role: 'cohost_calendar',
        listingIds: null,
      }),
    ours,
  )
})
