import { newId } from '@hearth/contracts/kernel/ids'
import { TICKET_S, zHandoff, zSignedIn, zTicketDetails } from '@hearth/contracts/login'
import { openLog } from '@hearth/platform/testing/openLog'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCHEDULER } from '../runtime/internal.ts'
import { codeAt, openDoor, PASSWORD, tokenIn, type Door } from '../testing/door.ts'
import type { Reply, Sent } from '../testing/doorPost.ts'
import { readTypes } from '../testing/fixture.ts'
import { issueTicket, voidTicket, type TicketRequest } from './tickets.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

const code = ({ status, body }: Reply) => [status, body['code']]
const trace = () => ({ correlationId: newId(), traceparent: '' })
const issue = (request: TicketRequest) => issueTicket(door.tools, request, SCHEDULER.actor, trace())
const NEW_PASSWORD = 'a much better one'

/** Requests a link by email in a browser. */
const requestLink = async (
  path: '/api/login/link' | '/api/login/forgot',
  email: string,
  more: object = {},
) => {
  const reply = await door.post(path, { email, ...more })
  expect(reply.status).toBe(202)
  await door.deliver()
  return { reply, token: tokenIn(door.mailbox, email) }
}

describe('a sign-in link', () => {
  test('signs in once, in the browser that requested it, and returns to the requested page', async () => {
    const host = await door.host()
    const { reply, token } = await requestLink('/api/login/link', host.email, { redirect: '/bookings' })
    const url = door.mailbox.findLast(({ to }) => to === host.email)?.link?.url ?? ''
    expect(url).toBe(`http://localhost:3999/login/ticket#token=${token}`)
    const view = zTicketDetails.parse((await door.post('/api/login/ticket/look', { token }, reply)).body)
    expect(view).toMatchObject({
      purpose: 'email_login',
      email: `${host.email.slice(0, 1)}…@door.test`,
      needs: [],
      redirect: '/bookings',
    })
    for (let index = 0; index < 50; index += 1)
      expect((await door.get(`/login/ticket?token=${token}`)).status).toBeGreaterThanOrEqual(400)
    for (let index = 0; index < 50; index += 1)
      expect((await door.get('/api/login/ticket')).status).toBeGreaterThanOrEqual(400)
    expect(await door.countSessions(host.id)).toBe(0)
    const entered = await door.post('/api/login/ticket', { token }, reply)
    expect(zSignedIn.parse(entered.body)).toMatchObject({ user: { id: host.id }, redirect: '/bookings' })
    expect(code(await door.post('/api/login/ticket', { token }, reply))).toEqual([410, 'TICKET_USED'])
    expect(code(await door.post('/api/login/ticket/look', { token }, reply))).toEqual([410, 'TICKET_USED'])
    expect(code(await door.post('/api/account/totp/begin', {}, entered))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(await door.eventsOfUser(host.id)).toEqual(['EmailVerified', 'UserRegistered', 'LoginSucceeded'])
  })

  test('requires the email address in another browser, and a code from staff', async () => {
    const host = await door.host()
    const { token } = await requestLink('/api/login/link', host.email)
    expect(zTicketDetails.parse((await door.post('/api/login/ticket/look', { token })).body).needs).toEqual([
      'email',
    ])
    expect(await door.post('/api/login/ticket', { token })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/email' }] },
    })
    expect(code(await door.post('/api/login/ticket', { token, email: 'else@door.test' }))).toEqual([
      400,
      'TICKET_INVALID',
    ])
    expect((await door.post('/api/login/ticket', { token, email: host.email.toUpperCase() })).status).toBe(
      200,
    )
    const staff = await door.staff()
    const own = await requestLink('/api/login/link', staff.email)
    expect(code(await door.post('/api/login/ticket', { token: own.token }, own.reply))).toEqual([
      401,
      'TOTP_REQUIRED',
    ])
    const entered = await door.post(
      '/api/login/ticket',
      { token: own.token, code: codeAt(staff.secret) },
      own.reply,
    )
    expect(zSignedIn.parse(entered.body).secondFactor).toBeNull()
  })

  test('works for one of a hundred simultaneous requests', async () => {
    const host = await door.host()
    const { reply, token } = await requestLink('/api/login/link', host.email)
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => door.post('/api/login/ticket', { token }, reply)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.map(code).map(String))).toEqual(new Set(['200,', '410,TICKET_USED']))
    expect(await door.countSessions(host.id)).toBe(1)
  })

  test('is voided by a newer one, and expires', async () => {
    const host = await door.host()
    const first = await requestLink('/api/login/link', host.email)
    const second = await requestLink('/api/login/link', host.email)
    expect(code(await door.post('/api/login/ticket', { token: first.token }, first.reply))).toEqual([
      400,
      'TICKET_INVALID',
    ])
    await door.pool.query(`update app.ticket set expires_at = now() where user_id = $1`, [host.id])
    expect(code(await door.post('/api/login/ticket', { token: second.token }, second.reply))).toEqual([
      410,
      'TICKET_EXPIRED',
    ])
    expect(code(await door.post('/api/login/ticket', { token: 'x'.repeat(43) }))).toEqual([
      400,
      'TICKET_INVALID',
    ])
    expect(code(await door.post('/api/login/ticket', { token: 'x' }))).toEqual([422, 'VALIDATION_FAILED'])
    const ids = (
      await door.pool.query<{ id: string }>('select id from app.ticket where user_id = $1 order by id', [
        host.id,
      ])
    ).rows
    const types = await Promise.all(ids.map(({ id }) => readTypes(door.service, `loginTicket-${id}`)))
    expect(types).toEqual([
      ['TicketIssued', 'TicketVoided'],
      ['TicketIssued', 'TicketExpired'],
    ])
    expect(await door.countSessions(host.id)).toBe(0)
  })

  test('has a token that is stored nowhere but in the email', async () => {
    const host = await door.host()
    const { token } = await requestLink('/api/login/link', host.email)
    const log = openLog(door.eventStoreUrl)
    const events = await log.readAfter('start')
    await log.close()
    expect(events.map(({ type }) => type)).toContain('TicketIssued')
    const dump = JSON.stringify([
      (await door.pool.query('select * from app.ticket')).rows,
      (await door.pool.query('select * from app.mail')).rows,
      events.map(({ data, metadata }) => ({ data, metadata })),
    ])
    expect(dump).not.toContain(token)
    expect(dump).not.toContain(host.email)
  })

  test('is limited for each address, known or not; an unknown person gets no email', async () => {
    const strict = await openDoor({ limitFactor: 1 })
    try {
      const host = await strict.host()
      for (const email of [host.email, 'nobody@door.test']) {
        const statuses = []
        for (let index = 0; index < 7; index += 1)
          statuses.push((await strict.post('/api/login/link', { email })).status)
        expect(statuses).toEqual([202, 202, 202, 429, 429, 429, 429])
      }
      await strict.deliver()
      expect(new Set(strict.mailbox.map(({ to }) => to))).toEqual(new Set([host.email]))
      expect((await strict.pool.query('select 1 from app.mail')).rowCount).toBe(0)
    } finally {
      await strict.close()
    }
  })
})

