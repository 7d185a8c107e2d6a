import type pg from 'pg'

/** Whether one of these read models, in the build that readers use, is behind this commit position. */
export const isBehind = async (
  pool: pg.Pool,
  tables: readonly string[],
  commit: bigint,
): Promise<boolean> => {
  const { rows } = await pool.query<{ behind: boolean }>(
    `
      select bool_or(coalesce(least, 0) < $2::numeric) as behind
      from
        unnest($1::text[]) as wanted (name)
        left join lateral (
          select min(coalesce(s.commit, 0)) as least
          from read.projection p join read.segment s on s.projection = p.name and s.build = p.serving
          where p.name = wanted.name
        ) as place on true`,
    [tables, commit],
  )
  return rows[0]?.behind !== false
}
