import { LOGIN_LIMITS } from '@hearth/platform/session/throttle'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt, openDoor, PASSWORD, type Door } from '../testing/door.ts'
import type { Reply, Sent } from '../testing/doorPost.ts'

/** `npm run test:guesses` makes them ten thousand. */
const GUESSES = Number(process.env['GUESSES'] ?? 300)
const WRONG = 'wrong wrong wrong'

let door: Door
beforeAll(async () => {
  door = await openDoor({ limitFactor: 1 })
})
afterAll(() => door.close())

let places = 0
/** An address in a neighbourhood that no other test uses. */
const newPlace = () => `172.${16 + (places >> 8)}.${places++ & 255}.7`

const guess = async (email: string, sent: Sent): Promise<number> =>
  (await door.post('/api/login', { email, password: WRONG }, sent)).status

/** Signs a person in, and answers the cookies of the browser. */
const signIn = async (email: string, sent: Sent = { address: newPlace() }): Promise<Reply['cookies']> => {
  const { status, body, cookies } = await door.login(email, {}, sent)
  expect([status, body['code']]).toEqual([200, undefined])
  return cookies
}

/** Uses up every attempt that strangers have for this account. */
const lockOut = async (email: string): Promise<void> => {
  for (let left = LOGIN_LIMITS.account; left > 0; left -= LOGIN_LIMITS.pair) {
    const address = newPlace()
    const guesses = Array.from({ length: LOGIN_LIMITS.pair }, () => guess(email, { address }))
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]))
  }
  expect(await guess(email, { address: newPlace() })).toBe(429)
}

const askForLinks = async (email: string, count: number, sent: Sent): Promise<readonly number[]> => {
  const statuses = []
  for (let index = 0; index < count; index += 1)
    statuses.push((await door.post('/api/login/link', { email }, sent)).status)
  return statuses
}

describe('guesses from strangers', () => {
  test(`are checked no more often than allowed: ${GUESSES} guesses at one account`, async () => {
    const host = await door.host()
    // On a busy machine the service turns a guess away with 503, unchecked; a guesser sends it again.
    const guessOnce = async (index: number): Promise<number> => {
      let status = 503
      await waitUntil(async () => {
        const address = `10.${index >> 8}.${index & 255}.${index % 250}`
        status = await guess(host.email, { address })
        return status !== 503
      })
      return status
    }
    const counts = new Map<number, number>()
    for (let from = 0; from < GUESSES; from += 100) {
      const statuses = await Promise.all(Array.from({ length: 100 }, (_, index) => guessOnce(from + index)))
      for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
    }
    expect(counts).toEqual(
      new Map([
        [401, LOGIN_LIMITS.account],
        [429, GUESSES - LOGIN_LIMITS.account],
      ]),
    )
    expect((await door.login(host.email)).status).toBe(429)
    await waitUntil(async () => (await door.eventsOfUser(host.id)).includes('UserLocked'), 5_000)
  })

  test.each([
    ['one address', () => '203.0.113.9'],
    ['one /24', (index: number) => `198.51.100.${index}`],
    ['one /64', (index: number) => `2001:db8:7:7::${(index * 977).toString(16)}`],
  ])('from %s leave the account its other attempts', async (_, addressOf) => {
    const host = await door.host()
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_nothing, index) => {
        const { status, headers } = await door.post(
          '/api/login',
          { email: host.email, password: WRONG },
          { address: addressOf(index) },
        )
        if (status === 429) expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
        return status
      }),
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(LOGIN_LIMITS.pair)
    const elsewhere = newPlace()
    for (let index = 1; index < LOGIN_LIMITS.pair; index += 1)
      expect(await guess(host.email, { address: elsewhere })).toBe(401)
    expect((await door.login(host.email, {}, { address: elsewhere })).status).toBe(200)
    expect(await door.eventsOfUser(host.id)).not.toContain('UserLocked')
  })

  test('leave a browser alone in which the person has signed in before', async () => {
    const host = await door.host()
    const cookies = await signIn(host.email)
    await lockOut(host.email)
    const { sid: _, ...known } = cookies
    expect((await door.login(host.email, {}, { address: newPlace() })).status).toBe(429)
    const again = await door.login(host.email, {}, { address: newPlace(), cookies: known })
    expect(again.status).toBe(200)
    expect(again.cookies['known']).not.toBe(cookies['known'])
    expect((await door.login(host.email, {}, { address: newPlace(), cookies: known })).status).toBe(429)
  })

  test('at other people leave a known browser and a session in the same neighbourhood alone', async () => {
    const address = newPlace()
    const host = await door.host()
    const cookies = await signIn(host.email, { address })
    const { known: _known, ...session } = cookies
    for (let index = 0; index < LOGIN_LIMITS.address; index += 1)
      await guess(`someone-${index}@door.test`, { address })
    expect(await guess('someone-else@door.test', { address })).toBe(429)
    const proof = await door.post(
      '/api/session/prove',
      { password: PASSWORD },
      { address, cookies: { sid: session['sid'] ?? '' } },
    )
    expect(proof.status).toBe(200)
    expect((await door.login(host.email, {}, { address, cookies })).status).toBe(200)
    expect((await door.login(host.email, {}, { address })).status).toBe(429)
  })
})

