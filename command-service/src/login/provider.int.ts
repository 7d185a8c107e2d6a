import { foldEmail } from '@hearth/contracts/kernel/email'
import { newId } from '@hearth/contracts/kernel/ids'
import { zSignedIn } from '@hearth/contracts/login'
import { secret } from '@hearth/platform/config/secret'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt, openDoor, PASSWORD, type Door } from '../testing/door.ts'
import type { Reply, Sent } from '../testing/doorPost.ts'
import { CLIENT_ID, CLIENT_SECRET, startLyingProvider, type Lie } from '../testing/lyingProvider.ts'

let door: Door
let provider: Awaited<ReturnType<typeof startLyingProvider>>
beforeAll(async () => {
  provider = await startLyingProvider()
  door = await openDoor({
    providers: [
      {
        id: 'liar',
        name: 'Liar',
        issuer: provider.issuer,
        clientId: CLIENT_ID,
        clientSecret: secret(CLIENT_SECRET),
      },
    ],
  })
})
afterAll(async () => {
  await door.close()
  await provider.close()
})

const code = ({ status, body }: Reply) => [status, body['code']]
const begin = async (body: object = {}, sent: Sent = {}) => {
  const reply = await door.post('/api/login/idp/liar', body, sent)
  return { ...reply, url: String(reply.body['url']) }
}
const sessions = async () =>
  Number((await door.pool.query('select count(*)::int as n from app.session')).rows[0]?.['n'])
/** Somebody whose account at the provider is linked. */
const linked = async () => {
  const host = await door.host()
  await door.pool.query(`insert into app.identity (provider, subject, user_id) values ('liar', $1, $2)`, [
    host.id,
    host.id,
  ])
  return { ...host, claims: { sub: host.id, email: host.email, email_verified: true } }
}

test('signs a linked person in and returns to their page, with PKCE, state and nonce', async () => {
  const host = await linked()
  const begun = await begin({ redirect: '/bookings?view=list' })
  const parameters = new URL(begun.url).searchParams
  expect(Object.fromEntries(parameters)).toMatchObject({
    response_type: 'code',
    client_id: 'hearth',
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost:3999/login/auth',
    scope: 'openid email profile',
  })
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(parameters.get(name)?.length).toBeGreaterThan(40)
  const entered = await door.post(
    '/api/login/auth',
    { query: provider.answer(begun.url, host.claims) },
    begun,
  )
  expect(zSignedIn.parse(entered.body)).toMatchObject({
    user: { id: host.id },
    hostAccountId: host.hostAccountId,
    redirect: '/bookings?view=list',
    secondFactor: null,
  })
  expect(await door.eventsOfUser(host.id)).toEqual(['UserRegistered', 'LoginSucceeded'])
})

test('does not find an unknown provider, and refuses a redirect to another site', async () => {
  expect(code(await door.post('/api/login/idp/nobody', {}))).toEqual([404, 'NOT_FOUND'])
  for (const redirect of [
    '//evil.test',
    'https://evil.test',
    '/\\evil.test',
    '/../x',
    '/bookings/%2e%2e/api/session',
    '/api/session',
    '/\tbookings',
    'bookings',
  ])
    expect(code(await begin({ redirect }))).toEqual([422, 'VALIDATION_FAILED'])
})

