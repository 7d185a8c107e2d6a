import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Log } from '../telemetry/log.ts'
import type { Principal } from './principal.ts'
import { findSessions, markSeen, readPrincipal, type SessionRow } from './sessionRow.ts'

/**
 * How long a session is trusted before it is read again: long enough to spare the database, short enough that
 * a revoked session ends within a second.
 */
export const SESSION_TRUST_MS = 500
const MAX_CACHED = 10_000
/**
 * A session that was used within this time is likely to be used again, and is read with others before it is
 * due.
 */
const ACTIVE_MS = 2_000
const MAX_READ_AHEAD = 200

type Entry = {
  until: number
  usedAt: number
  value: Principal | undefined | Promise<Principal | undefined>
}

/** The active sessions that are due soon. */
const listDueSoon = (cache: LRUCache<string, Entry>, now: number): ReadonlyMap<string, Entry> => {
  const due = new Map<string, Entry>()
  for (const [sessionId, entry] of cache) {
    if (due.size === MAX_READ_AHEAD) break
    if (
      entry.value &&
      !(entry.value instanceof Promise) &&
      entry.until - now < SESSION_TRUST_MS / 2 &&
      now - entry.usedAt < ACTIVE_MS
    )
      due.set(sessionId, entry)
  }
  return due
}

/**
 * The principals of sessions. Hundreds of live streams and active hosts ask every second or so: what is asked
 * for in one round of the event loop is one query, which also reads ahead for the sessions that are due soon.
 */
export const createSessionCache = (pool: pg.Pool, log: Log) => {
  const cache = new LRUCache<string, Entry>({ max: MAX_CACHED })
  let pending: { ids: Set<string>; rows: Promise<ReadonlyMap<string, SessionRow>> } | undefined

  const toPrincipal = (row: SessionRow | undefined, sessionId: string): Principal | undefined => {
    if (!row) return undefined
    // No request waits for this or fails with it.
    markSeen(pool, row).catch((error: unknown) =>
      log.warn({ err: error }, 'session: its last use was not recorded; the next read tries again'),
    )
    return readPrincipal(row, sessionId)
  }

  const readPending = async (ids: ReadonlySet<string>): Promise<ReadonlyMap<string, SessionRow>> => {
    await new Promise((resolve) => setImmediate(resolve))
    pending = undefined
    const now = Date.now()
    const dueSoon = listDueSoon(cache, now)
    const rows = await findSessions(pool, [...ids, ...dueSoon.keys()])
    for (const [sessionId, entry] of dueSoon) {
      // Meanwhile it may have been forgotten or read again.
      if (cache.peek(sessionId) !== entry) continue
      entry.until = now + SESSION_TRUST_MS
      entry.value = toPrincipal(rows.get(sessionId), sessionId)
    }
    return rows
  }

  const load = async (sessionId: string): Promise<Principal | undefined> => {
    if (!pending) {
      const ids = new Set<string>()
      pending = { ids, rows: readPending(ids) }
    }
    pending.ids.add(sessionId)
    return toPrincipal((await pending.rows).get(sessionId), sessionId)
  }

  return {
    /** Answers without a promise while the session is trusted. */
    find: (sessionId: string): Principal | undefined | Promise<Principal | undefined> => {
      const now = Date.now()
      const known = cache.get(sessionId)
      if (known && known.until > now) {
        known.usedAt = now
        return known.value
      }
      const entry: Entry = { until: now + SESSION_TRUST_MS, usedAt: now, value: undefined }
      const value = load(sessionId).then(
        (principal) => {
          entry.value = principal
          return principal
        },
        (error: unknown) => {
          if (cache.peek(sessionId) === entry) cache.delete(sessionId)
          throw error
        },
      )
      entry.value = value
      cache.set(sessionId, entry)
      return value
    },
    forget: (sessionId: string): void => {
      cache.delete(sessionId)
    },
  }
}
