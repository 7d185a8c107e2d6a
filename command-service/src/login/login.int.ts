import { newId } from '@hearth/contracts/kernel/ids'
import { zProved, zSignedIn } from '@hearth/contracts/login'
import { allowed } from '@hearth/platform/testing/allowed'
import { addMembership } from '@hearth/platform/session/users'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt, openDoor, PASSWORD, type Door } from '../testing/door.ts'
import type { Reply } from '../testing/doorPost.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

const code = ({ status, body }: Reply) => [status, body['code']]

describe('password and code', () => {
  test('signs a host in with a new hardened cookie each time, and records it', async () => {
    const host = await door.host()
    const first = await door.login(host.email.toUpperCase())
    expect(zSignedIn.parse(first.body)).toMatchObject({
      user: { id: host.id },
      hostAccountId: host.hostAccountId,
      secondFactor: null,
      linked: null,
      redirect: null,
    })
    const attributes = '=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age='
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(new RegExp(`^sid${attributes}2592000$`)),
      expect.stringMatching(new RegExp(`^known${attributes}31536000$`)),
    ])
    const second = await door.login(host.email, {}, { cookies: first.cookies })
    expect(second.cookies['sid']).not.toBe(first.cookies['sid'])
    expect(await door.countSessions(host.id)).toBe(1)
    expect(code(await door.post('/api/session/revoke-all', {}, { cookies: first.cookies }))).toEqual([
      401,
      'UNAUTHENTICATED',
    ])
    expect(await door.eventsOfUser(host.id)).toEqual(['UserRegistered', 'LoginSucceeded', 'LoginSucceeded'])
    expect(
      (await door.pool.query('select 1 from app.session where id_hash = $1', [first.cookies['sid']]))
        .rowCount,
    ).toBe(0)
  })

  test.each([
    ['Ana.IDN@BÜCHER.example', 'ana.idn@xn--bcher-kva.example'],
    ['ana.idn@bu\u0308cher。example', 'ana.idn@XN--BCHER-KVA.example'],
  ])('recognises %s in each of its spellings, here %s', async (registered, given) => {
    const host = await door.host(registered)
    for (const email of [registered, given]) {
      const entered = await door.login(email)
      expect(zSignedIn.parse(entered.body).user).toMatchObject({
        id: host.id,
        email: 'ana.idn@xn--bcher-kva.example',
      })
      expect((await door.post('/api/login/link', { email }, entered)).status).toBe(202)
    }
    await door.deliver()
    expect(door.mailbox.filter(({ to }) => to === 'ana.idn@xn--bcher-kva.example')).not.toEqual([])
  })

  test('registers a host once who first signs in from several windows at the same time', async () => {
    const host = await door.host()
    const answers = await Promise.all(Array.from({ length: 4 }, () => door.login(host.email)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await door.eventsOfUser(host.id)).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'LoginSucceeded'),
      'UserRegistered',
    ])
  })

  test('asks staff for a code only after the right password; a code works once', async () => {
    const staff = await door.staff()
    expect(code(await door.post('/api/login', { email: staff.email, password: 'not the password' }))).toEqual(
      [401, 'UNAUTHENTICATED'],
    )
    expect(code(await door.login(staff.email))).toEqual([401, 'TOTP_REQUIRED'])
    expect(code(await door.login(staff.email, { code: '000000' }))).toEqual([401, 'TOTP_REQUIRED'])
    const present = codeAt(staff.secret)
    const entered = await door.login(staff.email, { code: present })
    expect(zSignedIn.parse(entered.body)).toMatchObject({
      user: { staffRole: 'support' },
      hostAccountId: null,
      secondFactor: null,
    })
    expect(entered.headers.get('set-cookie')).toContain('Max-Age=28800')
    expect(code(await door.login(staff.email, { code: present }))).toEqual([401, 'TOTP_REQUIRED'])
    expect((await door.login(staff.email, { code: codeAt(staff.secret, 1) })).status).toBe(200)
    await waitUntil(
      async () => (await door.eventsOfUser(staff.id)).filter((type) => type === 'LoginFailed').length === 3,
      5_000,
    )
  })

  test('lets staff without an authenticator only set one up; each recovery code works once', async () => {
    const staff = await door.staff('admin', false)
    const entered = await door.login(staff.email)
    expect(zSignedIn.parse(entered.body).secondFactor).toBe('enrol')
    expect(await door.post('/api/session/revoke-all', {}, entered)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', secondFactor: 'enrol' },
    })
    expect(code(await door.post('/api/account/totp/enable', { code: '123456' }, entered))).toEqual([
      422,
      'VALIDATION_FAILED',
    ])
    const begun = await door.post('/api/account/totp/begin', {}, entered)
    expect(begun.body).toMatchObject({
      uri: expect.stringContaining('otpauth://totp/Hearth'),
      qr: expect.stringContaining('<svg'),
    })
    const secret = String(begun.body['secret'])
    const enabled = await door.post('/api/account/totp/enable', { code: codeAt(secret) }, entered)
    expect(enabled.status).toBe(200)
    expect((await door.post('/api/session/revoke-all', {}, enabled)).status).toBe(200)
    expect(code(await door.post('/api/account/totp/disable', {}, enabled))).toEqual([
      422,
      'PRECONDITION_FAILED',
    ])
    const [recovery = ''] = enabled.body['recoveryCodes'] as string[]
    expect((await door.login(staff.email, { code: recovery.toUpperCase() })).status).toBe(200)
    expect(code(await door.login(staff.email, { code: recovery }))).toEqual([401, 'TOTP_REQUIRED'])
    expect(await door.eventsOfUser(staff.id)).toContain('TotpEnabled')
    const { rows } = await door.pool.query('select secret::text from app.totp where user_id = $1', [staff.id])
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'))
  })

  test('refuses a host without an account', async () => {
    const host = await door.host()
    await door.pool.query('delete from app.membership where user_id = $1', [host.id])
    expect(code(await door.login(host.email))).toEqual([403, 'FORBIDDEN'])
  })

  test('refuses a sign-in from another site', async () => {
    const host = await door.host()
    expect(code(await door.login(host.email, {}, { origin: 'https://evil.test' }))).toEqual([
      403,
      'FORBIDDEN',
    ])
  })
})

