import {
  can,
  type ServiceRole,
  type StaffRole,
  zHostRole,
  zImpersonationMode,
  zImpersonationScope,
  zStaffRole,
} from '@hearth/contracts/kernel/access'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { z } from 'zod'
import type { Secret } from '../config/secret.ts'
import type { Log } from '../telemetry/log.ts'
import { chooseCookieName, hashText, readSessionValue } from './cookie.ts'
import { HOST_SESSION, STAFF_SESSION } from './lifetimes.ts'
import type { Principal, Principals, SecondFactor } from './principal.ts'

/**
 * How long a session is trusted before it is read again: long enough to spare the database, short enough that a
 * revoked session ends within a second.
 */
export const SESSION_TRUST_MS = 500
const MAX_CACHED = 10_000
/**
 * Who asked within this time will ask again, and is looked up with others before it is due: so many are at
 * most.
 */
const AT_WORK_MS = 2_000
const MAX_TAKEN_ALONG = 200
const SEEN_EVERY_SECONDS = 60

type SessionRow = {
  id_hash: string
  user_id: string
  host_account_id: string | null
  display_name: string
  staff_role: string | null
  role: string | null
  listing_ids: string[] | null
  seen_ago: number
  proved_at: string
  place_id: string | null
  impersonation_id: string | null
  impersonated_account: string | null
  mode: string | null
  scopes: string[] | null
  until: string | null
  second_factor: boolean
  has_totp: boolean
}

const FIND = `
  select
    s.id_hash,
    s.user_id,
    s.host_account_id,
    u.display_name,
    u.staff_role,
    m.role,
    m.listing_ids,
    extract(epoch from now() - s.last_seen_at)::int as seen_ago,
    s.proved_at,
    s.impersonation_id as place_id,
    i.id as impersonation_id,
    i.host_account_id as impersonated_account,
    i.mode,
    i.scopes,
    i.expires_at as until,
    s.second_factor,
    t.enabled_at is not null as has_totp
  from
    app.session s
    join app.app_user u on u.id = s.user_id
    left join app.membership m on m.user_id = s.user_id and m.host_account_id = s.host_account_id
    left join app.impersonation i on i.id = s.impersonation_id and i.staff_user_id = s.user_id
    and i.expires_at > now()
    left join app.totp t on t.user_id = s.user_id
  where
    s.id_hash = any($1::text[])
    and s.expires_at > now()
    and s.last_seen_at > now() - make_interval(
      secs => case when u.staff_role is null then ${HOST_SESSION.idle} else ${STAFF_SESSION.idle}
      end
    )`

// Requests of one person come together; whoever writes it down first does so for all.
const SEE = `
  with
    mine as (
      select id_hash
      from app.session
      where id_hash = $1 and last_seen_at <= now() - make_interval(secs => ${SEEN_EVERY_SECONDS})
      for update skip locked
    )
  update app.session s
  set last_seen_at = now()
  from mine
  where s.id_hash = mine.id_hash`

// An impersonation that has ended or run out leaves the member of staff signed in as themselves; so does
// losing the role that allowed it.
const readImpersonation = (
  row: SessionRow,
  role: StaffRole,
): Pick<Principal, 'impersonation' | 'endedImpersonation' | 'tenantId'> => {
  if (row.place_id === null) return {}
  const ended = { endedImpersonation: row.place_id }
  if (row.impersonation_id === null || row.impersonated_account === null || row.until === null) return ended
  const grant = {
    mode: zImpersonationMode.parse(row.mode),
    scopes: z.array(zImpersonationScope).parse(row.scopes),
  }
  if (!can(role, grant.mode === 'act_as' ? 'impersonation.act' : 'impersonation.look')) return ended
  return {
    tenantId: row.impersonated_account,
    impersonation: { id: row.impersonation_id, expiresAt: row.until, ...grant },
  }
}

const readPrincipal = (row: SessionRow, sessionId: string): Principal | undefined => {
  const lacks: SecondFactor | undefined = row.second_factor
    ? undefined
    : row.has_totp
      ? 'prove'
      : row.staff_role === null
        ? undefined
        : 'enrol'
  const shared = {
    sessionId,
    provedAt: Date.parse(row.proved_at),
    ...(lacks === undefined ? {} : { secondFactor: lacks }),
  }
  const staff = zStaffRole.safeParse(row.staff_role)
  if (staff.success)
    return {
      actor: { id: row.user_id, kind: 'staff', role: staff.data, name: row.display_name },
      listingIds: 'all',
      ...shared,
      ...readImpersonation(row, staff.data),
    }
  const role = zHostRole.safeParse(row.role)
  if (!role.success || row.host_account_id === null) return undefined
  return {
    actor: { id: row.user_id, kind: 'host', role: role.data, name: row.display_name },
    tenantId: row.host_account_id,
    listingIds: row.listing_ids ?? 'all',
    ...shared,
  }
}

