import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * `__Host-sid` on https; plain `sid` on loopback http, where browsers refuse the prefix
 * (docs/domain/login.md#sessions). `browser` tells a browser apart that is not signed in, `known` one in which
 * people have signed in.
 */
export const chooseCookieName = (publicUrl: URL, name: 'sid' | 'browser' | 'known' = 'sid') =>
  publicUrl.protocol === 'https:' ? `__Host-${name}` : name

const formatAttributes = (name: string) =>
  `Path=/; HttpOnly; SameSite=Lax${name.startsWith('__Host-') ? '; Secure' : ''}`

export const sessionCookie = (name: string, value: string, maxAgeSeconds: number) =>
  `${name}=${value}; ${formatAttributes(name)}; Max-Age=${maxAgeSeconds}`
/** A browser is known for half an hour: as long as the longest link that it may have asked for. */
export const browserCookie = (name: string, value: string) => sessionCookie(name, value, 1_800)
export const expiredCookie = (name: string) => `${name}=; ${formatAttributes(name)}; Max-Age=0`

/** 256 random bits. */
export const newSessionValue = () => randomBytes(32).toString('base64url')
/** What stands in the database instead of the cookie's value. */
export const hashText = (text: string) => createHash('sha256').update(text).digest('base64url')

const VALUE_LENGTH = 43

/** The session's value; undefined when absent, malformed, or given twice (cookie tossing). */
export const readSessionValue = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const header = headers.cookie
  if (header === undefined) return undefined
  let found: string | undefined
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at < 0 || part.slice(0, at).trim() !== name) continue
    if (found !== undefined) return undefined
    found = part.slice(at + 1).trim()
  }
  return found !== undefined && found.length === VALUE_LENGTH && /^[A-Za-z0-9_-]+$/.test(found)
    ? found
    : undefined
}
