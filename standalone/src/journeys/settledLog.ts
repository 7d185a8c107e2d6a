import { waitUntil } from '@hearth/platform/testing/waitUntil'
import type pg from 'pg'
import { positionText } from '../event-store/wire.ts'

const SETTLED_WITHIN_MS = 45_000
/**
 * Longer than the process manager leaves the nights of a request alone; other timers run for hours or days.
 */
const SOON_S = 15
/**
 * The size of the log without access logs, which are written some time later; the position of the slowest
 * reader; and the effects that are due and not done. One statement, so that all are of the same moment.
 * Without the outside world there is no bank that could send deposits.
 */
const LOG = `
  select
    count(*) filter (where stream not like 'audit-%')::int as events,
    coalesce(max(position), 0)::int as last,
    (
      select min(coalesce(commit, 0))::text
      from
        (
          select commit
          from app.process_manager
          union all
          select commit
          from read.segment
          where serving
        ) reader
    ) as reached,
    (
      select count(*)::int
      from app.outbox
      where
        done_at is null
        and due_at <= clock_timestamp() + make_interval(secs => ${SOON_S})
        and work ->> 'name' is distinct from 'send-micro-deposits'
    ) as waiting
  from events.event`

type Log = Readonly<{ events: number; last: number; reached: string | null; waiting: number }>

/** Whether everything that follows from the events so far is done. */
const isSettled = ({ last, reached, waiting }: Log): boolean =>
  reached !== null && BigInt(reached) >= BigInt(positionText(last)) && waiting === 0

/** The number of events in the log, once all that follows from them is done: nights, refunds, emails. */
export const countSettledEvents = async (pool: Pick<pg.Pool, 'query'>): Promise<number> => {
  let events = 0
  await waitUntil(
    async () => {
      const { rows } = await pool.query<Log>(LOG)
      const [log] = rows
      events = log?.events ?? 0
      return log !== undefined && isSettled(log)
    },
    SETTLED_WITHIN_MS,
    'the end of what follows from the commands so far',
  )
  return events
}