describe('a known browser', () => {
  test('has its own attempts, and no more', async () => {
    const host = await door.host()
    const cookies = await signIn(host.email)
    const statuses = []
    for (let index = 0; index < LOGIN_LIMITS.pair + 2; index += 1)
      statuses.push(await guess(host.email, { address: newPlace(), cookies }))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await door.login(host.email, {}, { address: newPlace() })).status).toBe(200)
  })

  test('is known to those who signed in with it, and to no one else', async () => {
    const [host, other, victim] = [await door.host(), await door.host(), await door.host()]
    const first = await signIn(host.email)
    const cookies = await signIn(other.email, { address: newPlace(), cookies: first })
    for (const { email } of [host, other, victim]) await lockOut(email)
    const trySignIn = async ({ email }: Readonly<{ email: string }>) =>
      (await door.login(email, {}, { address: newPlace(), cookies: { known: cookies['known'] ?? '' } }))
        .status
    expect(await trySignIn(victim)).toBe(429)
    expect(await trySignIn(other)).toBe(200)
  })

  test('is forgotten when its session is revoked, and when all others are', async () => {
    const host = await door.host()
    const revoked = await signIn(host.email)
    const other = await signIn(host.email)
    const current = await signIn(host.email)
    const { rows } = await door.pool.query<{ id: string }>(
      'select id from app.session where user_id = $1 order by created_at limit 1',
      [host.id],
    )
    await lockOut(host.email)
    const trySignIn = async (known: string | undefined) =>
      (await door.login(host.email, {}, { address: newPlace(), cookies: { known: known ?? '' } })).status
    expect((await door.post('/api/session/revoke', { id: rows[0]?.id }, { cookies: current })).status).toBe(
      204,
    )
    expect(await trySignIn(revoked['known'])).toBe(429)
    expect((await door.post('/api/session/revoke-all', {}, { cookies: current })).status).toBe(200)
    expect(await trySignIn(other['known'])).toBe(429)
    expect(await trySignIn(current['known'])).toBe(200)
  })

  test('is none until the person has given the second factor that they need', async () => {
    const staff = await door.staff('admin', false)
    const address = newPlace()
    const half = await door.login(staff.email, {}, { address })
    expect(half).toMatchObject({ status: 200, body: { secondFactor: 'enrol' } })
    expect(half.cookies['known']).toBeUndefined()
    const begun = await door.post('/api/account/totp/begin', {}, half)
    const secret = String(begun.body['secret'])
    const enrolled = await door.post('/api/account/totp/enable', { code: codeAt(secret) }, half)
    await lockOut(staff.email)
    const code = codeAt(secret, 1)
    expect((await door.login(staff.email, { code }, { address })).status).toBe(429)
    const { cookies } = enrolled
    expect((await door.login(staff.email, { code }, { address, cookies })).status).toBe(200)
  })
})

describe('requests for a link', () => {
  test('of one neighbourhood leave others some, and a known browser has its own', async () => {
    const host = await door.host()
    const cookies = await signIn(host.email)
    const address = newPlace()
    expect(await askForLinks(host.email, 6, { address })).toEqual([202, 202, 202, 429, 429, 429])
    expect(await askForLinks(host.email, 3, { address: newPlace() })).toEqual([202, 202, 429])
    expect(await askForLinks(host.email, 4, { address, cookies })).toEqual([202, 202, 202, 429])
  })
})

describe('guesses of a signed-in person', () => {
  test('are counted', async () => {
    const host = await door.host()
    const cookies = await signIn(host.email)
    const { known: _, ...session } = cookies
    for (const sent of [{ sid: session['sid'] ?? '' }, cookies]) {
      const statuses = []
      for (let index = 0; index < 8; index += 1)
        statuses.push(
          (await door.post('/api/session/prove', { code: `00000${index}` }, { cookies: sent })).status,
        )
      expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429, 429])
    }
  })

  test('are refused, and every sign-in, while attempts cannot be counted', async () => {
    const host = await door.host()
    const sent = { address: newPlace() }
    const cookies = await signIn(host.email, sent)
    await door.pool.query('alter table app.login_attempt rename to login_attempt_away')
    try {
      const refused = { status: 503, body: { code: 'DEPENDENCY_UNAVAILABLE' } }
      const { hostAccountId } = host
      expect(await door.login(host.email, {}, sent)).toMatchObject(refused)
      expect(await door.post('/api/session/prove', { password: PASSWORD }, { cookies })).toMatchObject(
        refused,
      )
      expect((await door.post('/api/session/switch-account', { hostAccountId }, { cookies })).status).toBe(
        200,
      )
    } finally {
      await door.pool.query('alter table app.login_attempt_away rename to login_attempt')
    }
  })
})
