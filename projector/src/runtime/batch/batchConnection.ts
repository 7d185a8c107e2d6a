/**
 * Options of the connections that write batches: the log can repeat what a crash loses, and each statement
 * has one good plan, by primary key. Statements are planned each time: a plan from when the table was empty
 * would read all of it for every row, until the statistics change a minute later.
 */
export const batchConnectionString = (databaseUrl: string) => {
  const settings = [
    'synchronous_commit=off',
    'enable_seqscan=off',
    'enable_hashjoin=off',
    'enable_mergejoin=off',
    'jit=off',
    'timezone=UTC',
    'plan_cache_mode=force_custom_plan',
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}options=${encodeURIComponent(options)}`
}