describe('sessions', () => {
  test('renews a verified session; a wrong password leaves it unchanged', async () => {
    const host = await door.host()
    const entered = await door.login(host.email)
    await door.pool.query(
      `update app.session set proved_at = now() - interval '6 minutes' where user_id = $1`,
      [host.id],
    )
    await waitUntil(
      async () => (await door.post('/api/account/totp/begin', {}, entered)).status === 403,
      1_500,
    )
    expect(code(await door.post('/api/session/prove', { password: 'not the password' }, entered))).toEqual([
      403,
      'STEP_UP_REQUIRED',
    ])
    const proved = await door.post('/api/session/prove', { password: PASSWORD }, entered)
    expect(Date.now() - Date.parse(zProved.parse(proved.body).provedAt)).toBeLessThan(allowed(10_000))
    expect(proved.cookies['sid']).not.toBe(entered.cookies['sid'])
    expect((await door.post('/api/account/totp/begin', {}, proved)).status).toBe(200)
    expect((await door.post('/api/session/prove', { password: PASSWORD }, entered)).status).toBe(401)
    expect(await door.eventsOfUser(host.id)).toContain('IdentityProved')
  })

  test('lets a person revoke one of their sessions, or all others', async () => {
    const [host, other] = [await door.host(), await door.host()]
    const [one, two, three] = [
      await door.login(host.email),
      await door.login(host.email),
      await door.login(host.email),
    ]
    const foreign = await door.login(other.email)
    const ids = (
      await door.pool.query<{ id: string }>(
        'select id from app.session where user_id = $1 order by created_at',
        [host.id],
      )
    ).rows.map(({ id }) => id)
    expect(code(await door.post('/api/session/revoke', { id: ids[0] }, foreign))).toEqual([404, 'NOT_FOUND'])
    expect(code(await door.post('/api/session/revoke', { id: newId() }, foreign))).toEqual([404, 'NOT_FOUND'])
    expect((await door.post('/api/session/revoke', { id: ids[0] }, three)).status).toBe(204)
    expect((await door.post('/api/session/revoke-all', {}, one)).status).toBe(401)
    expect(await door.post('/api/session/revoke-all', {}, three)).toMatchObject({
      status: 200,
      body: { count: 1 },
    })
    await waitUntil(
      async () => (await door.post('/api/session/revoke', { id: newId() }, two)).status === 401,
      1_000,
    )
    expect(await door.countSessions(host.id)).toBe(1)
    expect((await door.post('/api/logout', {}, three)).status).toBe(204)
    expect(await door.countSessions(host.id)).toBe(0)
    expect((await door.eventsOfUser(host.id)).filter((type) => type === 'SessionsRevoked')).toHaveLength(2)
  })

  test('switches between the accounts of a person, to no other', async () => {
    const host = await door.host()
    const second = newId()
    await addMembership(door.pool, { userId: host.id, hostAccountId: second, role: 'cohost_full' })
    const entered = await door.login(host.email)
    expect(await door.post('/api/session/switch-account', { hostAccountId: second }, entered)).toMatchObject({
      status: 200,
      body: { hostAccountId: second },
    })
    expect(code(await door.post('/api/session/switch-account', { hostAccountId: newId() }, entered))).toEqual(
      [404, 'NOT_FOUND'],
    )
  })

  test('ends other sessions and emails the person on a new password; refuses a weak one', async () => {
    const host = await door.host()
    const [one, two] = [await door.login(host.email), await door.login(host.email)]
    for (const next of [
      'short',
      'passwordpassword',
      'aaaaaaaaaaaaaa',
      `${host.email.slice(0, host.email.indexOf('@'))} and more`,
    ]) {
      expect(code(await door.post('/api/account/password', { current: PASSWORD, next }, two))).toEqual([
        422,
        'VALIDATION_FAILED',
      ])
    }
    expect(
      await door.post(
        '/api/account/password',
        { current: 'not the password', next: 'a much better one' },
        two,
      ),
    ).toMatchObject({ status: 422, body: { errors: [{ pointer: '/current' }] } })
    expect(
      (await door.post('/api/account/password', { current: PASSWORD, next: 'a much better one' }, two))
        .status,
    ).toBe(204)
    await waitUntil(async () => (await door.post('/api/session/revoke-all', {}, one)).status === 401, 1_000)
    expect((await door.login(host.email)).status).toBe(401)
    expect((await door.post('/api/login', { email: host.email, password: 'a much better one' })).status).toBe(
      200,
    )
    await door.deliver()
    expect(door.mailbox.filter(({ to }) => to === host.email)).toMatchObject([
      { subject: 'Your Hearth password was changed' },
    ])
  })
})
