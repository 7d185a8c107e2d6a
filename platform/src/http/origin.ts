import type { IncomingHttpHeaders } from 'node:http'
import { AppProblem } from './appProblem.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** The origins our own pages have. On a loopback address all its names count, with the same port. */
export const ownOrigins = (publicUrl: URL): ReadonlySet<string> =>
  new Set(
    LOOPBACK.includes(publicUrl.hostname)
      ? LOOPBACK.map(
          (name) => `${publicUrl.protocol}//${name}${publicUrl.port === '' ? '' : `:${publicUrl.port}`}`,
        )
      : [publicUrl.origin],
  )

/**
 * 403 for a changing request that another site may have sent (docs/domain/security.md#forged-requests).
 * `required`: the request carries a session cookie, so it must show that it is ours. Otherwise only a foreign
 * origin is refused, so that another site cannot sign people in.
 */
export const assertOwnOrigin = (
  headers: IncomingHttpHeaders,
  own: ReadonlySet<string>,
  required: boolean,
) => {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  const foreign = (origin !== undefined && !own.has(origin)) || (site !== undefined && site !== 'same-origin')
  if (foreign || (required && origin === undefined && site === undefined))
    throw new AppProblem('FORBIDDEN', 'This request doesn’t come from Hearth’s own pages')
}
