import { EventStoreDBClient } from '@eventstore/db-client'
import { openPool } from '@hearth/platform/postgres/pool'
import type { Installation } from '@hearth/standalone/testing/installation'
import { setTimeout as delay } from 'node:timers/promises'
import { readHead } from './head.ts'
import { warnings } from './warnings.ts'

const POLL_MS = 250

// Readers are answered only when the indexes exist as well.
const LAG = `
  select p.name, coalesce(min(s.commit), 0)::text as commit, bool_and(b.status = 'serving') as serving
  from
    read.projection p
    join read.segment s on s.projection = p.name and s.build = p.serving
    join read.build b on b.projection = p.name and b.build = p.serving
  group by p.name`

// The managers also catch up with the log, and the projector shares the processor with them until they have.
const MANAGERS = `select bool_and(live) as live from app.process_manager`

export type Completed = Readonly<{
  /** How much of the log the slowest read model had processed at the first check, 0 to 1. */
  from: number
  /** How long each took to hold all of it. */
  seconds: Readonly<Record<string, number>>
}>

/**
 * Waits until every read model holds what was in the log at the call, and the process managers have
 * reached its end.
 */
export const untilComplete = async (
  { databaseUrl, eventStoreUrl }: Pick<Installation, 'databaseUrl' | 'eventStoreUrl'>,
  withinMs: number,
  report: (text: string) => void = () => undefined,
): Promise<Completed> => {
  const pool = openPool({
    connectionString: databaseUrl,
    max: 1,
    name: 'bench',
    log: warnings,
    limits: 'long',
  })
  const client = EventStoreDBClient.connectionString(eventStoreUrl)
  const begun = performance.now()
  const seconds: Record<string, number> = {}
  let from: number | undefined
  try {
    const head = await readHead(client)
    for (let reportedAt = begun; ;) {
      // The schema itself comes with the projector's first round.
      const { rows: there } = await pool.query<{ is: boolean }>(
        `select to_regclass('read.segment') is not null as is`,
      )
      const { rows } = there[0]?.is
        ? await pool.query<{ name: string; commit: string; serving: boolean }>(LAG)
        : { rows: [] }
      const now = performance.now()
      if (rows.length > 0) from ??= Math.min(...rows.map(({ commit }) => Number(commit) / Number(head)))
      for (const { name, commit, serving } of rows)
        if (serving && BigInt(commit) >= head) seconds[name] ??= (now - begun) / 1_000
      if (rows.length > 0 && rows.every(({ name }) => seconds[name] !== undefined)) {
        const { rows: managers } = await pool.query<{ live: boolean | null }>(MANAGERS)
        if (managers[0]?.live) return { from: from ?? 0, seconds }
      }
      if (now - begun > withinMs)
        throw new Error(
          `Not complete within ${withinMs} ms, at ${head}: ` +
            rows.map(({ name, commit }) => `${name} ${commit}`).join(', '),
        )
      if (now - reportedAt > 15_000) {
        reportedAt = now
        report(
          rows
            .map(
              ({ name, commit }) => `${name} ${(Number((BigInt(commit) * 1_000n) / head) / 10).toFixed(1)} %`,
            )
            .join(', '),
        )
      }
      await delay(POLL_MS)
    }
  } finally {
    await client.dispose()
    await pool.end()
  }
}