describe('an invalid answer of a provider is refused:', () => {
  const lies: Readonly<Record<string, Lie>> = {
    'another nonce': { claims: (truth) => ({ ...truth, nonce: 'x'.repeat(43) }) },
    'no nonce': { claims: ({ nonce: _nonce, ...truth }) => truth },
    'another issuer': { claims: (truth) => ({ ...truth, iss: 'https://evil.test' }) },
    'another issuer in the address': { issuerInAnswer: 'https://evil.test' },
    'another audience': { claims: (truth) => ({ ...truth, aud: 'somebody-else' }) },
    'several audiences and another authorized party': {
      claims: (truth) => ({ ...truth, aud: ['hearth', 'somebody-else'], azp: 'somebody-else' }),
    },
    expired: { claims: (truth) => ({ ...truth, exp: Math.floor(Date.now() / 1_000) - 600 }) },
    'no signature': { alg: 'none' },
    'an algorithm with our secret': { alg: 'HS256' },
    'a foreign key': { foreignKey: true },
    'no subject': { claims: ({ sub: _sub, ...truth }) => truth },
  }
  test.for(Object.entries(lies))('%s', async ([, lie]) => {
    const host = await linked()
    const begun = await begin()
    const before = await sessions()
    expect(
      code(
        await door.post('/api/login/auth', { query: provider.answer(begun.url, host.claims, lie) }, begun),
      ),
    ).toEqual([401, 'IDP_DENIED'])
    expect(await sessions()).toBe(before)
    expect(await door.eventsOfUser(host.id)).toEqual([])
  })

  test('a refusal by the provider', async () => {
    const begun = await begin()
    const query = new URLSearchParams({
      error: 'access_denied',
      state: new URL(begun.url).searchParams.get('state') ?? '',
      iss: provider.issuer,
    }).toString()
    expect(code(await door.post('/api/login/auth', { query }, begun))).toEqual([401, 'IDP_DENIED'])
  })

  test('another state, no state, two states, another browser, and a second use', async () => {
    const host = await linked()
    const begun = await begin()
    const query = provider.answer(begun.url, host.claims)
    const forged = new URLSearchParams(query)
    forged.set('state', 'x'.repeat(43))
    for (const wrong of [forged.toString(), 'code=1', `${query}&state=1`])
      expect(code(await door.post('/api/login/auth', { query: wrong }, await begin()))).toEqual([
        400,
        'STATE_MISMATCH',
      ])
    const stranger = await begin()
    expect(
      code(await door.post('/api/login/auth', { query: provider.answer(stranger.url, host.claims) }, {})),
    ).toEqual([400, 'STATE_MISMATCH'])
    expect(
      code(await door.post('/api/login/auth', { query: provider.answer(stranger.url, host.claims) }, begun)),
    ).toEqual([400, 'STATE_MISMATCH'])
    const again = await begin()
    const answer = provider.answer(again.url, host.claims)
    expect((await door.post('/api/login/auth', { query: answer }, again)).status).toBe(200)
    expect(code(await door.post('/api/login/auth', { query: answer }, again))).toEqual([
      400,
      'STATE_MISMATCH',
    ])
  })

  test('a code that was issued to another tab; each tab completes its own', async () => {
    const host = await linked()
    const one = await begin()
    const two = await begin({}, one)
    expect(two.cookies['browser']).toBe(one.cookies['browser'])
    const mixed = new URLSearchParams(provider.answer(one.url, host.claims))
    mixed.set('state', new URL(two.url).searchParams.get('state') ?? '')
    expect(code(await door.post('/api/login/auth', { query: mixed.toString() }, two))).toEqual([
      401,
      'IDP_DENIED',
    ])
    expect(
      (await door.post('/api/login/auth', { query: provider.answer(one.url, host.claims) }, one)).status,
    ).toBe(200)
  })

  test('an answer after more than ten minutes', async () => {
    const host = await linked()
    const begun = await begin()
    await door.pool.query(`update app.provider_login set expires_at = now() - interval '1 second'`)
    expect(
      code(await door.post('/api/login/auth', { query: provider.answer(begun.url, host.claims) }, begun)),
    ).toEqual([400, 'STATE_MISMATCH'])
  })
})

describe('an identity that is not linked', () => {
  const come = async (claims: Readonly<Record<string, unknown>>) => {
    const begun = await begin()
    return {
      begun,
      reply: await door.post('/api/login/auth', { query: provider.answer(begun.url, claims) }, begun),
    }
  }

  test('is refused with an unverified email address, even a known one', async () => {
    const host = await door.host()
    for (const claims of [
      { email: host.email, email_verified: false },
      { email: host.email },
      { email: host.email, email_verified: 'false' },
      { email: host.email, email_verified: 1 },
      {},
    ]) {
      expect(code((await come({ sub: 'unverified', ...claims })).reply)).toEqual([403, 'EMAIL_UNVERIFIED'])
    }
  })

  test('is refused with an unknown email address', async () => {
    expect(code((await come({ sub: 'new', email: 'nora@new.example', email_verified: true })).reply)).toEqual(
      [403, 'FORBIDDEN'],
    )
  })

  test('is linked after its person has signed in another way', async () => {
    const host = await door.host(`${newId()}@bücher.example`)
    const claims = { sub: `sub of ${host.id}`, email: host.email.toUpperCase(), email_verified: 'true' }
    const { begun, reply } = await come(claims)
    expect(reply).toMatchObject({
      status: 403,
      body: { code: 'ACCOUNT_LINK_REQUIRED', provider: 'liar', email: foldEmail(host.email) },
    })
    expect((await door.login(host.email)).body['linked']).toBeNull()
    expect(
      code(await door.post('/api/login', { email: host.email, password: 'not the password' }, begun)),
    ).toEqual([401, 'UNAUTHENTICATED'])
    expect((await door.login(host.email, {}, begun)).body['linked']).toBe('liar')
    expect((await come(claims)).reply.status).toBe(200)
    expect(await door.eventsOfUser(host.id)).toContain('IdpLinked')
  })
})

