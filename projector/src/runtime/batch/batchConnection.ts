/**
 * Options of the connections that write batches: the log can repeat what a crash loses, and each statement
 * has one good plan, by primary key. It is planned once, on an empty table as well: planning costs as much as
 * writing a few rows, so statements leave no other plan (`findRows`).
 */
export const batchConnectionString = (databaseUrl: string) => {
  const settings = [
    'synchronous_commit=off',
    'enable_seqscan=off',
    'enable_hashjoin=off',
    'enable_mergejoin=off',
    'enable_sort=off',
    'enable_incremental_sort=off',
    'jit=off',
    'timezone=UTC',
    'plan_cache_mode=force_generic_plan',
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}options=${encodeURIComponent(options)}`
}
