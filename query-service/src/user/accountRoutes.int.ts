import { fetchPatiently } from '@hearth/platform/testing/fetchPatiently'
import { newId } from '@hearth/contracts/kernel/ids'
import { zProviders } from '@hearth/contracts/login'
import { zSecurity, zSessions } from '@hearth/contracts/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type Service } from '../testing/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('users see their own sessions and sign-in methods only', async () => {
  const id = await service.addHost('ana@vale.example', 'Ana', newId(), 'owner')
  await service.addHost('ines@lisboa.example', 'Inês', newId(), 'owner')
  const [ana, , ines] = [
    await service.as('ana@vale.example'),
    await service.as('ana@vale.example'),
    await service.as('ines@lisboa.example'),
  ]
  const { sessions } = zSessions.parse(await (await ana('/api/account/sessions')).json())
  expect(sessions.map(({ method, current }) => [method, current])).toEqual([
    ['password', false],
    ['password', true],
  ])
  expect(JSON.stringify(sessions)).not.toContain(ana.cookie.slice(4))
  expect(zSessions.parse(await (await ines('/api/account/sessions')).json()).sessions).toHaveLength(1)
  await service.pool.query(
    `insert into app.identity (provider, subject, user_id) values ('hearth', 'ana', $1)`,
    [id],
  )
  expect(zSecurity.parse(await (await ana('/api/account/security')).json())).toMatchObject({
    email: 'ana@vale.example',
    hasPassword: true,
    totp: { enabledAt: null, recoveryCodesLeft: 0, compulsory: false },
    providers: [{ id: 'hearth', name: 'Hearth ID', linkedAt: expect.stringMatching(/Z$/) }],
  })
  expect(zSecurity.parse(await (await ines('/api/account/security')).json()).providers).toMatchObject([
    { linkedAt: null },
  ])
})

test('the names of providers are public, their secrets aren’t', async () => {
  const answer = await fetchPatiently(`${service.url}/api/login/providers`)
  const text = await answer.text()
  expect(zProviders.parse(JSON.parse(text))).toEqual({ providers: [{ id: 'hearth', name: 'Hearth ID' }] })
  expect((await fetchPatiently(`${service.url}/api/account/sessions`)).status).toBe(401)
})
