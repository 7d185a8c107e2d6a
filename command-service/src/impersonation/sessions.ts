import type { ImpersonationGrant } from '@hearth/contracts/kernel/access'
import { withTransaction } from '@hearth/platform/postgres/pool'
import { chooseCookieName } from '@hearth/platform/session/cookie'
import { rotateSession } from '@hearth/platform/session/sessions'
import type pg from 'pg'

export type ImpersonationSession = ImpersonationGrant &
  Readonly<{ id: string; staffUserId: string; hostAccountId: string; expiresAt: string }>

export type ImpersonationSessions = ReturnType<typeof createImpersonationSessions>

type Database = Pick<pg.PoolClient, 'query'>

const insertImpersonation = async (
  database: Database,
  { id, staffUserId, hostAccountId, mode, scopes, expiresAt }: ImpersonationSession,
): Promise<void> => {
  await database.query(
    `
      insert into app.impersonation (id, staff_user_id, host_account_id, mode, scopes, expires_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (id) do nothing`,
    [id, staffUserId, hostAccountId, mode, [...scopes], expiresAt],
  )
}

const removeImpersonation = async (database: Database, id: string): Promise<void> => {
  await database.query('delete from app.impersonation where id = $1', [id])
}

const findAbandoned = async (database: Database): Promise<readonly string[]> => {
  const { rows } = await database.query<{ id: string }>(
    `
      select id
      from app.impersonation i
      where
        expires_at > now()
        and not exists (
          select
          from app.session s
          where s.impersonation_id = i.id and s.expires_at > now()
        )
      limit 100`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Running impersonations (schema `app`), by which every process checks sessions within a second. A session
 * gets another value when an impersonation starts and ends, so that a value that leaked before is useless
 * afterwards.
 */
export const createImpersonationSessions = ({
  pool,
  publicUrl,
}: Readonly<{ pool: pg.Pool; publicUrl: URL }>) => {
  const rotate = async (
    database: Database,
    sessionId: string,
    impersonationId: string | null,
  ): Promise<string | undefined> => {
    await database.query('update app.session set impersonation_id = $2 where id_hash = $1', [
      sessionId,
      impersonationId,
    ])
    return (await rotateSession(database, chooseCookieName(publicUrl), sessionId))?.cookie
  }

  return {
    /** The session impersonates the host. Returns its new cookie; undefined when it has ended meanwhile. */
    take: (sessionId: string, impersonation: ImpersonationSession): Promise<string | undefined> =>
      withTransaction(pool, async (transaction) => {
        await insertImpersonation(transaction, impersonation)
        return rotate(transaction, sessionId, impersonation.id)
      }),
    /** The session continues as the member of staff, with a new cookie. */
    leave: (sessionId: string, id: string): Promise<string | undefined> =>
      withTransaction(pool, async (transaction) => {
        await removeImpersonation(transaction, id)
        return rotate(transaction, sessionId, null)
      }),
    extend: async (id: string, expiresAt: string): Promise<void> => {
      await pool.query('update app.impersonation set expires_at = $2 where id = $1', [id, expiresAt])
    },
    /** Ends the impersonation for the session that runs it. */
    close: (id: string): Promise<void> => removeImpersonation(pool, id),
    /** Running impersonations whose session is gone: signed out, revoked, or lost. */
    listAbandoned: (): Promise<readonly string[]> => findAbandoned(pool),
  }
}
