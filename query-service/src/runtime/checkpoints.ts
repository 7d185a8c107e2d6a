import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'

/** Where one segment of a serving build stands; `complete`: the build holds the whole log. */
export type Checkpoint = Readonly<{
  name: string
  switches: number
  complete: boolean
  segment: number
  commit: string | null
}>

/** Where each segment of every serving build stands. */
export const readCheckpoints = async (pool: pg.Pool): Promise<readonly Checkpoint[]> => {
  // Before the projector's first start there is nothing to read, and no reason to fill the database's log
  // with errors.
  const { rows: found } = await pool.query<{ exists: boolean }>({
    name: 'checkpoints exist',
    text: `select to_regclass('read.segment') is not null as exists`,
  })
  if (found[0]?.exists !== true) return []
  const text = `
    select p.name, p.switches, b.status = 'serving' as complete, s.segment, s.commit
    from
      read.projection p
      join read.build b on b.projection = p.name and b.build = p.serving
      join read.segment s on s.projection = b.projection and s.build = b.build`
  return (await pool.query<Checkpoint>({ name: 'checkpoints', text })).rows
}

export type NeededColumns = ReadonlyMap<string, readonly string[]>

/** Whether the serving table of a projection has every column that this code reads. */
export const hasColumns = async (
  pool: pg.Pool,
  log: Log,
  columns: NeededColumns | undefined,
  name: string,
): Promise<boolean> => {
  const needed = columns?.get(name)
  if (!needed) return true
  const { rows } = await pool.query<{ name: string }>(
    `
      select column_name::text as name
      from information_schema.columns
      where table_schema = 'read' and table_name = $1`,
    [name],
  )
  const found = new Set(rows.map((row) => row.name))
  const missing = needed.filter((column) => !found.has(column))
  if (missing.length > 0)
    log.warn({ projection: name, missing }, 'positions: the serving table is of other code')
  return missing.length === 0
}