describe('a forgotten password', () => {
  test('is replaced, and ends every session of the person', async () => {
    const host = await door.host()
    const before = await door.login(host.email)
    const { reply, token } = await requestLink('/api/login/forgot', host.email)
    expect(await door.post('/api/login/ticket', { token }, reply)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/password' }] },
    })
    const entered = await door.post('/api/login/ticket', { token, password: NEW_PASSWORD }, reply)
    expect(entered.status).toBe(200)
    expect((await door.login(host.email)).status).toBe(401)
    expect((await door.post('/api/login', { email: host.email, password: NEW_PASSWORD })).status).toBe(200)
    expect(await door.countSessions(host.id)).toBe(2)
    expect(before.cookies['sid']).not.toBe(entered.cookies['sid'])
    expect(await door.eventsOfUser(host.id)).toEqual(
      expect.arrayContaining(['PasswordChanged', 'SessionsRevoked']),
    )
  })
})

describe('an invitation', () => {
  test('registers a person with name and password; the link stays valid after a refusal', async () => {
    const email = `${newId()}@new.test`
    const { token } = await issue({
      purpose: 'invitation',
      email,
      about: 'Vale Stays',
      context: { hostAccountId: newId() },
    })
    const view = zTicketDetails.parse((await door.post('/api/login/ticket/look', { token })).body)
    expect(view).toMatchObject({
      purpose: 'invitation',
      about: 'Vale Stays',
      needs: ['displayName', 'password'],
    })
    expect(Date.parse(view.expiresAt) - Date.now()).toBeGreaterThan((TICKET_S.invitation - 60) * 1_000)
    expect(
      await door.post('/api/login/ticket', { token, displayName: 'Nora New', password: 'too short' }),
    ).toMatchObject({ status: 422 })
    // Nobody has made them a member here, so they are refused: the person exists now, and the link is good
    // still.
    expect(
      code(await door.post('/api/login/ticket', { token, displayName: 'Nora New', password: NEW_PASSWORD })),
    ).toEqual([403, 'FORBIDDEN'])
    expect(zTicketDetails.parse((await door.post('/api/login/ticket/look', { token })).body).needs).toEqual([
      'currentPassword',
    ])
  })

  test('requires a known person’s password unless they are signed in', async () => {
    const [host, other] = [await door.host(), await door.host()]
    const invite = () =>
      issue({ purpose: 'invitation', email: host.email, context: { hostAccountId: host.hostAccountId } })
    const first = await invite()
    const entered = await door.login(host.email)
    const needsFor = async (sent: Sent) =>
      zTicketDetails.parse((await door.post('/api/login/ticket/look', { token: first.token }, sent)).body)
        .needs
    expect([
      await needsFor({}),
      await needsFor(await door.login(other.email)),
      await needsFor(entered),
    ]).toEqual([['currentPassword'], ['currentPassword'], []])
    expect(await door.post('/api/login/ticket', { token: first.token })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/currentPassword' }] },
    })
    expect(
      code(await door.post('/api/login/ticket', { token: first.token, currentPassword: 'not the password' })),
    ).toEqual([401, 'UNAUTHENTICATED'])
    expect(
      (await door.post('/api/login/ticket', { token: first.token, currentPassword: PASSWORD })).status,
    ).toBe(200)
    const second = await invite()
    expect(
      (await door.post('/api/login/ticket', { token: second.token }, await door.login(host.email))).status,
    ).toBe(200)
  })

  test('is refused for staff, and after it was withdrawn', async () => {
    const staff = await door.staff()
    const own = await issue({
      purpose: 'invitation',
      email: staff.email,
      context: { hostAccountId: newId() },
    })
    expect(
      code(
        await door.post('/api/login/ticket', {
          token: own.token,
          currentPassword: PASSWORD,
          code: codeAt(staff.secret),
        }),
      ),
    ).toEqual([403, 'FORBIDDEN'])
    const host = await door.host()
    const { token, ticketId } = await issue({
      purpose: 'invitation',
      email: host.email,
      context: { hostAccountId: newId() },
    })
    await voidTicket(door.tools, ticketId, 'withdrawn', SCHEDULER.actor, trace())
    expect(code(await door.post('/api/login/ticket', { token }))).toEqual([400, 'TICKET_INVALID'])
  })

  test('does not void one to another account', async () => {
    const host = await door.host()
    const [one, two] = [
      await issue({ purpose: 'invitation', email: host.email, context: { hostAccountId: newId() } }),
      await issue({ purpose: 'invitation', email: host.email, context: { hostAccountId: newId() } }),
    ]
    for (const { token } of [one, two])
      expect((await door.post('/api/login/ticket/look', { token })).status).toBe(200)
  })
})

