import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secret } from '@hearth/platform/config/secret'
import { parsePlaces } from '@hearth/query-service/geocode/geocoder'
import { createTransport } from 'nodemailer'
import * as oidc from 'openid-client'
import { verifySync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFrontDoor, type FrontDoor } from '../front-door/frontDoor.ts'
import { DEMO_LOGINS } from '../demo/logins.ts'
import { freePort } from '@hearth/platform/process/freePort'
import { openBrowser } from '../testing/browser.ts'
import { DEMO_CLIENT_ID } from './identityProvider.ts'
import type { CaughtMail } from './mailCatcher.ts'
import { openOutside, type Outside } from './outside.ts'

const consoleDirectory = mkdtempSync(join(tmpdir(), 'hearth-console-'))
const clientSecret = 'a-client-secret-for-tests'
let outside: Outside
let door: FrontDoor
let origin: string
let closed: FrontDoor

beforeAll(async () => {
  writeFileSync(join(consoleDirectory, 'index.html'), '<div id="root"></div>')
  const port = await freePort()
  origin = `http://localhost:${port}`
  const signingKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  outside = await openOutside({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    publicUrl: new URL(origin),
    clientSecret: secret(clientSecret),
    signingKey: secret(signingKey),
    bank: { file: join(consoleDirectory, 'books.jsonl'), seed: 'test', token: 'a-token-of-the-bank' },
    channel: {
      file: join(consoleDirectory, 'channel.jsonl'),
      secret: 'a-secret-of-the-channel',
      receiptsUrl: `${origin}/api/webhooks/messages`,
    },
  })
  const shared = {
    commandServiceUrl: 'http://127.0.0.1:9',
    queryServiceUrl: 'http://127.0.0.1:9',
    consoleDirectory,
    secure: false,
    onFailure: () => undefined,
  }
  door = openFrontDoor({ ...shared, outsideUrl: `http://127.0.0.1:${outside.port}` })
  await once(door.server.listen(port, '127.0.0.1'), 'listening')
  closed = openFrontDoor(shared)
  await once(closed.server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  await Promise.all([door.close(), closed.close()])
  await outside.close()
  rmSync(consoleDirectory, { recursive: true })
})

const client = () =>
  oidc.discovery(
    new URL(`${origin}/dev/idp`),
    DEMO_CLIENT_ID,
    undefined,
    oidc.ClientSecretBasic(clientSecret),
    {
      execute: [oidc.allowInsecureRequests],
    },
  )

const begin = async (more: Readonly<Record<string, string>> = {}) => {
  const config = await client()
  const [pkceCodeVerifier, expectedState, expectedNonce] = [
    oidc.randomPKCECodeVerifier(),
    oidc.randomState(),
    oidc.randomNonce(),
  ]
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: `${origin}/login/auth`,
    scope: 'openid email profile',
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return { config, url, checks: { pkceCodeVerifier, expectedState, expectedNonce } }
}
const submit = (form: Readonly<Record<string, string>>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(form),
})

describe('the identity provider', () => {
  it('signs a person in by code, PKCE, state and nonce, with verified address and factors', async () => {
    const { config, url, checks } = await begin({ max_age: '0' })
    const { follow } = openBrowser()
    const { at: form, answer } = await follow(url)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await answer.text()
    const sam = /value="([^"]+)">Sam Support/.exec(html)?.[1] ?? ''
    const { at } = await follow(form, submit({ person: sam }))
    const tokens = await oidc.authorizationCodeGrant(config, at, { ...checks, maxAge: 300 })
    expect(tokens.claims()).toMatchObject({
      email: 'support@hearth.example',
      email_verified: true,
      name: 'Sam Support',
      amr: ['pwd', 'otp', 'mfa'],
      auth_time: expect.any(Number),
    })
    await expect(oidc.authorizationCodeGrant(config, at, checks)).rejects.toThrow()
  })

  it('asks again at every visit, so one browser can be many people', async () => {
    const { follow } = openBrowser()
    const subjects = []
    for (const verified of ['yes', '']) {
      const { config, url, checks } = await begin()
      const { at: form, answer } = await follow(url)
      expect(answer.status).toBe(200)
      const { at } = await follow(form, submit({ email: 'kim@else.example', name: 'Kim', verified }))
      const claims = (await oidc.authorizationCodeGrant(config, at, checks)).claims()
      expect(claims).toMatchObject({
        email: 'kim@else.example',
        email_verified: verified === 'yes',
        amr: ['pwd'],
      })
      subjects.push(claims?.sub)
    }
    expect(new Set(subjects).size).toBe(2)
  })

  it('lets the person decline, and refuses a request without PKCE', async () => {
    const { url, config, checks } = await begin()
    const { follow } = openBrowser()
    const { at: form } = await follow(url)
    const { at } = await follow(form, submit({ deny: 'yes' }))
    expect(at.searchParams.get('error')).toBe('access_denied')
    await expect(oidc.authorizationCodeGrant(config, at, checks)).rejects.toMatchObject({
      error: 'access_denied',
    })
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    expect((await openBrowser().follow(url)).at.searchParams.get('error')).toBe('invalid_request')
  })

  it('does not continue a sign-in that another browser began', async () => {
    const { url } = await begin()
    const { at: form } = await openBrowser().follow(url)
    const answer = await openBrowser().visit(form)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
  })
})

