import { newId } from '@hearth/contracts/kernel/ids'
import { allowed } from '@hearth/platform/testing/allowed'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { beforeAll, expect, test, vi } from 'vitest'
import { after, cookieOf, sharedJourney, accepted, type Client, type Journey } from './journey.ts'
import { tokenMailedTo } from './mails.ts'
import { inDays, openAccount, openListing, stay } from './fixtures.ts'

/**
 * Somebody who was removed is refused by every process within this long (docs/domain/login.md#sessions), and
 * what it takes to ask.
 */
const GONE_WITHIN_MS = 1_100
const PASSWORD = 'harbour lantern forty two'

let journey: Journey
beforeAll(async () => {
  journey = await sharedJourney()
})

const linkTo = (email: string) => tokenMailedTo(journey, email)

/** The first row of a list that is as wanted. */
const rowOf = async (
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

test(
  'a co-host: invited by mail, in by the link, given more by the owners, removed and refused at once, erased',
  { timeout: 300_000 },
  async () => {
    const accountId = await openAccount(journey)
    const listingId = await openListing(journey, accountId)
    accepted(
      await journey.as('gateway').post('/api/bookings', stay(listingId, inDays(30), [20_000, 20_000]), {
        'x-host-account': accountId,
      }),
    )
    const ana = await journey.signIn({ role: 'owner', hostAccountId: accountId })
    const account = (verb: string, who: Client, body: unknown) =>
      who.post(`/api/accounts/${accountId}/${verb}`, body)
    accepted(
      await account('import-member', journey.as('importer'), {
        userId: ana.userId,
        name: 'Ana Vale',
        email: ana.email,
        role: 'owner',
        listingIds: null,
      }),
    )

    const email = `sam.${newId()}@journey.test`
    accepted(
      await account('invite-member', ana, { email, role: 'cohost_messaging', listingIds: [listingId] }),
    )
    const token = await linkTo(email)
    const redeemed = await journey
      .client({ origin: journey.baseUrl })
      .post('/api/login/ticket', { token, displayName: 'Sam Ortiz', password: PASSWORD })
    expect([redeemed.status, redeemed.json['hostAccountId']]).toEqual([200, accountId])
    const sam = journey.client({ origin: journey.baseUrl, cookie: cookieOf(redeemed) })
    await waitUntil(
      async () => (await sam.get('/api/account/membership')).json['membership'] !== null,
      15_000,
      'the membership',
    )
    expect((await sam.get('/api/account/membership')).json).toMatchObject({
      membership: { role: 'cohost_messaging', listingIds: [listingId] },
    })
    expect((await sam.get('/api/members')).status).toBe(403)

    accepted(
      await account('request-permission', sam, {
        capability: 'booking.cancel',
        text: 'I look after the flat in June.',
      }),
    )
    const { id: requestId, memberId } = await rowOf(
      ana,
      '/api/permission-requests',
      ({ status }) => status === 'open',
    )
    const given = accepted(
      await account('accept-permission-request', ana, {
        requestId,
        role: 'cohost_full',
        listingIds: [listingId],
      }),
    )
    await waitUntil(
      async () => (await sam.get('/api/session')).json['role'] === 'cohost_full',
      5_000,
      'the new role',
    )
    expect((await ana.get(`/api/members/${String(memberId)}`, after(given))).json).toMatchObject({
      name: 'Sam Ortiz',
      email,
      role: 'cohost_full',
      status: 'active',
    })

    accepted(await account('request-data-export', ana, {}))
    const { id: exportId } = await rowOf(ana, '/api/data-exports', ({ status }) => status === 'ready')
    const copy = await ana.get(`/api/data-exports/${String(exportId)}/download`)
    expect([copy.status, copy.text.slice(0, 2), copy.text.includes('bookings.json')]).toEqual([
      200,
      'PK',
      true,
    ])
    expect((await sam.get(`/api/data-exports/${String(exportId)}/download`)).status).toBe(403)

    const removed = performance.now()
    accepted(await account('remove-member', ana, { memberId }))
    const refused = async (ask: () => Promise<Readonly<{ status: number }>>): Promise<number> => {
      await waitUntil(async () => (await ask()).status === 401, 5_000, 'the refusal')
      return performance.now() - removed
    }
    const times = await Promise.all([
      refused(() => sam.get('/api/bookings')),
      refused(() => account('choose-notifications', sam, { choices: [], quietHours: null })),
    ])
    console.log(
      `refused by the query service after ${times[0]?.toFixed(0)} ms, by the command service after ${times[1]?.toFixed(0)} ms`,
    )
    for (const time of times) expect(time).toBeLessThan(allowed(GONE_WITHIN_MS))

    accepted(await account('erase-subject', ana, { kind: 'member', subjectId: memberId }))
    expect(await rowOf(ana, '/api/erasures', ({ status }) => status === 'done')).toMatchObject({
      kind: 'member',
      subjectId: memberId,
      keyDestroyedAt: expect.any(String),
    })
    // Each read model follows by itself: members may get there after erasures.
    await vi.waitFor(async () => {
      expect((await ana.get(`/api/members/${String(memberId)}`)).json).toMatchObject({
        name: '[erased]',
        email: '[erased]',
        status: 'removed',
      })
      expect((await ana.get(`/api/data-exports/${String(exportId)}/download`)).status).toBe(404)
    }, 15_000)
    expect(await journey.query('select from app.app_user where email = $1', [email])).toHaveLength(0)
    expect(journey.log()).not.toContain(email)
  },
)

test('another account’s people learn nothing: foreign and unknown members, requests and accounts answer alike', async () => {
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
  const { id } = await rowOf(ana, '/api/members', ({ userId }) => userId === ana.userId)
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
