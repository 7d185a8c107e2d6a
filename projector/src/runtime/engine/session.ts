import type { Log } from '@hearth/platform/telemetry/log'
import type { Pool, PoolClient } from 'pg'

const REQUESTS = 'projection_request'

export type Session = Readonly<{
  /** Says that this process is there; opens the session when it is not. */
  beat: () => Promise<void>
  close: () => void
}>

/**
 * One connection that stays open as long as the process lives: its end shows others that this process is
 * gone, and it receives requests of operators immediately. Needs a direct connection or session pooling;
 * without, others wait for the lease to run out.
 */
export const createSession = ({
  pool,
  owner,
  code,
  log,
  onRequest,
}: Readonly<{ pool: Pool; owner: string; code: string; log: Log; onRequest: () => void }>): Session => {
  let client: PoolClient | undefined

  const open = async (): Promise<PoolClient> => {
    const next = await pool.connect()
    next.on('notification', onRequest)
    next.once('error', (error) => {
      if (client !== next) return
      log.warn({ err: error }, 'projection: the session was lost')
      client = undefined
      next.release(true)
    })
    client = next
    await next.query(`listen ${REQUESTS}`)
    return next
  }

  const close = () => {
    const last = client
    client = undefined
    last?.removeListener('notification', onRequest)
    last?.release(true)
  }

  return {
    beat: async () => {
      try {
        await (client ?? (await open())).query(
          `
            insert into read.projector (owner, code, pid, session_start)
            select $1, $2, pid, backend_start
            from pg_stat_activity
            where pid = pg_backend_pid()
            on conflict (owner) do update
            set pid = excluded.pid, session_start = excluded.session_start, seen_at = clock_timestamp()`,
          [owner, code],
        )
      } catch (error) {
        close()
        throw error
      }
    },
    close,
  }
}
