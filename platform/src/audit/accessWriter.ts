import { AppProblem } from '../http/appProblem.ts'
import type { Log } from '../telemetry/log.ts'
import type pg from 'pg'

/** What one answer shows a member of staff of one account. */
export type Access = Readonly<{
  staffUserId: string
  hostAccountId: string
  /** The running impersonation that reads. */
  impersonationId: string | null
  resource: string
  recordIds: readonly string[]
  /** UTC ISO. */
  at: string
}>

// An impersonation that ends waits for reads that are being recorded, and later ones are not recorded: the
// notice to the host lists all of them.
const INSERT = `
  with
    read as (
      select
        (l ->> 'staffUserId')::uuid as staff_user_id,
        l ->> 'hostAccountId' as host_account_id,
        (l ->> 'impersonationId')::uuid as impersonation_id,
        l ->> 'resource' as resource,
        array(select jsonb_array_elements_text(l -> 'recordIds')) as record_ids,
        (l ->> 'at')::timestamptz as at
      from jsonb_array_elements($1::jsonb) l
    ),
    running as (
      select id
      from app.impersonation
      where id in (select impersonation_id from read) and expires_at > now()
      for key share
    ),
    written as (
      insert into app.staff_look
        (staff_user_id, host_account_id, impersonation_id, resource, record_ids, at)
      select staff_user_id, host_account_id, impersonation_id, resource, record_ids, at
      from read
      where impersonation_id is null or impersonation_id in (select id from running)
    )
  select id from running`

/** Returns the impersonations that are still running. */
const insert = async (
  pool: Pick<pg.Pool, 'query'>,
  accesses: readonly Access[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await pool.query<{ id: string }>(INSERT, [JSON.stringify(accesses)])
  return new Set(rows.map(({ id }) => id))
}

type Waiting = Readonly<{
  accesses: readonly Access[]
  resolve: (running: ReadonlySet<string>) => void
  reject: (error: AppProblem) => void
}>

export type AccessWriter = ReturnType<typeof createAccessWriter>

/**
 * Writes the access log: what staff read of accounts (docs/domain/audit.md#access-log). An answer waits until
 * its accesses are stored; those that arrive during a write are written together. Rejects when they cannot be
 * stored, and when the impersonation that reads has ended.
 */
export const createAccessWriter = ({
  pool,
  log,
}: Readonly<{ pool: Pick<pg.Pool, 'query'>; log: Pick<Log, 'warn'> }>) => {
  let waiting: Waiting[] = []
  let isWriting = false

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const running = await insert(
          pool,
          batch.flatMap(({ accesses }) => accesses),
        )
        for (const { resolve } of batch) resolve(running)
      } catch (error) {
        log.warn({ err: error }, 'audit: an access could not be recorded, so nothing was shown')
        const problem = new AppProblem(
          'DEPENDENCY_UNAVAILABLE',
          'We can’t record this access right now, so nothing is shown. Try again shortly.',
        )
        for (const { reject } of batch) reject(problem)
      }
    }
  }

  return async (accesses: readonly Access[]): Promise<void> => {
    if (accesses.length === 0) return
    const written = new Promise<ReadonlySet<string>>((resolve, reject) =>
      waiting.push({ accesses, resolve, reject }),
    )
    if (!isWriting) {
      isWriting = true
      void writeAll().finally(() => {
        isWriting = false
      })
    }
    const running = await written
    if (accesses.some(({ impersonationId }) => impersonationId !== null && !running.has(impersonationId)))
      throw new AppProblem('IMPERSONATION_OVER', 'Your impersonation session has ended.')
  }
}
