import type pg from 'pg'
import type { Build } from './builds.ts'

/** The segment has written all that was in the log; answers whether every segment of its build has. */
export const markCaughtUp = async (
  pool: pg.Pool,
  {
    projection,
    build,
    segment,
    epoch,
  }: Readonly<{ projection: string; build: number; segment: number; epoch: bigint }>,
): Promise<boolean> => {
  await pool.query(
    `
      update read.segment
      set caught_up = true
      where projection = $1 and build = $2 and segment = $3 and epoch = $4 and not caught_up`,
    [projection, build, segment, epoch],
  )
  const { rows } = await pool.query<{ all: boolean | null }>(
    `select bool_and(caught_up) as all from read.segment where projection = $1 and build = $2`,
    [projection, build],
  )
  return rows[0]?.all === true
}

/**
 * From now on the build counts as complete: the serving one is shown to readers, another one may take its
 * place.
 */
export const markComplete = async (
  pool: pg.Pool,
  { projection, build }: Pick<Build, 'projection' | 'build'>,
): Promise<void> => {
  await pool.query(
    `
      update read.build b
      set status = case when p.serving = b.build then 'serving' else 'ready' end, completed_at = now()
      from read.projection p
      where p.name = b.projection and b.projection = $1 and b.build = $2 and b.status = 'building'`,
    [projection, build],
  )
}
