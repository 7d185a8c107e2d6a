import { foldEmail } from '@hearth/contracts/kernel/email'
import { hash, verify } from '@node-rs/argon2'
import type { HostRole, StaffRole } from '@hearth/contracts/kernel/access'
import { newId } from '@hearth/contracts/kernel/ids'
import type pg from 'pg'

const MIN_PASSWORD = 12

/** argon2id with the parameters OWASP names (19 MiB, 2 passes); refuses less than 12 characters. */
export const hashPassword = async (password: string): Promise<string> => {
  if (password.length < MIN_PASSWORD)
    throw new RangeError(`A password needs at least ${MIN_PASSWORD} characters`)
  return hash(password)
}

let decoy: Promise<string> | undefined

/**
 * Whether the password fits. Without a hash it does the same work and says no, so that time tells nothing
 * about who exists.
 */
export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  decoy ??= hash('a password that no account has')
  const fits = await verify(passwordHash ?? (await decoy), password)
  return passwordHash !== null && fits
}

/**
 * Creates a person who can sign in, and returns their id. Without a password they use a link by email or a
 * provider. An existing person with the same email address, however it is spelled, is not changed.
 */
export const createUser = async (
  pool: pg.Pool,
  user: Readonly<{
    id?: string
    email: string
    displayName: string
    password?: string
    staffRole?: StaffRole
  }>,
): Promise<string> => {
  const email = foldEmail(user.email)
  const found = await pool.query<{ id: string }>('select id from app.app_user where lower(email) = $1', [
    email,
  ])
  if (found.rows[0]) return found.rows[0].id
  const { rows } = await pool.query<{ id: string }>(
    `insert into app.app_user (id, email, password_hash, display_name, staff_role) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning id`,
    [
      user.id ?? newId(),
      email,
      user.password === undefined ? null : await hashPassword(user.password),
      user.displayName,
      user.staffRole ?? null,
    ],
  )
  return rows[0]?.id ?? createUser(pool, user)
}

/**
 * Lets a person act for an account; again with another role or scope replaces it. Without `listingIds` every
 * listing counts.
 */
export const addMembership = async (
  pool: pg.Pool,
  membership: Readonly<{
    userId: string
    hostAccountId: string
    role: HostRole
    listingIds?: readonly string[]
  }>,
): Promise<void> => {
  await pool.query(
    `
      insert into app.membership (user_id, host_account_id, role, listing_ids)
      values ($1, $2, $3, $4)
      on conflict (user_id, host_account_id) do update
      set role = excluded.role,
      listing_ids = excluded.listing_ids`,
    [membership.userId, membership.hostAccountId, membership.role, membership.listingIds ?? null],
  )
}

export type Membership = Readonly<{
  hostAccountId: string
  role: HostRole
  listingIds: readonly string[] | 'all'
}>

/** The accounts a person may act for, in a fixed order. */
export const readMemberships = async (pool: pg.Pool, userId: string): Promise<readonly Membership[]> => {
  const { rows } = await pool.query<{
    host_account_id: string
    role: HostRole
    listing_ids: string[] | null
  }>(
    `
      select host_account_id, role, listing_ids
      from app.membership
      where user_id = $1
      order by host_account_id`,
    [userId],
  )
  return rows.map((row) => ({
    hostAccountId: row.host_account_id,
    role: row.role,
    listingIds: row.listing_ids ?? 'all',
  }))
}
