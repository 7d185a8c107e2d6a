import type pg from 'pg'
import { findNetwork } from '../http/network.ts'
import { withTransaction } from '../postgres/pool.ts'
import { hashText } from './cookie.ts'

type Queryable = Pick<pg.Pool, 'query'>

/** Attempts within a quarter of an hour before the next ones are refused (docs/domain/login.md#attempts). */
export const LOGIN_LIMITS = { pair: 5, account: 20, address: 60 } as const
const WINDOW_S = 15 * 60

/** Whom an attempt counts for. */
export type Attempt = Readonly<{
  /** An email address, a person's id, or a link. */
  account: string
  /** The network address that it comes from. */
  address: string
  /** The browser, if this person has signed in with it before: it has attempts that no one else can use up. */
  knownBrowser?: string | undefined
  /** Whether it comes from a session of the person: then the attempts of neighbours do not matter. */
  signedIn?: true
}>

/** How much of something may happen within a time. `key` says what is counted. */
export type Limit = Readonly<{ key: string; max: number }>

/** The limits of an attempt: its own first, then those that it shares with others. */
const listLimits = (attempt: Attempt, factor: number): readonly Limit[] => {
  const { account, address, knownBrowser, signedIn } = attempt
  const pair = LOGIN_LIMITS.pair * factor
  if (knownBrowser !== undefined) return [{ key: `browser\n${account}\n${knownBrowser}`, max: pair }]
  const near = findNetwork(address)
  const ofAccount = [
    { key: `${account}\n${near}`, max: pair },
    { key: `account\n${account}`, max: LOGIN_LIMITS.account * factor },
  ]
  return signedIn
    ? ofAccount
    : [...ofAccount, { key: `address\n${near}`, max: LOGIN_LIMITS.address * factor }]
}

const WAIT = 'ceil(extract(epoch from a.since + make_interval(secs => $3) - now()))::int'

const FIND_FULL = `
  select max(${WAIT}) as wait
  from unnest($1::text[], $2::int[]) as l (key, max) join app.login_attempt a using (key)
  where a.failures >= l.max and a.since > now() - make_interval(secs => $3)`

// In one order, or two who do this at the same time could wait for each other.
const LOCK = `
  insert into app.login_attempt as a (key, failures, since)
  select key, 0, now()
  from unnest($1::text[]) as key
  order by key
  on conflict (key) do update
  set
    failures = case when a.since < now() - make_interval(secs => $2) then 0 else a.failures
    end,
    since = case when a.since < now() - make_interval(secs => $2) then now() else a.since
    end
  returning key, failures`

const COUNT = 'update app.login_attempt set failures = failures + 1 where key = any($1::text[])'

const GIVE_BACK = `
  with mine as (select key from app.login_attempt where key = any($1::text[]) order by key for update)
  update app.login_attempt a set failures = greatest(failures - 1, 0) from mine where a.key = mine.key`

const hashKeys = (limits: readonly Limit[]) => limits.map(({ key }) => hashText(key))

/**
 * Counts something once for each limit, or for none of them where one is reached: what is refused uses
 * nothing up. `wait` is the seconds until it may happen again, 0 when it may happen now; `full` has the keys
 * of the limits that are reached by it.
 */
export const countWithin = async (
  pool: pg.Pool,
  limits: readonly Limit[],
  windowS: number,
): Promise<Readonly<{ wait: number; full: readonly string[] }>> => {
  const keys = hashKeys(limits)
  const findWait = async (queryable: Queryable): Promise<number> => {
    const { rows } = await queryable.query<{ wait: number | null }>(FIND_FULL, [
      keys,
      limits.map(({ max }) => max),
      windowS,
    ])
    const wait = rows[0]?.wait ?? null
    return wait === null ? 0 : Math.max(1, wait)
  }
  // Refusing writes nothing, so that a flood of attempts costs little.
  const before = await findWait(pool)
  if (before > 0) return { wait: before, full: [] }
  return withTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<{ key: string; failures: number }>(LOCK, [keys, windowS])
    const wait = await findWait(transaction)
    if (wait > 0) return { wait, full: [] }
    await transaction.query(COUNT, [keys])
    const counts = new Map(rows.map(({ key, failures }) => [key, failures + 1]))
    return {
      wait: 0,
      full: limits.filter(({ key, max }) => counts.get(hashText(key)) === max).map(({ key }) => key),
    }
  })
}

/** `wait`: the seconds to wait, or 0 when the attempt may go on. `last`: the account gets no other one. */
export type Counted = Readonly<{ wait: number; last: boolean }>

/**
 * Counts an attempt before it is checked, so that parallel ones cannot slip through. Throws when the store is
 * down: then no one can sign in, while reading still works. `factor` raises the limits for tests.
 */
export const countAttempt = async (pool: pg.Pool, attempt: Attempt, factor = 1): Promise<Counted> => {
  const { wait, full } = await countWithin(pool, listLimits(attempt, factor), WINDOW_S)
  return { wait, last: full.includes(`account\n${attempt.account}`) }
}

/** Takes an attempt back that was none: the first half of a sign-in in two steps. */
export const giveBackAttempt = async (pool: Queryable, attempt: Attempt): Promise<void> => {
  await pool.query(GIVE_BACK, [hashKeys(listLimits(attempt, 1))])
}

/** Counts are kept for a day, the longest time that anything is limited for. */
const DELETE_OLD = `delete from app.login_attempt where key = $1 or since < now() - interval '1 day'`

/**
 * After a success the attempt's own count starts again. Account and network lose only this attempt, so that
 * one person cannot clear the count for others.
 */
export const clearAttempts = async (pool: Queryable, attempt: Attempt): Promise<void> => {
  const [own, ...shared] = hashKeys(listLimits(attempt, 1))
  await pool.query(DELETE_OLD, [own])
  if (shared.length > 0) await pool.query(GIVE_BACK, [shared])
}

/** Counts something by one key only, such as emails to an address: whether it may go on. */
export const countOnce = async (
  pool: pg.Pool,
  key: string,
  limit: number,
  windowSeconds: number,
): Promise<boolean> => (await countWithin(pool, [{ key, max: limit }], windowSeconds)).wait === 0
