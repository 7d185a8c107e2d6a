import { EventStoreDBClient } from '@eventstore/db-client'
import { startChild } from '@hearth/platform/testing/child'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { openEngines } from '../generate/engines.ts'
import { readHead } from '../head.ts'
import { countEvents } from './measureSizes.ts'
import { withPool } from '../withPool.ts'

const TARGET = 'several_projectors'
const WITHIN_MS = 3_600_000
/** Twice the processes, as docs/operate.md says. */
const SEGMENTS_PER_PROCESS = 2

const HOLDS = `
  select
    bool_and(s.commit is not null and s.commit >= $1) as reached,
    count(distinct s.lease_owner)::int as owners
  from read.build b join read.segment s using (projection, build)
  where b.projection = 'booking'`

type Rate = Readonly<{ processes: number; segments: number; owners: number; eventsPerSecond: number }>

/**
 * Events per second of the log with which so many processes together build the bookings from the start of the
 * log, in a database of their own that is dropped afterwards. The indexes come later and are not part of it.
 */
export const measureProjectors = async (
  directory: string,
  counts: readonly number[],
): Promise<readonly Rate[]> => {
  const engines = await openEngines(directory)
  const { pool, databaseUrl, eventStoreUrl, sealingKey } = engines
  const client = EventStoreDBClient.connectionString(eventStoreUrl)
  const target = new URL(databaseUrl)
  target.pathname = `/${TARGET}`
  try {
    const head = await readHead(client)
    const events = await countEvents(eventStoreUrl)
    const rates: Rate[] = []
    for (const processes of counts) {
      await pool.query(`drop database if exists ${TARGET} with (force)`)
      await pool.query(`create database ${TARGET}`)
      const segments = processes === 1 ? 1 : processes * SEGMENTS_PER_PROCESS
      const children = await Promise.all(
        Array.from({ length: processes }, () =>
          startChild('bench/src/growth/projectorChild.ts', [], {
            DATABASE_URL: databaseUrl,
            TARGET_URL: target.href,
            EVENTSTORE_URL: eventStoreUrl,
            SEALING_KEY: sealingKey,
            SEGMENTS: String(segments),
          }),
        ),
      )
      let owners = 0
      const begun = performance.now()
      for (const { pid } of children) process.kill(pid, 'SIGUSR2')
      try {
        await withPool(target.href, (watching) =>
          waitUntil(
            async () => {
              const { rows } = await watching
                .query<{ reached: boolean | null; owners: number }>(HOLDS, [head])
                .catch(() => ({ rows: [] }))
              owners = Math.max(owners, rows[0]?.owners ?? 0)
              return rows[0]?.reached === true
            },
            WITHIN_MS,
            'the bookings',
          ),
        )
        const eventsPerSecond = (events / (performance.now() - begun)) * 1_000
        rates.push({ processes, segments, owners, eventsPerSecond })
      } finally {
        await Promise.all(children.map((child) => child.stop()))
      }
    }
    await pool.query(`drop database if exists ${TARGET} with (force)`)
    return rates
  } finally {
    await client.dispose()
    await engines.close()
  }
}
