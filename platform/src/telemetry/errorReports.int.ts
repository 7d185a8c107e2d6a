import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openErrorReports } from './errorReports.ts'

const envelopes: string[] = []
const sentry = createServer((request, response) => {
  void text(request).then((body) => {
    envelopes.push(body)
    response.end('{}')
  })
})
beforeAll(async () => {
  await once(sentry.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => void sentry.close())

test('reports what broke and where in the code, without personal data', async () => {
  const dsn = `http://key@127.0.0.1:${(sentry.address() as AddressInfo).port}/1`
  const reports = await openErrorReports({ dsn, name: 'command-service', environment: 'test' })
  const { captureMessage, setExtra, setUser } = await import('@sentry/node')
  setUser({ id: 'canary-user', email: 'canary-mail@guest.example', ip_address: '10.1.2.3' })
  setExtra('body', 'canary-extra')
  const ticket = `canary${'T'.repeat(40)}`
  const cause = new Error('insert of "canary-cause" failed')
  const error = Object.assign(
    new TypeError(`invalid value "canary-value" of canary-person@guest.example with ${ticket}`, { cause }),
    { detail: 'Key (email)=(canary-detail)', parameters: ['canary-parameter'] },
  )
  reports.report(error, { digest: 'abcd1234-0000', route: '/api/bookings/:id/cancel' })
  captureMessage('said by canary-person@guest.example')
  await reports.flush(5_000)
  expect(envelopes.length).toBe(2)
  const all = envelopes.join('\n')
  expect(all).not.toMatch(/canary|10\.1\.2\.3/)
  expect(all).toContain('invalid value \\"…\\" of [e-mail] with [secret]')
  for (const told of [
    'TypeError',
    'abcd1234-0000',
    '/api/bookings/:id/cancel',
    'errorReports.int.ts',
    'command-service',
  ])
    expect(all).toContain(told)
})

test('sends nothing without an address', async () => {
  const before = envelopes.length
  const reports = await openErrorReports({ dsn: undefined, name: 'x', environment: 'test' })
  reports.report(new Error('x'), {})
  await reports.flush(1_000)
  expect(envelopes.length).toBe(before)
})
