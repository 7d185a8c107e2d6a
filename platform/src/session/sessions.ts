import type { LoginMethod } from '@hearth/contracts/kernel/access'
import type pg from 'pg'
import { hashText, newSessionValue, sessionCookie } from './cookie.ts'
import { HOST_SESSION, STAFF_SESSION } from './lifetimes.ts'

type Queryable = Pick<pg.Pool, 'query'>

export type NewSession = Readonly<{
  userId: string
  staff: boolean
  /** The account to act for; null for staff. */
  hostAccountId: string | null
  method: LoginMethod
  /** Whether who signs in has just proved who they are; a forwarded link proves less. */
  proved: boolean
  /** Whether a second factor was part of it. */
  secondFactor: boolean
  userAgent: string | null
  address: string | null
  /** The known browser that the person signs in with. */
  knownBrowserId?: string | undefined
}>

/**
 * Opens a session and answers its cookie. Always a new value: an id that was planted before is worth nothing
 * (docs/domain/login.md#sessions).
 */
export const openSession = async (
  pool: Queryable,
  cookieName: string,
  session: NewSession,
): Promise<string> => {
  const value = newSessionValue()
  const { absolute } = session.staff ? STAFF_SESSION : HOST_SESSION
  await pool.query(
    `
      insert into
        app.session (
          id_hash,
          user_id,
          host_account_id,
          created_at,
          last_seen_at,
          expires_at,
          proved_at,
          method,
          second_factor,
          user_agent,
          address,
          known_browser_id
        )
      values
        (
          $1,
          $2,
          $3,
          now(),
          now(),
          now() + make_interval(secs => $4),
          case when $5 then now() else 'epoch'
          end,
          $6,
          $7,
          $8,
          $9,
          $10
        )`,
    [
      hashText(value),
      session.userId,
      session.hostAccountId,
      absolute,
      session.proved,
      session.method,
      session.secondFactor,
      session.userAgent,
      session.address,
      session.knownBrowserId ?? null,
    ],
  )
  return sessionCookie(cookieName, value, absolute)
}

/**
 * Gives a session a new value and records what was verified on the way; the old value is invalid from then.
 * Undefined when there is no session. When it ends does not change.
 */
export const rotateSession = async (
  pool: Queryable,
  cookieName: string,
  sessionId: string,
  change: Readonly<{
    proved?: boolean
    secondFactor?: boolean
    knownBrowserId?: string | undefined
  }> = {},
): Promise<Readonly<{ cookie: string; provedAt: string }> | undefined> => {
  const value = newSessionValue()
  const { rows } = await pool.query<{ proved_at: string; seconds: number }>(
    `
      update app.session
      set
        id_hash = $2,
        proved_at = case when $3 then now() else proved_at
        end,
        second_factor = second_factor
        or $4,
        known_browser_id = coalesce($5, known_browser_id)
      where id_hash = $1 and expires_at > now()
      returning proved_at, ceil(extract(epoch from expires_at - now()))::int as seconds`,
    [
      sessionId,
      hashText(value),
      change.proved ?? false,
      change.secondFactor ?? false,
      change.knownBrowserId ?? null,
    ],
  )
  const row = rows[0]
  return row && { cookie: sessionCookie(cookieName, value, row.seconds), provedAt: row.proved_at }
}

/** Ends one session, and clears away those that are over. */
export const closeSession = async (pool: Queryable, sessionId: string): Promise<void> => {
  await pool.query('delete from app.session where id_hash = $1 or expires_at < now()', [sessionId])
}

/** Ends one session and forgets the browser that it was opened with. */
export const revokeSession = async (pool: Queryable, sessionId: string): Promise<void> => {
  await pool.query(
    `
      with revoked as (delete from app.session where id_hash = $1 returning known_browser_id)
      delete from app.known_browser where id in (select known_browser_id from revoked)`,
    [sessionId],
  )
}

/**
 * Ends a person's sessions but `except`, and answers how many there were. Forgets their browsers but that of
 * `except`.
 */
export const closeSessions = async (pool: Queryable, userId: string, except?: string): Promise<number> => {
  const { rowCount } = await pool.query(
    `
      with
        forgotten as (
          delete from app.known_browser
          where
            user_id = $1
            and id is distinct from (select known_browser_id from app.session where id_hash = $2)
        )
      delete from app.session where user_id = $1 and id_hash is distinct from $2`,
    [userId, except ?? null],
  )
  return rowCount ?? 0
}
