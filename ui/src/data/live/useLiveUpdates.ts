import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { raisePosition } from '../http/consistency.ts'
import { openEventStream, type Change } from './eventStream.ts'

const COALESCE_MS = 150

/** Refetches what other sessions changed, at most every 150 ms. Mounted once, in the layout. */
export const useLiveUpdates = () => {
  const client = useQueryClient()
  useEffect(() => {
    const changed = new Map<string, Set<string> | 'all'>()
    let timer: ReturnType<typeof setTimeout> | undefined

    const flush = () => {
      timer = undefined
      if (changed.has('*')) void client.invalidateQueries()
      for (const [resource, ids] of changed) {
        void client.invalidateQueries({
          predicate: ({ queryKey: [name, method, params] }) =>
            name === resource &&
            (ids === 'all' || method !== 'getOne' || ids.has(String((params as { id?: unknown }).id))),
        })
      }
      if (changed.size > 0) void client.invalidateQueries({ queryKey: ['today'] })
      changed.clear()
    }
    const collect = ({ resource, id, position }: Change) => {
      raisePosition(position)
      const ids = changed.get(resource)
      if (id === null || ids === 'all') changed.set(resource, 'all')
      else changed.set(resource, (ids ?? new Set()).add(id))
      timer ??= setTimeout(flush, COALESCE_MS)
    }
    const close = openEventStream(collect)
    return () => {
      clearTimeout(timer)
      close()
    }
  }, [client])
}