test('a handoff signs in on a phone within a minute, as not verified', async () => {
  const host = await door.host()
  const entered = await door.login(host.email)
  const { url, qr, expiresAt } = zHandoff.parse((await door.post('/api/session/handoff', {}, entered)).body)
  expect(url).toMatch(/^http:\/\/localhost:3999\/mobile\/login#token=[\w-]{43}$/)
  expect(qr).toContain('<svg')
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000)
  const token = url.slice(url.indexOf('=') + 1)
  const phone = await door.post('/api/login/ticket', { token })
  expect(zSignedIn.parse(phone.body)).toMatchObject({
    user: { id: host.id },
    hostAccountId: host.hostAccountId,
    redirect: '/',
  })
  expect(code(await door.post('/api/account/totp/begin', {}, phone))).toEqual([403, 'STEP_UP_REQUIRED'])
  expect(await door.countSessions(host.id)).toBe(2)
})

test('a handoff ends with the session that issued it', async () => {
  const host = await door.host()
  const issue = async (entered: Reply) =>
    zHandoff.parse((await door.post('/api/session/handoff', {}, entered)).body).url.split('#token=')[1]
  const stolen = await door.login(host.email)
  const own = await door.login(host.email)
  const token = await issue(stolen)
  expect((await door.post('/api/login/ticket/look', { token })).status).toBe(200)
  expect((await door.post('/api/session/revoke-all', {}, own)).status).toBe(200)
  expect(code(await door.post('/api/login/ticket/look', { token }))).toEqual([400, 'TICKET_INVALID'])
  expect(code(await door.post('/api/login/ticket', { token }))).toEqual([400, 'TICKET_INVALID'])
  expect(await door.countSessions(host.id)).toBe(1)

  const later = await issue(own)
  expect((await door.post('/api/logout', {}, own)).status).toBe(204)
  expect(code(await door.post('/api/login/ticket', { token: later }))).toEqual([400, 'TICKET_INVALID'])
})

