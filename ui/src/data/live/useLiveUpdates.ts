import { useEffect } from 'react'
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { SUMMARIES } from '../commands/useCommand.ts'
import { raisePosition } from '../http/consistency.ts'
import { beganBeforeGap } from '../records/readPeriods.ts'
import type { Change } from './eventStream.ts'
import { liveStatus } from './liveStatus.ts'
import { followLiveUpdates } from './liveUpdates.ts'

const COALESCE_MS = 150

/**
 * Refetches queries. The first read of a query isn't repeated by an invalidation; what it answers may be older
 * than the change, so it is invalidated once more when it has ended.
 */
const refetch = (client: QueryClient, predicate: (query: Query) => boolean) => {
  for (const query of client.getQueryCache().findAll({ predicate })) {
    if (query.state.data !== undefined || query.state.fetchStatus === 'idle') continue
    const { queryKey } = query
    const again = () => client.invalidateQueries({ queryKey, exact: true })
    void query.fetch().then(again, () => undefined)
  }
  void client.invalidateQueries({ predicate })
}

/** Collects changes, and refetches what they touch at most every 150 ms. */
export const createRefetcher = (client: QueryClient) => {
  const changed = new Map<string, Set<string> | 'all'>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    timer = undefined
    if (changed.delete('*')) refetch(client, beganBeforeGap)
    for (const [resource, ids] of changed)
      refetch(
        client,
        ({ queryKey: [name, method, params] }) =>
          name === resource &&
          (ids === 'all' || method !== 'getOne' || ids.has(String((params as { id?: unknown }).id))),
      )
    if (changed.size > 0) refetch(client, ({ queryKey }) => SUMMARIES.includes(queryKey[0]))
    changed.clear()
  }
  return {
    collect: ({ resource, id, position }: Change) => {
      raisePosition(position)
      const ids = changed.get(resource)
      if (id === null || ids === 'all') changed.set(resource, 'all')
      else changed.set(resource, (ids ?? new Set()).add(id))
      timer ??= setTimeout(flush, COALESCE_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Refetches what other sessions changed. Mounted once, in the layout. */
export const useLiveUpdates = () => {
  const client = useQueryClient()
  useEffect(() => {
    const { collect, stop } = createRefetcher(client)
    const leave = followLiveUpdates({ onChange: collect, onStatus: liveStatus.set })
    return () => {
      stop()
      leave()
    }
  }, [client])
}