/**
 * Resolves sessions from Postgres and service tokens from the settings. Roles and accounts are read anew
 * every half second.
 */
export const createPrincipals = (
  options: Readonly<{
    pool: pg.Pool
    log: Log
    serviceTokens: ReadonlyMap<ServiceRole, Secret>
    publicUrl: URL
  }>,
): Principals => {
  const { pool, log } = options
  const cookieName = chooseCookieName(options.publicUrl)
  // Looked up by hash: how long the lookup takes says nothing about the tokens.
  const services = new Map<string, Principal>(
    [...options.serviceTokens].map(([role, token]) => [
      hashText(token.reveal()),
      { actor: { id: role, kind: 'service', role, name: role }, listingIds: 'all' },
    ]),
  )
  type Entry = {
    until: number
    askedAt: number
    value: Principal | undefined | Promise<Principal | undefined>
  }
  const cache = new LRUCache<string, Entry>({ max: MAX_CACHED })

  const found = (row: SessionRow | undefined, sessionId: string): Principal | undefined => {
    if (!row) return undefined
    // No request waits for it or fails with it.
    if (row.seen_ago >= SEEN_EVERY_SECONDS)
      pool
        .query(SEE, [sessionId])
        .catch((error: unknown) =>
          log.warn(
            { err: error },
            'session: when it was seen was not written down, the next look tries again',
          ),
        )
    return readPrincipal(row, sessionId)
  }

  const soonDue = (now: number): ReadonlyMap<string, Entry> => {
    const due = new Map<string, Entry>()
    for (const [sessionId, entry] of cache) {
      if (due.size === MAX_TAKEN_ALONG) break
      if (
        entry.value &&
        !(entry.value instanceof Promise) &&
        entry.until - now < SESSION_TRUST_MS / 2 &&
        now - entry.askedAt < AT_WORK_MS
      )
        due.set(sessionId, entry)
    }
    return due
  }

  // Hundreds of live streams are looked after at once, and hosts at work ask every second or so: what is
  // asked for in one turn is one query, and takes along who asks next.
  let asked: { ids: Set<string>; rows: Promise<ReadonlyMap<string, SessionRow>> } | undefined
  const findWithOthers = (sessionId: string): Promise<ReadonlyMap<string, SessionRow>> => {
    if (!asked) {
      const ids = new Set<string>()
      const find = async () => {
        await new Promise((resolve) => setImmediate(resolve))
        asked = undefined
        const now = Date.now()
        const along = soonDue(now)
        const { rows } = await pool.query<SessionRow>({
          name: 'session-find',
          text: FIND,
          values: [[...ids, ...along.keys()]],
        })
        const bySessionId = new Map(rows.map((row) => [row.id_hash, row]))
        for (const [taken, entry] of along) {
          // Meanwhile it may have been forgotten, or asked for anew.
          if (cache.peek(taken) === entry)
            Object.assign(entry, {
              until: now + SESSION_TRUST_MS,
              value: found(bySessionId.get(taken), taken),
            })
        }
        return bySessionId
      }
      asked = { ids, rows: find() }
    }
    asked.ids.add(sessionId)
    return asked.rows
  }

  const load = async (sessionId: string): Promise<Principal | undefined> =>
    found((await findWithOthers(sessionId)).get(sessionId), sessionId)

  const bySession = (sessionId: string): Principal | undefined | Promise<Principal | undefined> => {
    const now = Date.now()
    const known = cache.get(sessionId)
    if (known && known.until > now) {
      known.askedAt = now
      return known.value
    }
    const entry: Entry = { until: now + SESSION_TRUST_MS, askedAt: now, value: undefined }
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
  }

  return {
    resolve: (headers) => {
      const { authorization } = headers
      if (authorization !== undefined)
        return authorization.startsWith('Bearer ')
          ? services.get(hashText(authorization.slice('Bearer '.length)))
          : undefined
      const value = readSessionValue(headers, cookieName)
      return value === undefined ? undefined : bySession(hashText(value))
    },
    forget: (sessionId) => {
      cache.delete(sessionId)
    },
  }
}
