import type { IncomingHttpHeaders } from 'node:http'
import {
  browserCookie,
  chooseCookieName,
  hashText,
  newSessionValue,
  readSessionValue,
} from '@hearth/platform/session/cookie'

/** Identifies a browser that is not signed in, by a hash; undefined without a cookie. */
export const readBrowserHash = (headers: IncomingHttpHeaders, publicUrl: URL): string | undefined => {
  const value = readSessionValue(headers, chooseCookieName(publicUrl, 'browser'))
  return value === undefined ? undefined : hashText(value)
}

/** The browser's hash, the same in all its tabs, and the cookie that keeps it for another half hour. */
export const identifyBrowser = (
  headers: IncomingHttpHeaders,
  publicUrl: URL,
): Readonly<{ hash: string; cookie: string }> => {
  const name = chooseCookieName(publicUrl, 'browser')
  const value = readSessionValue(headers, name) ?? newSessionValue()
  return { hash: hashText(value), cookie: browserCookie(name, value) }
}
