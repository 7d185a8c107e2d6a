import type { IncomingHttpHeaders } from 'node:http'
import type pg from 'pg'
import { hashText, newSessionValue, readSessionValue, sessionCookie } from './cookie.ts'

type Queryable = Pick<pg.Pool, 'query'>

/** A browser stays known this long after its last sign-in (docs/domain/login.md#known-browsers). */
const KNOWN_S = 365 * 86_400
const MAX_PER_PERSON = 20

/**
 * The id of the known browser that a request comes from; undefined where this person has not signed in with
 * it. `account` is the person's email address or id.
 */
export const findKnownBrowser = async (
  pool: Queryable,
  cookieName: string,
  headers: IncomingHttpHeaders,
  account: string,
): Promise<string | undefined> => {
  const value = readSessionValue(headers, cookieName)
  if (value === undefined) return undefined
  const { rows } = await pool.query<{ id: string }>(
    `
      select k.id
      from app.known_browser k join app.app_user u on u.id = k.user_id
      where
        k.value_hash = $1
        and k.expires_at > now()
        and (lower(u.email) = lower($2) or u.id::text = $2)`,
    [hashText(value), account],
  )
  return rows[0]?.id
}

const FORGET_SURPLUS = `
  delete from app.known_browser
  where
    expires_at < now()
    or id in (select id from app.known_browser where user_id = $1 order by expires_at desc offset $2)`

/**
 * Makes a browser known to the person who has just signed in with it, and answers its id and its cookie. The
 * cookie's value is new each time, so one that was planted before is worth nothing.
 */
export const rememberBrowser = async (
  pool: Queryable,
  cookieName: string,
  headers: IncomingHttpHeaders,
  userId: string,
): Promise<Readonly<{ id: string; cookie: string }>> => {
  const former = readSessionValue(headers, cookieName)
  const value = newSessionValue()
  if (former !== undefined)
    await pool.query('update app.known_browser set value_hash = $2 where value_hash = $1', [
      hashText(former),
      hashText(value),
    ])
  const { rows } = await pool.query<{ id: string }>(
    `
      insert into app.known_browser (value_hash, user_id, expires_at)
      values ($1, $2, now() + make_interval(secs => $3))
      on conflict (value_hash, user_id) do update
      set expires_at = excluded.expires_at
      returning id`,
    [hashText(value), userId, KNOWN_S],
  )
  await pool.query(FORGET_SURPLUS, [userId, MAX_PER_PERSON])
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The browser could not be remembered')
  return { id, cookie: sessionCookie(cookieName, value, KNOWN_S) }
}
