import { expect, it } from 'vitest'
import { isSigned, signWebhook } from './webhookSignature.ts'

const body = Buffer.from('{"id":"1"}')
const header = signWebhook('secret', body, 1_000)

it('signs with its secret, the body and the time', () => {
  expect(header).toMatch(/^t=1000,v1=[0-9a-f]{64}$/)
  expect(signWebhook('secret', '{"id":"1"}', 1_000)).toBe(header)
  expect(signWebhook('secret', body, 1_001)).not.toBe(header)
  expect(signWebhook('other', body, 1_000)).not.toBe(header)
})

it.each([
  ['five minutes later', 'secret', header, body, 1_300, true],
  ['five minutes before', 'secret', header, body, 700, true],
  ['later than that', 'secret', header, body, 1_301, false],
  ['earlier than that', 'secret', header, body, 699, false],
  ['of another secret', 'other', header, body, 1_000, false],
  ['of another body', 'secret', header, Buffer.from('{}'), 1_000, false],
  ['of another time', 'secret', header.replace('t=1000', 't=1001'), body, 1_000, false],
  ['that is missing', 'secret', undefined, body, 1_000, false],
  ['that is none', 'secret', 'v1=00', body, 1_000, false],
] as const)('judges a signature %s', (_, secret, signature, bytes, now, valid) =>
  expect(isSigned(secret, signature, bytes, now)).toBe(valid),
)
