import {
  can,
  type StaffRole,
  zHostRole,
  zImpersonationMode,
  zImpersonationScope,
  zStaffRole,
} from '@hearth/contracts/kernel/access'
import type pg from 'pg'
import { z } from 'zod'
import { HOST_SESSION, STAFF_SESSION } from './lifetimes.ts'
import type { Principal, SecondFactor } from './principal.ts'

const SEEN_EVERY_SECONDS = 60

export type SessionRow = {
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

// Requests of one person arrive together; the first one records it for all of them.
const MARK_SEEN = `
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

// Staff stay signed in as themselves when an impersonation has ended or expired, or when they have lost the
// role that allowed it.
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

/** What a session has to do before it may do anything else. */
const findMissingFactor = ({ second_factor, has_totp, staff_role }: SessionRow): SecondFactor | undefined => {
  if (second_factor) return undefined
  if (has_totp) return 'prove'
  return staff_role === null ? undefined : 'enrol'
}

/** Undefined for a host without an account. */
export const readPrincipal = (row: SessionRow, sessionId: string): Principal | undefined => {
  const lacks = findMissingFactor(row)
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

/** The sessions that are still valid, by their ids. */
export const findSessions = async (
  pool: pg.Pool,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, SessionRow>> => {
  const { rows } = await pool.query<SessionRow>({ name: 'session-find', text: FIND, values: [sessionIds] })
  return new Map(rows.map((row) => [row.id_hash, row]))
}

/** Records that the session is in use, at most once a minute. */
export const markSeen = async (pool: pg.Pool, row: SessionRow): Promise<void> => {
  if (row.seen_ago >= SEEN_EVERY_SECONDS) await pool.query(MARK_SEEN, [row.id_hash])
}
