import { openTestPool } from '@hearth/platform/testing/pool'
import { openMetrics } from '@hearth/platform/telemetry/metrics'
import { createMemoryLog } from '@hearth/platform/testing/log'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import { expect, test } from 'vitest'
import { measureRebuilds } from './measureRebuilds.ts'
import { prepareSchema } from '../runtime/builds/schema.ts'

test('shows the progress of a build, and survives a missing schema or database', async () => {
  const postgres = await startTestPostgres()
  const pool = openTestPool(postgres.databaseUrl, 2)
  const { log, lines } = createMemoryLog()
  const metrics = openMetrics()
  measureRebuilds(metrics, pool, log)
  const shown = async () =>
    (await metrics.metrics())
      .split('\n')
      .filter((line) => line.startsWith('hearth_projection_rebuild_progress'))
  expect(await shown()).toEqual([])
  await prepareSchema(pool)
  await pool.query(
    `
      insert into read.build (projection, build, version, shape, table_name, status, reason)
      values
        ('stay', 1, 1, '', 'stay_1', 'serving', 'first'),
        ('stay', 2, 1, '', 'stay_2', 'building', 'request')`,
  )
  const segment = `
    insert into
      read.segment (projection, build, segment, first_bucket, last_bucket, commit, prepare, serving)
    values ($1, $2, $3, 0, 1, $4, $4, $5)`
  await pool.query(segment, ['stay', 1, 0, 200, true])
  await pool.query(segment, ['stay', 2, 0, 150, false])
  await pool.query(segment, ['stay', 2, 1, 50, false])
  expect(await shown()).toEqual(['hearth_projection_rebuild_progress{projection="stay"} 0.25'])
  await pool.query(`update read.build set status = 'ready' where build = 2`)
  expect(await shown()).toEqual([])
  expect(lines).toEqual([])
  await pool.end()
  await postgres.stop()
  expect(await shown()).toEqual([])
  expect(JSON.stringify(lines)).toContain('could not be read')
})