// By chance, one honest run in a hundred looks different; two in a row are one in ten thousand.
test(
  'the answer for an unknown address is the same, and takes the same time',
  { timeout: 300_000, retry: 1 },
  async () => {
    const hosts = await Promise.all(Array.from({ length: 10 }, () => door.host()))
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const texts = new Set<string>()
    await door.login(hosts[0]?.email ?? '', { password: 'warm up' })
    for (let index = 0; index < 240; index += 1) {
      // In blocks of two in random order, so that what slows the machine down slows both.
      const kind =
        index % 2 === 0
          ? Math.random() < 0.5
            ? 'known'
            : 'unknown'
          : times.known.length > times.unknown.length
            ? 'unknown'
            : 'known'
      const email = kind === 'known' ? (hosts[index % hosts.length]?.email ?? '') : `${newId()}@door.test`
      const reply = await door.post(
        '/api/login',
        { email, password: 'not the password' },
        { address: `198.51.${index >> 4}.7` },
      )
      times[kind].push(reply.ms)
      texts.add(JSON.stringify([reply.status, reply.body]))
    }
    expect([...texts]).toHaveLength(1)
    expect(mannWhitneyP(times.known, times.unknown)).toBeGreaterThan(0.01)
    const replies = await Promise.all(
      [hosts[0]?.email ?? '', 'nobody@door.test'].map((email) => door.post('/api/login/forgot', { email })),
    )
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
      new Set(['[202,{}]']),
    )
  },
)

/** Two-sided, by the normal approximation, which holds for hundreds of samples. */
const mannWhitneyP = (a: readonly number[], b: readonly number[]): number => {
  const ranked = [
    ...a.map((value) => ({ value, own: true })),
    ...b.map((value) => ({ value, own: false })),
  ].toSorted((x, y) => x.value - y.value)
  const rankSum = ranked.reduce((sum, { own }, index) => sum + (own ? index + 1 : 0), 0)
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const z =
    Math.abs(u - (a.length * b.length) / 2) /
    Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  // Abramowitz and Stegun 7.1.26
  const t = 1 / (1 + 0.3275911 * (z / Math.SQRT2))
  return (
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) *
    t *
    Math.exp(-(z * z) / 2)
  )
}
