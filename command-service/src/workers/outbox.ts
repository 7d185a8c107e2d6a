import type { Instant } from '@hearth/contracts/kernel/dates'
import type pg from 'pg'

/** An effect of a process manager, and the event that it follows. */
export type Waiting = Readonly<{
  id: string
  instance: string
  /** As it is stored. */
  work: unknown
  correlationId: string
  causationId: string
  attempts: number
}>

/** After this time a row that was taken counts as lost; longer than any command takes. */
const LOST_AFTER_S = 20
/**
 * Until a process manager first reaches the end of the log, most of its effects have already been carried
 * out.
 */
const LIVE = `manager in (select name from app.process_manager where live)`
const KEPT_DAYS = 7
const MAX_REMOVED = 5_000
const MAX_REASON = 2_000

// One query for each manager, so that the rows of a manager that is not live are never read: after an import
// there is one for each booking.
const TAKE = `
  with
    due as (
      select o.id
      from
        app.process_manager m
        cross join lateral (
          select id, due_at
          from app.outbox
          where manager = m.name and done_at is null and due_at <= $1 and retry_at <= clock_timestamp()
          order by due_at, id
          limit $2
          for update skip locked
        ) o
      where m.live
      order by o.due_at, o.id
      limit $2
    )
  update app.outbox o
  set
    attempts = attempts + 1,
    retry_at = clock_timestamp() + make_interval(secs => ${LOST_AFTER_S})
  from due
  where o.id = due.id
  returning
    o.id,
    o.instance,
    o.work,
    o.attempts,
    o.correlation_id as "correlationId",
    o.causation_id as "causationId"`
const FINISH = `
  update app.outbox
  set done_at = now(), answer = $2, error = null
  where id = $1 and done_at is null`
const REFUSE = `
  update app.outbox
  set done_at = now(), answer = 'VALIDATION_FAILED', error = $2
  where id = $1 and done_at is null`
const RETRY_LATER = `
  update app.outbox
  set error = $2, retry_at = clock_timestamp() + make_interval(secs => $3)
  where id = $1 and done_at is null`
const REMOVE_OLD = `
  delete from app.outbox
  where
    id in (
      select id
      from app.outbox
      where done_at < now() - make_interval(days => ${KEPT_DAYS}) and error is null
      order by done_at
      limit ${MAX_REMOVED}
    )`
const BACKLOG = `
  select
    count(*)::int as waiting,
    coalesce(greatest(0, extract(epoch from $1::timestamptz - min(due_at))), 0)::float8 as oldest
  from app.outbox
  where done_at is null and due_at <= $1 and ${LIVE}`

export type Outbox = ReturnType<typeof openOutbox>

/**
 * The outbox that the process managers fill (schema `app`). Due times are compared with the caller's clock,
 * retry times with the database's.
 */
export const openOutbox = (pool: pg.Pool) => ({
  /** Takes due rows, oldest first; no other process gets them until they are lost or retried. */
  take: async (now: Instant, limit: number): Promise<readonly Waiting[]> =>
    (await pool.query<Waiting>({ name: 'outbox take', text: TAKE, values: [now, limit] })).rows,
  finish: async (id: string, answer: string): Promise<void> => {
    await pool.query({ name: 'outbox finish', text: FINISH, values: [id, answer] })
  },
  /** Ends a row that cannot be carried out as it is stored; it is kept, with the reason. */
  refuse: async (id: string, reason: string): Promise<void> => {
    await pool.query({ name: 'outbox refuse', text: REFUSE, values: [id, reason.slice(0, MAX_REASON)] })
  },
  retryLater: async (id: string, reason: string, pauseMs: number): Promise<void> => {
    const values = [id, reason.slice(0, MAX_REASON), pauseMs / 1_000]
    await pool.query({ name: 'outbox retried', text: RETRY_LATER, values })
  },
  /** Deletes rows that were carried out long ago; their ids stay in the streams. */
  removeOld: async (): Promise<void> => {
    await pool.query(REMOVE_OLD)
  },
  /** The number of rows that are due and not done, and for how many seconds the oldest has been due. */
  backlog: async (now: Instant): Promise<Readonly<{ waiting: number; oldestSeconds: number }>> => {
    const { rows } = await pool.query<{ waiting: number; oldest: number }>(BACKLOG, [now])
    return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 }
  },
})