describe('a person who is signed in', () => {
  test('is verified with their linked identity, and with no other', async () => {
    const [host, other] = [await linked(), await linked()]
    const entered = await door.login(host.email)
    await door.pool.query(`update app.session set proved_at = 'epoch' where user_id = $1`, [host.id])
    await waitUntil(
      async () => (await door.post('/api/account/totp/begin', {}, entered)).status === 403,
      1_500,
    )
    const wrong = await begin({ prove: true }, entered)
    expect(new URL(wrong.url).searchParams.get('max_age')).toBe('0')
    expect(
      code(await door.post('/api/login/auth', { query: provider.answer(wrong.url, other.claims) }, wrong)),
    ).toEqual([401, 'IDP_DENIED'])
    const late = await begin({ prove: true }, entered)
    expect(
      code(
        await door.post(
          '/api/login/auth',
          {
            query: provider.answer(late.url, {
              ...host.claims,
              auth_time: Math.floor(Date.now() / 1_000) - 900,
            }),
          },
          late,
        ),
      ),
    ).toEqual([401, 'IDP_DENIED'])
    const begun = await begin({ prove: true }, entered)
    const proved = await door.post(
      '/api/login/auth',
      { query: provider.answer(begun.url, host.claims) },
      begun,
    )
    expect(proved.status).toBe(200)
    expect((await door.post('/api/account/totp/begin', {}, proved)).status).toBe(200)
    expect(code(await begin({ prove: true }))).toEqual([401, 'UNAUTHENTICATED'])
  })

  test('links an identity of their own, not another person’s, and unlinks it', async () => {
    const [host, other] = [await door.host(), await linked()]
    const entered = await door.login(host.email)
    const foreign = await begin({ link: true }, entered)
    expect(
      code(
        await door.post('/api/login/auth', { query: provider.answer(foreign.url, other.claims) }, foreign),
      ),
    ).toEqual([409, 'DUPLICATE'])
    const begun = await begin({ link: true }, entered)
    const own = await door.post(
      '/api/login/auth',
      { query: provider.answer(begun.url, { sub: `own ${host.id}` }) },
      begun,
    )
    expect(own).toMatchObject({ status: 200, body: { linked: 'liar' } })
    expect((await door.post('/api/account/idp/unlink', { provider: 'liar' }, own)).status).toBe(204)
    expect(code(await door.post('/api/account/idp/unlink', { provider: 'liar' }, own))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect((await door.eventsOfUser(host.id)).filter((type) => type.startsWith('Idp'))).toEqual([
      'IdpLinked',
      'IdpUnlinked',
    ])
  })
})

test('staff enter their code when the provider did not ask for a second factor', async () => {
  const staff = await door.staff()
  await door.pool.query(`insert into app.identity (provider, subject, user_id) values ('liar', $1, $2)`, [
    staff.id,
    staff.id,
  ])
  const weak = await begin()
  const entered = await door.post(
    '/api/login/auth',
    { query: provider.answer(weak.url, { sub: staff.id, amr: ['pwd'] }) },
    weak,
  )
  expect(zSignedIn.parse(entered.body).secondFactor).toBe('prove')
  expect(await door.post('/api/session/revoke-all', {}, entered)).toMatchObject({
    status: 403,
    body: { secondFactor: 'prove' },
  })
  const byPassword = await door.post('/api/session/prove', { password: PASSWORD }, entered)
  expect((await door.post('/api/session/revoke-all', {}, byPassword)).status).toBe(403)
  const proved = await door.post('/api/session/prove', { code: codeAt(staff.secret) }, byPassword)
  expect((await door.post('/api/session/revoke-all', {}, proved)).status).toBe(200)
  const strong = await begin()
  const whole = await door.post(
    '/api/login/auth',
    { query: provider.answer(strong.url, { sub: staff.id, amr: ['pwd', 'otp', 'mfa'] }) },
    strong,
  )
  expect(zSignedIn.parse(whole.body).secondFactor).toBeNull()
})
