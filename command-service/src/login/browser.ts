import type { IncomingHttpHeaders } from 'node:http'
import {
  browserCookie,
  cookieNameOf,
  hashOf,
  newSessionValue,
  sessionValueOf,
} from '@hearth/platform/session/cookie'

/** What is remembered of a browser that is not signed in, by its hash; undefined without a cookie. */
export const readBrowserHash = (headers: IncomingHttpHeaders, publicUrl: URL): string | undefined => {
  const value = sessionValueOf(headers, cookieNameOf(publicUrl, 'browser'))
  return value === undefined ? undefined : hashOf(value)
}

/** The browser's mark, the same in all its tabs, and the cookie that keeps it for another half hour. */
export const identifyBrowser = (
  headers: IncomingHttpHeaders,
  publicUrl: URL,
): Readonly<{ hash: string; cookie: string }> => {
  const name = cookieNameOf(publicUrl, 'browser')
  const value = sessionValueOf(headers, name) ?? newSessionValue()
  return { hash: hashOf(value), cookie: browserCookie(name, value) }
}
