import { allowed } from '@hearth/platform/testing/allowed'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { beforeAll, expect, test } from 'vitest'
import { readCookie, sharedJourney, accepted, type Journey } from './journey.ts'
import { openAccount } from './fixtures.ts'

/** Every process refuses an ended impersonation within this time. */
const GONE_WITHIN_MS = 1_000

let journey: Journey
beforeAll(async () => {
  journey = await sharedJourney()
})

type Mail = Readonly<{ subject: string; text: string }>

test('staff act for a host with approval, with a log and a report at the end', async () => {
  const hostAccountId = await openAccount(journey)
  const owner = await journey.signIn({ role: 'owner', hostAccountId })
  const support = await journey.signIn({ staffRole: 'support' })
  const admin = await journey.signIn({ staffRole: 'admin' })
  const request = {
    targetAccountId: hostAccountId,
    mode: 'act_as',
    scopes: ['onboarding'],
    reason: 'onboarding_help',
    reasonText: 'The host asked us on the phone to start the first listing.',
  }
  const { id } = accepted(await support.post('/api/impersonations', request))
  accepted(await admin.post(`/api/impersonations/${id}/approve`, {}))
  const started = accepted(await support.post(`/api/impersonations/${id}/start`, {}))
  const inPlace = journey.client({ origin: journey.baseUrl, cookie: readCookie(started) })
  expect((await support.get('/api/session')).status).toBe(401)
  expect((await inPlace.get('/api/session')).json).toMatchObject({
    account: { id: hostAccountId },
    impersonation: { id, mode: 'act_as', staffRole: 'support' },
  })
  expect((await inPlace.post('/api/impersonation/page-view', { route: '/listings' })).status).toBe(204)
  expect((await inPlace.post(`/api/accounts/${hostAccountId}/close`, {})).json).toMatchObject({
    code: 'IMPERSONATION_ACTION_EXCLUDED',
  })
  expect((await inPlace.get('/api/listings')).status).toBe(200)

  const ended = await inPlace.post('/api/impersonation/end', {})
  expect(ended.status).toBe(200)
  const began = performance.now()
  await waitUntil(
    async () =>
      (await inPlace.get('/api/session')).status === 401 &&
      (await inPlace.post('/api/impersonation/page-view', { route: '/' })).status === 401,
  )
  expect(performance.now() - began).toBeLessThan(allowed(GONE_WITHIN_MS))
  const back = journey.client({ origin: journey.baseUrl, cookie: readCookie(ended) })
  expect((await back.get('/api/session')).json).toMatchObject({ role: 'support', impersonation: null })

  const mails = async () =>
    (await (
      await fetch(`${journey.baseUrl}/dev/mail.json?to=${encodeURIComponent(owner.email)}`)
    ).json()) as readonly Mail[]
  await waitUntil(async () =>
    (await mails()).some(({ subject }) => subject.includes('acted in your account')),
  )
  const notice = (await mails()).find(({ subject }) => subject.includes('acted'))?.text
  expect(notice).toContain('viewed /listings')
  expect(notice).toContain('What was opened: listings.')
  await waitUntil(async () => /"text": ?"listings"/.test((await owner.get('/api/access-log')).text))
  const log = JSON.parse((await owner.get('/api/access-log')).text) as unknown[]
  expect(log).toMatchObject([
    {
      id,
      kind: 'impersonation',
      staffName: 'Jo Urney',
      entries: [
        { kind: 'page', text: '/listings' },
        { kind: 'refused', text: 'CloseAccount' },
        { kind: 'read', text: 'listings' },
      ],
    },
  ])
})

test('row security covers every read model', async () => {
  expect(
    await journey.query(
      `
        select relname
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where
          n.nspname = 'read'
          and c.relname ~ '_b[0-9]+$'
          and c.relkind = 'r'
          and not c.relrowsecurity`,
    ),
  ).toEqual([])
})
