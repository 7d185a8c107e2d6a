import type pg from 'pg'
import { findNetwork } from '../http/network.ts'
import { hashText } from './cookie.ts'

type Queryable = Pick<pg.Pool, 'query'>

/** Tries within a quarter of an hour before the next ones are refused (docs/domain/login.md#attempts). */
export const LOGIN_LIMITS = { pair: 5, account: 20, address: 60 } as const
const WINDOW_SECONDS = 15 * 60

/** Whom an attempt counts for: `account` is an address or a person's id, `address` where it comes from. */
export type Attempt = Readonly<{ account: string; address: string }>

const listKeys = ({ account, address }: Attempt) => {
  const near = findNetwork(address)
  return [hashText(`${account}\n${near}`), hashText(`account\n${account}`), hashText(`address\n${near}`)]
}

const COUNT = `
  insert into app.login_attempt as a (key, failures, since)
  select key, 1, now()
  from unnest($1::text[]) as key
  order by key
  on conflict (key) do update
  set
    failures = case when a.since < now() - make_interval(secs => $2) then 1 else a.failures + 1
    end,
    since = case when a.since < now() - make_interval(secs => $2) then now() else a.since
    end
  returning
    key,
    failures,
    ceil(extract(epoch from since + make_interval(secs => $2) - now()))::int as wait`

// In one order, or two who do this at the same time could wait for each other.
const GIVE_BACK = `
  with mine as (select key from app.login_attempt where key = any($1::text[]) order by key for update)
  update app.login_attempt a set failures = greatest(failures - 1, 0) from mine where a.key = mine.key`

/**
 * The seconds to wait, or 0 when the attempt may go on; `locks` when this very attempt is the one that the
 * account as a whole does not get any more.
 */
export type Counted = Readonly<{ wait: number; locks: boolean }>

/**
 * Counts an attempt before it is checked, so that parallel ones cannot slip through. Throws when the store is
 * down: then no one can sign in, while reading still works. `factor` raises the limits for tests.
 */
export const countAttempt = async (pool: Queryable, attempt: Attempt, factor = 1): Promise<Counted> => {
  const keys = listKeys(attempt)
  const { rows } = await pool.query<{ key: string; failures: number; wait: number }>(COUNT, [
    keys,
    WINDOW_SECONDS,
  ])
  const limits = [LOGIN_LIMITS.pair, LOGIN_LIMITS.account, LOGIN_LIMITS.address].map(
    (limit) => limit * factor,
  )
  const over = rows.filter(({ key, failures }) => failures > (limits[keys.indexOf(key)] ?? 0))
  const account = rows.find(({ key }) => key === keys[1])
  return {
    wait: Math.max(0, ...over.map(({ wait }) => Math.max(1, wait))),
    locks: account?.failures === LOGIN_LIMITS.account * factor + 1,
  }
}

/** Takes an attempt back that was none: the first half of a sign-in in two steps. */
export const giveBackAttempt = async (pool: Queryable, attempt: Attempt): Promise<void> => {
  await pool.query(GIVE_BACK, [listKeys(attempt)])
}

/**
 * After a success the count of the pair starts again. Account and network lose only this attempt, so that one
 * person cannot clear the count for others.
 */
export const clearAttempts = async (pool: Queryable, attempt: Attempt): Promise<void> => {
  const [pair, ...others] = listKeys(attempt)
  await pool.query(
    'delete from app.login_attempt where key = $1 or since < now() - make_interval(secs => $2)',
    [pair, WINDOW_SECONDS],
  )
  await pool.query(GIVE_BACK, [others])
}

/** Counts something by one key only, such as mails to an address: whether it may go on. */
export const countOnce = async (
  pool: Queryable,
  key: string,
  limit: number,
  windowSeconds: number,
): Promise<boolean> => {
  const { rows } = await pool.query<{ failures: number }>(COUNT, [[hashText(key)], windowSeconds])
  return (rows[0]?.failures ?? 1) <= limit
}
