import { describe, expect, it } from 'vitest'
import { findDestination } from './destination.ts'

describe('findDestination', () => {
  it.each([
    ['GET', '/api/bookings?range=[0,24]', 'query'],
    ['HEAD', '/api/bookings', 'query'],
    ['GET', '/api', 'query'],
    ['GET', '/api/live', 'query'],
    ['POST', '/api/bookings', 'command'],
    ['PUT', '/api/bookings/1', 'command'],
    ['DELETE', '/api/bookings/1', 'command'],
    ['OPTIONS', '/api/bookings', 'command'],
    ['POST', '/api/webhooks/bank', 'command'],
    ['GET', '/api/webhooks/bank', 'command'],
    ['POST', '/monitoring', 'command'],
    ['GET', '/ical/abc.ics', 'query'],
    ['GET', '/dev/mail.json?to=a', 'outside'],
    ['POST', '/dev/idp/token', 'outside'],
    ['GET', '/devices', 'console'],
    ['GET', '/', 'console'],
    ['GET', '/bookings/1', 'console'],
    ['GET', '/apiary', 'console'],
    ['GET', '/healthz?x', 'health'],
    ['GET', '/metrics', 'nothing'],
    ['GET', '/metrics?x', 'nothing'],
    ['GET', 'http://elsewhere.example/api/bookings', 'malformed'],
    ['OPTIONS', '*', 'malformed'],
  ])('%s %s -> %s', (method, url, expected) => {
    expect(findDestination(method, url)).toBe(expected)
  })
})
