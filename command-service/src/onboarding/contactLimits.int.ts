import { completeFacts } from '@hearth/contracts/testing'
import { newId } from '@hearth/contracts/kernel/ids'
import { MAX_CODES } from '@hearth/contracts/onboarding'
import type { Principal } from '@hearth/platform/session/principal'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SCHEDULER } from '../runtime/internal.ts'
import { accepted, command, openTestService, rejected, type TestService } from '../testing/fixture.ts'
import { startPlace } from '../testing/place.ts'
import { openContactLimits } from './contactLimits.ts'

let stack: TestStack
let service: TestService
beforeAll(async () => {
  stack = await startTestStack()
  service = await openTestService(stack)
})
afterAll(async () => {
  await service?.close()
  await stack?.stop()
})
beforeEach(async () => {
  await service.pool.query('delete from app.contact_code_count')
})

const PHONE = '+351912345678'
const limits = () => openContactLimits({ pool: service.pool, key: 'a key of the test' })
/** A request that shares nothing with others but what `more` says. */
const request = (more: object = {}) => ({
  hostAccountId: newId(),
  phone: `+3519${Math.floor(Math.random() * 1e8)}`,
  address: `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.1`,
  ...more,
})
const takeMany = async (count: number, more: () => object) => {
  for (let index = 0; index < count; index += 1) expect(await limits().take(request(more()))).toBeUndefined()
}

test('an account, a number and a network each get their codes within 24 hours', async () => {
  const hostAccountId = newId()
  await takeMany(MAX_CODES.account, () => ({ hostAccountId }))
  expect(await limits().take(request({ hostAccountId }))).toBe('account')
  await takeMany(MAX_CODES.number, () => ({ phone: PHONE }))
  expect(await limits().take(request({ phone: PHONE }))).toBe('number')
  await takeMany(MAX_CODES.network, () => ({ address: '192.0.2.7' }))
  expect(await limits().take(request({ address: '192.0.2.200' }))).toBe('network')

  const keys = (await service.pool.query('select key from app.contact_code_count')).rows
  expect(JSON.stringify(keys)).not.toContain(PHONE.slice(1))
  await service.pool.query(`update app.contact_code_count set since = now() - interval '25 hours'`)
  expect(await limits().take(request({ hostAccountId, phone: PHONE, address: '192.0.2.7' }))).toBeUndefined()
})

test('a refused request does not count', async () => {
  await takeMany(MAX_CODES.number, () => ({ phone: PHONE }))
  const hostAccountId = newId()
  for (let index = 0; index < MAX_CODES.account + 1; index += 1)
    expect(await limits().take(request({ hostAccountId, phone: PHONE }))).toBe('number')
  expect(await limits().take(request({ hostAccountId }))).toBeUndefined()
})

/** The answer to a host who requests a code for a listing that they just started, in an account of its own. */
const requestCode = async () => {
  const { accountId } = await startPlace(service)
  const host: Principal = {
    actor: { id: newId(), kind: 'host', role: 'owner', name: 'Ada' },
    tenantId: accountId,
    listingIds: 'all',
    provedAt: Date.now(),
  }
  const { location, type } = completeFacts.sections
  const { propertyType, relationship, consentToList } = type ?? {}
  const draft = {
    address: location?.address,
    geo: location?.geo,
    geoAccuracyMeters: 20,
    pinConfirmed: true,
    propertyType,
    bedrooms: 1,
    relationship,
    consentToList,
    feeModel: 'self_managed',
  }
  const { id } = accepted(await service.handle(command('DraftListing', host, draft)))
  const opening = command('OpenOnboarding', SCHEDULER, { hostAccountId: accountId }, { id })
  accepted(await service.handle({ ...opening, internal: true }))
  const patch = {
    primary: { name: 'Ada', phone: PHONE, hours: null },
    backup: { name: 'Bea', phone: '+351912345679' },
  }
  const section = { section: 'contact', patch, baseVersion: 0 }
  accepted(await service.handle(command('UpdateListingSection', host, section, { id })))
  return service.handle(
    command(
      'SendContactCode',
      host,
      { contact: 'primary' },
      {
        id,
        where: { ip: '192.0.2.7', userAgent: 'Test' },
      },
    ),
  )
}

test('one number is not sent more codes by the listings of several accounts', async () => {
  for (let index = 0; index < MAX_CODES.number; index += 1)
    expect(accepted(await requestCode()).events).toContain('ContactCodeSent')
  expect(rejected(await requestCode())).toMatchObject({ code: 'LIMIT_EXCEEDED', facts: { limit: 'number' } })
})
