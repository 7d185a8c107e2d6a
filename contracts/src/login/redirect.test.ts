import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOwnPath } from './redirect.ts'

const ORIGIN = 'https://console.example'

describe('a path to go to after signing in', () => {
  it.each([
    '/',
    '/?a=..%2f..',
    '/bookings',
    '/bookings/0198f3a0-0000-7000-8000-000000000001/cancel',
    '/bookings?view=list&filter=%7B%22state%22%3A%22held%22%7D',
    '/bookings/a%3Ab#part',
  ])('may be %s', (path) => expect(isOwnPath(path)).toBe(true))

  it.each([
    '/bookings/%2e%2e/api/session',
    '/bookings/.%2E/api/session',
    '/bookings/%2e./api/session',
    '/bookings/%252e%252e/api/session',
    '/bookings/%2e/x',
    '/bookings/./x',
    '/bookings/..%2f..%2fapi',
    '/bookings/%2f%2fevil.example',
    '/bookings/%5c%5cevil.example',
    '/bookings/%0d%0aset-cookie:x',
    '/bookings/%00',
    '/bookings/%',
    '/bookings/%zz',
    '/bookings/%c0%ae%c0%ae',
    '/%62ookings',
    '//evil.example',
    '/\\evil.example',
  ])('is never %s', (path) => expect(isOwnPath(path)).toBe(false))

  it('is read by a browser as it is written', () => {
    const part = fc.constantFrom(
      'bookings',
      'api',
      '.',
      '..',
      '%2e',
      '%2E',
      '%2f',
      '%5C',
      '%25',
      '/',
      '\\',
      'a',
      '\t',
      '?',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const path = `/bookings/${parts.join('')}`
        fc.pre(isOwnPath(path))
        const read = new URL(path, ORIGIN)
        expect(`${read.origin}${read.pathname}`).toBe(`${ORIGIN}${path.split('?')[0]}`)
        expect(decodeURIComponent(read.pathname)).not.toContain('..')
      }),
      { numRuns: 500 },
    )
  })
})
