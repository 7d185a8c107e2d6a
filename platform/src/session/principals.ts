import type { ServiceRole } from '@hearth/contracts/kernel/access'
import type pg from 'pg'
import type { Secret } from '../config/secret.ts'
import type { Log } from '../telemetry/log.ts'
import { chooseCookieName, hashText, readSessionValue } from './cookie.ts'
import type { Principal, Principals } from './principal.ts'
import { createSessionCache } from './sessionCache.ts'

const BEARER = 'Bearer '

/**
 * Resolves sessions from Postgres and service tokens from the settings. Roles and accounts are read again
 * every half second.
 */
export const createPrincipals = ({
  pool,
  log,
  serviceTokens,
  publicUrl,
}: Readonly<{
  pool: pg.Pool
  log: Log
  serviceTokens: ReadonlyMap<ServiceRole, Secret>
  publicUrl: URL
}>): Principals => {
  const cookieName = chooseCookieName(publicUrl)
  const sessions = createSessionCache(pool, log)
  // The lookup is by hash, so its duration says nothing about the tokens.
  const services = new Map<string, Principal>(
    [...serviceTokens].map(([role, token]) => [
      hashText(token.reveal()),
      { actor: { id: role, kind: 'service', role, name: role }, listingIds: 'all' },
    ]),
  )
  return {
    resolve: (headers) => {
      const { authorization } = headers
      if (authorization !== undefined)
        return authorization.startsWith(BEARER)
          ? services.get(hashText(authorization.slice(BEARER.length)))
          : undefined
      const value = readSessionValue(headers, cookieName)
      return value === undefined ? undefined : sessions.find(hashText(value))
    },
    forget: sessions.forget,
  }
}
