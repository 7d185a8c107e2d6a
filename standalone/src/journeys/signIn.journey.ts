import { newId } from '@hearth/contracts/kernel/ids'
import { allowed } from '@hearth/platform/testing/allowed'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedJourney, PASSWORD, type Journey } from './journey.ts'
import { tokenMailedTo } from './mails.ts'
import { openAccount } from './fixtures.ts'
import { openBrowser } from '../testing/browser.ts'

/** Every process refuses a revoked session within this time (docs/domain/login.md#sessions). */
const GONE_WITHIN_MS = 1_000

let journey: Journey
beforeAll(async () => {
  journey = await sharedJourney()
})

/** A browser on the console's sign-in page. */
const openConsole = () => {
  const { visit, follow, cookies } = openBrowser()
  const post = async (path: string, body: unknown) => {
    const answer = await visit(`${journey.baseUrl}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: journey.baseUrl },
    })
    const text = await answer.text()
    return {
      status: answer.status,
      body: (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>,
    }
  }
  /** Signs in at the provider with this form and returns to the console with its answer. */
  const byProvider = async (form: Readonly<Record<string, string>>) => {
    const begun = await post('/api/login/idp/demo', { redirect: '/bookings' })
    expect(begun).toMatchObject({ status: 200, body: { url: expect.any(String) } })
    const { at } = await follow(String(begun.body['url']))
    const back = await follow(at, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: journey.baseUrl },
    })
    expect(back.at.pathname).toBe('/login/auth')
    return post('/api/login/auth', { query: back.at.search })
  }
  return { visit, post, byProvider, cookies }
}

/** An owner without a session. */
const newHost = async () => {
  const hostAccountId = await openAccount(journey)
  const { email, userId } = await journey.signIn({ role: 'owner', hostAccountId })
  await journey.query('delete from app.session where user_id = $1', [userId])
  return { email, userId, hostAccountId }
}

const linkTo = (email: string) => tokenMailedTo(journey, email)

describe('signing in', () => {
  test('by the provider, once linked with the password; not when declined or unverified', async () => {
    const host = await newHost()
    const browser = openConsole()
    expect(await browser.byProvider({ deny: 'yes' })).toMatchObject({
      status: 401,
      body: { code: 'IDP_DENIED' },
    })
    expect(await browser.byProvider({ email: host.email, name: 'Somebody' })).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_UNVERIFIED' },
    })
    const mine = { email: host.email, name: 'Hanna Host', verified: 'yes' }
    expect(await browser.byProvider(mine)).toMatchObject({
      status: 403,
      body: { code: 'ACCOUNT_LINK_REQUIRED', provider: 'demo' },
    })
    expect(await browser.post('/api/login', { email: host.email, password: PASSWORD })).toMatchObject({
      status: 200,
      body: { linked: 'demo' },
    })
    expect(await openConsole().byProvider(mine)).toMatchObject({
      status: 200,
      body: { user: { id: host.userId }, hostAccountId: host.hostAccountId, redirect: '/bookings' },
    })
    const security = await browser.visit(`${journey.baseUrl}/api/account/security`)
    expect(await security.json()).toMatchObject({
      email: host.email,
      providers: [{ id: 'demo', linkedAt: expect.any(String) }],
    })
  })

  test('by an emailed link', async () => {
    const host = await newHost()
    const browser = openConsole()
    expect((await browser.post('/api/login/link', { email: host.email, redirect: '/bookings' })).status).toBe(
      202,
    )
    const token = await linkTo(host.email)
    expect(await browser.post('/api/login/ticket', { token })).toMatchObject({
      status: 200,
      body: { user: { id: host.userId }, redirect: '/bookings' },
    })
    expect(await (await browser.visit(`${journey.baseUrl}/api/session`)).json()).toMatchObject({
      user: { email: host.email },
      secondFactor: null,
    })
  })

  test('by a link to a new password, which replaces the old one', async () => {
    const host = await newHost()
    const browser = openConsole()
    expect((await browser.post('/api/login/forgot', { email: host.email })).status).toBe(202)
    const token = await linkTo(host.email)
    const password = 'another password for journeys'
    expect(await browser.post('/api/login/ticket', { token, password })).toMatchObject({
      status: 200,
      body: { user: { id: host.userId } },
    })
    expect(await (await browser.visit(`${journey.baseUrl}/api/session`)).json()).toMatchObject({
      user: { email: host.email },
    })
    const signInWith = async (password: string) =>
      (await openConsole().post('/api/login', { email: host.email, password })).status
    expect([await signInWith(PASSWORD), await signInWith(password)]).toEqual([401, 200])
  })
})

describe('every process refuses an ended session', () => {
  const open = async () => {
    const host = await newHost()
    const browser = openConsole()
    expect((await browser.post('/api/login', { email: host.email, password: PASSWORD })).status).toBe(200)
    const live = await browser.visit(`${journey.baseUrl}/api/live`)
    expect(live.status).toBe(200)
    const streamEnds = (async () => {
      for await (const _part of live.body ?? []) continue
      return Date.now()
    })().catch(() => Date.now())
    const refused = async () => {
      const read = await browser.visit(`${journey.baseUrl}/api/bookings?range=[0,0]`)
      await read.text()
      return (
        read.status === 401 && (await browser.post('/api/session/revoke', { id: newId() })).status === 401
      )
    }
    expect(await refused()).toBe(false)
    return { host, browser, streamEnds, refused }
  }

  const over = async (end: (opened: Awaited<ReturnType<typeof open>>) => Promise<unknown>) => {
    const opened = await open()
    await end(opened)
    const ended = Date.now()
    await waitUntil(opened.refused, GONE_WITHIN_MS, 'the refusal by both services')
    const streamEnded = await opened.streamEnds
    expect(streamEnded - ended).toBeLessThanOrEqual(allowed(GONE_WITHIN_MS))
  }

  test(
    'after another session revoked it',
    () =>
      over(async ({ host }) => {
        const other = openConsole()
        await other.post('/api/login', { email: host.email, password: PASSWORD })
        expect(await other.post('/api/session/revoke-all', {})).toMatchObject({
          status: 200,
          body: { count: 1 },
        })
      }),
    300_000,
  )

  test(
    'after the membership ended',
    () => over(({ host }) => journey.query('delete from app.membership where user_id = $1', [host.userId])),
    300_000,
  )
})
