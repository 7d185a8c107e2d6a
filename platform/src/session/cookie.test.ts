import { expect, test } from 'vitest'
import {
  chooseCookieName,
  expiredCookie,
  newSessionValue,
  sessionCookie,
  readSessionValue,
} from './cookie.ts'

const value = newSessionValue()

test('finds the session among other cookies, but not when it is repeated or malformed', () => {
  const read = (cookie: string) => readSessionValue({ cookie }, 'sid')
  expect(read(`a=b; sid=${value}; sidx=1`)).toBe(value)
  expect(read(`xsid=${value}`)).toBeUndefined()
  expect(read(`sid=${value}; sid=${newSessionValue()}`)).toBeUndefined()
  for (const bad of [
    'sid=',
    'sid',
    `sid=${value}x`,
    `sid=${value.slice(1)}`,
    `sid="${value.slice(2)}"`,
    `sid=${'%'.repeat(43)}`,
  ])
    expect(read(bad)).toBeUndefined()
  expect(readSessionValue({}, 'sid')).toBeUndefined()
})

test('sets the host prefix and Secure on https, and neither on loopback http', () => {
  const secure = chooseCookieName(new URL('https://hearth.example'))
  expect(sessionCookie(secure, value, 60)).toBe(
    `__Host-sid=${value}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60`,
  )
  expect(expiredCookie(chooseCookieName(new URL('http://localhost:3000')))).toBe(
    'sid=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
  )
})
