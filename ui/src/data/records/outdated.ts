import { useCallback, useSyncExternalStore } from 'react'
import { notifyManager, useQueryClient, type Query, type QueryPersister } from '@tanstack/react-query'
import { countOldAnswers } from '../http/http.ts'

const REFETCH_MS = 10_000

/** The HTTP status of a failed read; 0 where there was no answer. */
export const status = (error: unknown): number =>
  error !== null && typeof error === 'object' && 'status' in error ? Number(error.status) : 0
/** Whether the same read may succeed a moment later. */
export const isPassing = (error: unknown): boolean =>
  status(error) === 0 || status(error) >= 500 || status(error) === 429

const attempts = new WeakMap<Query, number>()
const behind = new WeakSet<Query>()

/**
 * Wraps every read and remembers whether it may have been answered with old rows. Reads that run at the same
 * time are not distinguished: some are then refetched once more than needed. Only the last attempt of a query
 * counts, because the rows of those before it are dropped.
 */
export const noteOldAnswers: QueryPersister = async (read, context, query) => {
  const attempt = (attempts.get(query) ?? 0) + 1
  attempts.set(query, attempt)
  const before = countOldAnswers()
  const rows = await read(context)
  if (attempts.get(query) === attempt) {
    if (countOldAnswers() === before) behind.delete(query)
    else behind.add(query)
  }
  return rows
}

type Outdated = 'failing' | 'behind'

// A read without rows shows its error with a button, so nothing old is on screen.
const judge = (query: Query): Outdated | null =>
  query.state.data === undefined
    ? null
    : query.state.error !== null && isPassing(query.state.error)
      ? 'failing'
      : behind.has(query)
        ? 'behind'
        : null

/** The interval of a query whose rows may be old; a live change is reported once only. */
export const refetchOutdated = (query: Query): number | false => (judge(query) === null ? false : REFETCH_MS)

const useActiveQueries = <T extends string | boolean | null>(read: (queries: readonly Query[]) => T): T => {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback((notify) => cache.subscribe(notifyManager.batchCalls(notify)), [cache]),
    () => read(cache.findAll({ type: 'active' })),
  )
}

/** Whether a part of the page has never loaded, because the server did not answer. */
export const useMissing = (): boolean =>
  useActiveQueries((queries) =>
    queries.some(({ state: { data, error } }) => data === undefined && error !== null && status(error) === 0),
  )

/** Why rows on screen may be older than what happened; null where none are. */
export const useOutdated = (): Outdated | null =>
  useActiveQueries((queries) => {
    const found = queries.map(judge)
    return found.find((one) => one === 'failing') ?? found.find((one) => one === 'behind') ?? null
  })
