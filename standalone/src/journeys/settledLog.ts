import type { TestLog } from '@hearth/platform/testing/openLog'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import type pg from 'pg'

const SETTLED_WITHIN_MS = 45_000
/**
 * Longer than the process manager leaves the nights of a request alone; other timers run for hours or days.
 */
const SOON_S = 15
/**
 * The position of the slowest reader of the log, and the effects that are due and not done. Without the
 * outside world there is no bank that could send deposits.
 */
const PROGRESS = `
  select
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
    ) as waiting`

type Progress = Readonly<{ reached: string | null; waiting: number }>

/**
 * Counts the events of the log, once all that follows from them is done: nights, refunds, emails. Access logs,
 * which are written some time later, do not count. Each call reads what is new.
 */
export const createEventCounter = (pool: Pick<pg.Pool, 'query'>, log: TestLog): (() => Promise<number>) => {
  let count = 0
  let last = 0n
  let readUpTo: Parameters<TestLog['readAfter']>[0] = 'start'
  const countNew = async () => {
    for (const { stream, position } of await log.readAfter(readUpTo)) {
      if (!stream.startsWith('audit-')) count += 1
      readUpTo = position
      last = position.commit
    }
  }
  return async () => {
    await waitUntil(
      async () => {
        const { rows } = await pool.query<Progress>(PROGRESS)
        // Read after the progress of the readers: they cannot have reached an event that came in between.
        await countNew()
        const [{ reached, waiting } = { reached: null, waiting: 0 }] = rows
        return reached !== null && BigInt(reached) >= last && waiting === 0
      },
      SETTLED_WITHIN_MS,
      'the end of what follows from the commands so far',
    )
    return count
  }
}
