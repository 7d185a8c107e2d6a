import { randomInt } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'
import type pg from 'pg'
import type { Box } from '../sealing/box.ts'
import { hashText } from './cookie.ts'

type Queryable = Pick<pg.Pool, 'query'>

/** A code of the neighbouring thirty seconds counts, too: clocks of phones differ. */
const TOLERANCE_SECONDS = 30
const RECOVERY_CODES = 10
// Without letters and digits that look alike.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

const formatContext = (userId: string) => `totp/${userId}`
const fold = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase()

const newRecoveryCode = () => {
  const letters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/**
 * A secret that counts nothing before `enableTotp`; an earlier one that was not enabled is forgotten.
 * Undefined where one is enabled.
 */
export const beginTotp = async (
  pool: Queryable,
  box: Box,
  user: Readonly<{ id: string; email: string }>,
): Promise<Readonly<{ secret: string; uri: string }> | undefined> => {
  const secret = generateSecret()
  const { rowCount } = await pool.query(
    `
      insert into app.totp (user_id, secret)
      values ($1, $2)
      on conflict (user_id) do update
      set secret = excluded.secret, last_step = 0
      where app.totp.enabled_at is null`,
    [user.id, box.seal(secret, formatContext(user.id))],
  )
  return rowCount === 1
    ? { secret, uri: generateURI({ issuer: 'Hearth', label: user.email, secret }) }
    : undefined
}

/**
 * Whether the code fits, which it does once in its thirty seconds (RFC 6238 §5.2). `pending`: the secret
 * waits to be enabled by it.
 */
const takeTotp = async (
  pool: Queryable,
  box: Box,
  userId: string,
  code: string,
  pending: boolean,
): Promise<boolean> => {
  const { rows } = await pool.query<{ secret: Buffer; last_step: number }>(
    `select secret, last_step from app.totp where user_id = $1 and (enabled_at is null) = $2`,
    [userId, pending],
  )
  const row = rows[0]
  if (!row || !/^\d{6}$/.test(code)) return false
  const checked = await verify({
    secret: box.open(row.secret, formatContext(userId)),
    token: code,
    epochTolerance: TOLERANCE_SECONDS,
  })
  if (!checked.valid || !('timeStep' in checked)) return false
  const { rowCount } = await pool.query(
    `
      update app.totp
      set last_step = $2, enabled_at = coalesce(enabled_at, now())
      where user_id = $1 and last_step < $2 and (enabled_at is null) = $3`,
    [userId, checked.timeStep, pending],
  )
  return rowCount === 1
}

/**
 * What a code turned out to be; undefined when it is worth nothing. Codes of the authenticator and recovery
 * codes count once.
 */
export const takeCode = async (
  pool: Queryable,
  box: Box,
  userId: string,
  text: string,
): Promise<'totp' | 'recovery_code' | undefined> => {
  const code = fold(text)
  if (await takeTotp(pool, box, userId, code, false)) return 'totp'
  const { rowCount } = await pool.query(
    'delete from app.recovery_code where user_id = $1 and code_hash = $2',
    [userId, hashText(code)],
  )
  return rowCount === 1 ? 'recovery_code' : undefined
}

/**
 * Turns the begun authenticator on and answers new recovery codes, which are shown once; undefined when the
 * code does not fit.
 */
export const enableTotp = async (
  pool: Queryable,
  box: Box,
  userId: string,
  code: string,
): Promise<readonly string[] | undefined> => {
  if (!(await takeTotp(pool, box, userId, fold(code), true))) return undefined
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await pool.query(
    `with gone as (delete from app.recovery_code where user_id = $1)
     insert into app.recovery_code (user_id, code_hash) select $1, unnest($2::text[])`,
    [userId, codes.map((one) => hashText(fold(one)))],
  )
  return codes
}

/** Takes the authenticator and its recovery codes away. */
export const disableTotp = async (pool: Queryable, userId: string): Promise<void> => {
  await pool.query(
    `
      with codes as (delete from app.recovery_code where user_id = $1)
      delete from app.totp
      where user_id = $1`,
    [userId],
  )
}

/**
 * Gives a person an authenticator with this secret (base32), enabled: for the people of demonstrations and
 * tests.
 */
export const giveTotp = async (pool: Queryable, box: Box, userId: string, secret: string): Promise<void> => {
  await pool.query(
    `
      insert into app.totp (user_id, secret, enabled_at)
      values ($1, $2, now())
      on conflict (user_id) do nothing`,
    [userId, box.seal(secret, formatContext(userId))],
  )
}
