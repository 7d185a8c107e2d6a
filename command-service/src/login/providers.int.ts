import { secret } from '@hearth/platform/config/secret'
import { silentLog } from '@hearth/platform/testing/log'
import { afterAll, describe, expect, test } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, startLyingProvider, type Lie } from '../testing/lyingProvider.ts'
import { createProviders } from './providers.ts'

type Metadata = Readonly<Record<string, unknown>>
type Options = Readonly<{ clientAuthentication?: 'client_secret_basic' | 'client_secret_post' }>

const opened: Awaited<ReturnType<typeof startLyingProvider>>[] = []
afterAll(() => Promise.all(opened.map((provider) => provider.close())))

const openProvider = async (metadata: Metadata = {}, options: Options = {}) => {
  const server = await startLyingProvider(metadata)
  opened.push(server)
  const { issuer } = server
  const provider = {
    id: 'liar',
    name: 'Liar',
    issuer,
    clientId: CLIENT_ID,
    clientSecret: secret(CLIENT_SECRET),
    ...options,
  }
  const providers = createProviders({
    providers: [provider],
    publicUrl: new URL('http://localhost:3999'),
    log: silentLog,
  })
  const signIn = async (claims: Metadata, lie: Lie = {}) => {
    const { url, secrets } = await providers.begin(provider, false)
    return providers.finish(provider, server.answer(url, claims, lie), secrets, false)
  }
  return { ...server, signIn }
}

describe('the client authenticates', () => {
  const [basic, post] = ['client_secret_basic', 'client_secret_post'] as const
  test.each<[string, readonly string[] | undefined, Options, string]>([
    ['by basic where the metadata lists nothing', undefined, {}, basic],
    ['by basic where only that is listed', [basic], {}, basic],
    ['by basic where both are listed', [post, basic], {}, basic],
    ['by basic among methods that are not supported here', ['private_key_jwt', basic], {}, basic],
    ['by post where only that is listed', [post], {}, post],
    ['by post where basic is not listed', ['private_key_jwt', post], {}, post],
    ['by post where the settings say so', [basic, post], { clientAuthentication: post }, post],
    ['by basic where the settings say so', [basic, post], { clientAuthentication: basic }, basic],
  ])('%s', async (_, listed, options, method) => {
    const { signIn, methods } = await openProvider(
      listed === undefined ? {} : { token_endpoint_auth_methods_supported: listed },
      options,
    )
    expect((await signIn({ sub: 'ana' })).subject).toBe('ana')
    expect(methods).toEqual([method])
  })
})

describe('an email address', () => {
  const email = 'ana@vale.example'
  const cases: readonly [string, Metadata, Metadata | undefined, unknown][] = [
    ['is verified by true', { email, email_verified: true }, undefined, { email, verified: true }],
    ['is verified by the text true', { email, email_verified: 'true' }, undefined, { email, verified: true }],
    ['is not verified by false', { email, email_verified: false }, undefined, { email, verified: false }],
    ['is not verified by null', { email, email_verified: null }, undefined, { email, verified: false }],
    ['is not verified by 1', { email, email_verified: 1 }, undefined, { email, verified: false }],
    ['is not verified by yes', { email, email_verified: 'yes' }, undefined, { email, verified: false }],
    ['is not verified by silence', { email }, {}, { email, verified: false }],
    ['comes from the userinfo', {}, { email, email_verified: true }, { email, verified: true }],
    ['is verified by the userinfo', { email }, { email_verified: true }, { email, verified: true }],
    ['is verified by its text', { email }, { email_verified: 'true', email }, { email, verified: true }],
    [
      'is verified in another spelling',
      { email },
      { email_verified: true, email: 'Ana@VALE.example' },
      { email, verified: true },
    ],
    [
      'is not verified by the userinfo of another address',
      { email },
      { email_verified: true, email: 'else@vale.example' },
      { email, verified: false },
    ],
    [
      'of an ID token that says no is not verified by the userinfo',
      { email, email_verified: false },
      { email_verified: true },
      { email, verified: false },
    ],
    ['may be missing', {}, {}, { email: undefined, verified: false }],
  ]
  test.each(cases)('%s', async (_, claims, userInfo, found) => {
    const { signIn } = await openProvider()
    const person = await signIn(
      { sub: 'ana', ...claims },
      userInfo === undefined ? {} : { userInfo: { sub: 'ana', ...userInfo } },
    )
    expect(await person.readEmail()).toEqual(found)
  })

  test('is not read from the userinfo of another subject', async () => {
    const { signIn } = await openProvider()
    for (const claims of [{}, { email }]) {
      const person = await signIn(
        { sub: 'ana', ...claims },
        { userInfo: { sub: 'ines', email, email_verified: true } },
      )
      await expect(person.readEmail()).rejects.toMatchObject({ code: 'IDP_DENIED' })
    }
  })
})
