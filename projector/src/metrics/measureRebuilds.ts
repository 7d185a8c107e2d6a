import type { Log } from '@hearth/platform/telemetry/log'
import type { Metrics } from '@hearth/platform/telemetry/metrics'
import type { Pool } from 'pg'
import { Gauge } from 'prom-client'

/**
 * How far tables under construction have come, read from the database, for whichever process builds them.
 * There is a series only while one is built.
 */
export const measureRebuilds = (metrics: Metrics, pool: Pool, log: Log): void => {
  const readProgress = async (): Promise<readonly { projection: string; progress: number }[]> => {
    // The schema may be dropped at any time, and is not there before the first start.
    const { rows: found } = await pool.query<{ exists: boolean }>(
      `select to_regclass('read.segment') is not null as exists`,
    )
    if (found[0]?.exists !== true) return []
    const { rows } = await pool.query<{ projection: string; progress: number }>(
      `
        select
          b.projection,
          coalesce(
            min(coalesce(s.commit, 0)) / (select nullif(max(commit), 0) from read.segment),
            0
          )::float8 as progress
        from read.build b join read.segment s using (projection, build)
        where b.status = 'building'
        group by b.projection, b.build
        order by b.build`,
    )
    return rows
  }
  const progress = new Gauge({
    name: 'hearth_projection_rebuild_progress',
    help: 'Position of a table that is being built, as a part of the furthest that any has come',
    labelNames: ['projection'],
    registers: [metrics],
    collect: async () => {
      progress.reset()
      try {
        for (const row of await readProgress()) progress.set({ projection: row.projection }, row.progress)
      } catch (error) {
        log.warn({ err: error }, 'metrics: the progress of rebuilds could not be read')
      }
    },
  })
}
