import type { Pool } from 'pg'

type BuildLine = {
  projection: string
  build: number
  version: number
  status: string
  segments: number
  commit: string | null
  behind: string | null
  lag_ms: number | null
  rate: number | null
  parked: number
  holders: string[]
  errors: string[]
  keep_until: string | null
}

/** Every build with where it stands and who carries it on, as text for a terminal. */
export const listBuilds = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<BuildLine>(
    `
      select
        b.projection,
        b.build,
        b.version,
        b.status,
        b.keep_until,
        count(s.*)::int as segments,
        case when bool_or(s.commit is null) then null else min(s.commit)
        end as commit,
        max(max(s.commit)) over (partition by b.projection) - min(coalesce(s.commit, 0)) as behind,
        max(s.lag_ms) as lag_ms,
        sum(s.events_per_second) as rate,
        (
          select count(*)::int
          from read.parked_stream k
          where k.projection = b.projection and k.build = b.build
        ) as parked,
        array_remove(array_agg(distinct s.lease_owner), null) as holders,
        array_remove(array_agg(distinct s.error), null) as errors
      from read.build b left join read.segment s using (projection, build)
      where b.status <> 'retired'
      group by b.projection, b.build
      order by b.projection, b.build`,
  )
  return rows
    .map((row) =>
      [
        row.projection.padEnd(14),
        `v${row.version}`.padEnd(4),
        `build ${row.build}`.padEnd(9),
        row.status.padEnd(8),
        `c0.${row.commit ?? '-'}`.padEnd(14),
        `lag ${((row.lag_ms ?? 0) / 1_000).toFixed(1)} s`.padEnd(11),
        `${(row.rate ?? 0).toFixed(0)}/s`.padEnd(8),
        `${row.segments} segment${row.segments === 1 ? '' : 's'} held by ` +
          (row.holders.join(', ') || 'no worker'),
        ...(row.parked > 0 ? [`${row.parked} parked`] : []),
        ...(row.keep_until === null ? [] : [`kept until ${row.keep_until}`]),
        ...row.errors.map((error) => `stopped: ${error}`),
      ].join('  '),
    )
    .join('\n')
}

type ParkedLine = {
  projection: string
  build: number
  stream: string
  event_type: string
  error: string
  attempts: number
  events: number
  parked_at: string
}

type StoppedLine = { manager: string; id: string; error: string; events: number; stopped_at: string }

const stoppedLines = async (pool: Pool, managers: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await pool.query<StoppedLine>(
    `
      select
        p.manager,
        p.id,
        p.error,
        p.updated_at as stopped_at,
        (
          select count(*)::int
          from app.process_event e
          where e.manager = p.manager and e.instance = p.id
        ) as events
      from app.process p
      where p.manager = any($1::text[]) and p.error is not null
      order by p.manager, p.updated_at, p.id`,
    [managers],
  )
  return rows.map(
    (row) => `${row.manager}  ${row.id}  ${row.events} events since ${row.stopped_at}: ${row.error}`,
  )
}

/**
 * The parked streams of these projections and the stopped instances of these process managers, as text for a
 * terminal.
 */
export const listParked = async (
  pool: Pool,
  projections: readonly string[],
  managers: readonly string[],
): Promise<string> => {
  const { rows } = await pool.query<ParkedLine>(
    `
      select
        k.projection,
        k.build,
        k.stream,
        k.event_type,
        k.error,
        k.attempts,
        k.parked_at,
        (
          select count(*)::int
          from read.parked_event e
          where e.projection = k.projection and e.build = k.build and e.stream = k.stream
        ) as events
      from read.parked_stream k
      where k.projection = any($1::text[])
      order by k.projection, k.build, k.commit`,
    [projections],
  )
  const streams = rows.map(
    (row) =>
      `${row.projection.padEnd(14)}  build ${row.build}  ${row.stream}  ` +
      `${row.events} events since ${row.parked_at}, ${row.event_type}: ${row.error}` +
      (row.attempts > 1 ? ` (${row.attempts} attempts)` : ''),
  )
  const lines = [...streams, ...(await stoppedLines(pool, managers))]
  return lines.length === 0 ? 'No parked streams' : lines.join('\n')
}