describe('the mail catcher', () => {
  const send = async (to: string, subject: string, text: string) => {
    const transport = createTransport({ host: '127.0.0.1', port: outside.smtpPort, ignoreTLS: true })
    await transport.sendMail({ from: 'Hearth <hearth@hearth.example>', to, subject, text })
    transport.close()
  }

  it('keeps the sent emails, by recipient, with their links', async () => {
    await send('Ana@vale.example', 'Your link', `Sign in: ${origin}/login/ticket#token=abc_DEF-1 \nBye`)
    await send('tom@vale.example', 'Other <b>news</b>', 'Hello')
    const mails = (await (
      await fetch(`${origin}/dev/mail.json?to=ana@vale.example`)
    ).json()) as readonly CaughtMail[]
    expect(mails).toEqual([
      expect.objectContaining({
        to: ['ana@vale.example'],
        from: '"Hearth" <hearth@hearth.example>',
        subject: 'Your link',
        links: [`${origin}/login/ticket#token=abc_DEF-1`],
      }),
    ])
    const list = await (await fetch(`${origin}/dev/mail`)).text()
    expect(list).toContain('Other &lt;b&gt;news&lt;/b&gt;')
    const one = await fetch(`${origin}/dev/mail/${mails[0]?.id}`)
    expect(await one.text()).toContain(`<a href="${origin}/login/ticket#token=abc_DEF-1" rel="noreferrer">`)
    expect((await fetch(`${origin}/dev/mail/nothing`)).status).toBe(404)
  })
})

it('shows the current codes of the staff', async () => {
  const codes = (await (await fetch(`${origin}/dev/code.json`)).json()) as readonly {
    email: string
    code: string
  }[]
  const staff = DEMO_LOGINS.flatMap((login) => (login.account === undefined ? [login] : []))
  expect(codes).toHaveLength(staff.length)
  for (const { email, totpSecret } of staff) {
    const code = codes.find((one) => one.email === email)?.code ?? ''
    expect(verifySync({ secret: totpSecret, token: code, epochTolerance: 30 }).valid).toBe(true)
  }
  expect(await (await fetch(`${origin}/dev/code`)).text()).toContain('class="code"')
})

it('knows where towns are, in Nominatim’s protocol, for the services alone', async () => {
  const find = async (query: string) =>
    (await fetch(`http://127.0.0.1:${outside.port}/geocoder/search?${query}`)).json()
  const [place] = parsePlaces(
    await find('q=Rua+Garrett+12,+Lisbon&format=jsonv2&addressdetails=1&limit=8&countrycodes=pt'),
  )
  expect(place).toMatchObject({ label: 'Lisbon, PT', city: 'Lisbon', country: 'PT' })
  expect(place?.accuracyMeters).toBeGreaterThan(1_000)
  expect(await find('q=Lisbon&countrycodes=portugal')).toEqual({
    error: 'q, and countrycodes of one country',
  })
  expect((await fetch(`${origin}/geocoder/search?q=Lisbon`)).headers.get('content-type')).not.toContain(
    'json',
  )
})

it('is absent when no demonstration runs', async () => {
  const address = closed.server.address()
  const answer = await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/dev/mail`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ])
})
