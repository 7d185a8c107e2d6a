import { CLOCK_KINDS } from '@hearth/contracts/today'
import { snake } from '@hearth/platform/read-model/columns'
import { qualified } from '@hearth/platform/read-model/tables'
import { waitingCondition } from '@hearth/platform/read-model/waitingRows'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Metrics } from '@hearth/platform/telemetry/metrics'
import type pg from 'pg'
import { Gauge } from 'prom-client'
import { QUEUE_SOURCES } from './staffQueueSources.ts'

export type ClockKind = (typeof CLOCK_KINDS)[number]

const countSql = (kind: ClockKind): string => {
  const { resource, filter, due = '' } = QUEUE_SOURCES[kind]
  const where = waitingCondition({ where: filter as Readonly<Record<string, string>>, at: due })
  return `
    select '${kind}' as kind, count(*)::int as late
    from ${qualified(resource.table)}
    where ${where} and ${snake(due)} <= $1`
}
const COUNT = CLOCK_KINDS.map(countSql).join(' union all ')

/** How much staff have not done by its deadline, over all accounts. */
export const countLateWork = async (
  pool: Pick<pg.Pool, 'query'>,
  now: number,
): Promise<ReadonlyMap<ClockKind, number>> => {
  const { rows } = await pool.query<{ kind: ClockKind; late: number }>(COUNT, [new Date(now)])
  return new Map(rows.map(({ kind, late }) => [kind, late]))
}

/** Measures missed deadlines of staff, counted at every scrape: anything above 0 is an alarm. */
export const measureLateWork = (
  metrics: Metrics,
  { pool, now, log }: Readonly<{ pool: pg.Pool; now: () => number; log: Log }>,
): void => {
  const gauge = new Gauge({
    name: 'hearth_deadlines_missed',
    help: 'What staff have not done by its deadline and still have to do',
    labelNames: ['kind'],
    registers: [metrics],
    collect: async () => {
      try {
        for (const [kind, late] of await countLateWork(pool, now())) gauge.set({ kind }, late)
      } catch (error) {
        log.warn({ err: error }, 'metrics: missed deadlines could not be counted')
      }
    },
  })
}
