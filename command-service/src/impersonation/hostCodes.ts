import { createHmac, randomInt } from 'node:crypto'
import { HOST_CODE_MINUTES } from '@hearth/contracts/impersonation'
import type pg from 'pg'

/** Wrong attempts before a code is void: a million codes, five guesses. */
const MAX_FAILURES = 5

export type HostCodes = ReturnType<typeof openHostCodes>

/**
 * The codes by which a host lets staff act: six digits, kept under a server key, one for each account, good
 * for one impersonation.
 */
export const openHostCodes = ({ pool, key }: Readonly<{ pool: pg.Pool; key: string }>) => {
  const hashCode = (hostAccountId: string, code: string) =>
    createHmac('sha256', key).update(`host-code/${hostAccountId}/${code}`).digest('base64url')
  return {
    /** Creates a code; a former one of the account becomes void. */
    make: async (
      hostAccountId: string,
      userId: string,
    ): Promise<Readonly<{ code: string; expiresAt: string }>> => {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const { rows } = await pool.query<{ expires_at: string }>(
        `
          insert into app.impersonation_code (host_account_id, code_hash, made_by, expires_at)
          values ($1, $2, $3, now() + make_interval(mins => ${HOST_CODE_MINUTES}))
          on conflict (host_account_id) do update
          set
            code_hash = excluded.code_hash,
            made_by = excluded.made_by,
            expires_at = excluded.expires_at,
            failures = 0,
            used_for = null
          returning expires_at`,
        [hostAccountId, hashCode(hostAccountId, code), userId],
      )
      return { code, expiresAt: rows[0]?.expires_at ?? '' }
    },
    /** The user who created the code, if it is correct; it then belongs to this impersonation. */
    use: async (
      hostAccountId: string,
      code: string,
      impersonationId: string,
    ): Promise<string | undefined> => {
      const { rows } = await pool.query<{ fits: boolean; made_by: string }>(
        `
          update app.impersonation_code
          set
            failures = failures + case when code_hash = $2 then 0 else 1
            end,
            used_for = case when code_hash = $2 then $3::uuid else used_for
            end
          where
            host_account_id = $1
            and expires_at > now()
            and failures < ${MAX_FAILURES}
            and (used_for is null or used_for = $3)
          returning code_hash = $2 as fits, made_by`,
        [hostAccountId, hashCode(hostAccountId, code), impersonationId],
      )
      return rows[0]?.fits === true ? rows[0].made_by : undefined
    },
  }
}
