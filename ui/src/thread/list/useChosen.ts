import { useState } from 'react'
import { useListContext } from 'react-admin'
import type { Thread } from '../../data/records/records.ts'

export type Chosen = ReturnType<typeof useChosen>

/** The conversations of the page that are chosen, while some are being chosen. */
export const useChosen = () => {
  const { data = [] } = useListContext<Thread>()
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null)
  const threads = data.filter(({ id }) => ids?.has(id))
  const all = threads.length === data.length
  return {
    choosing: ids !== null,
    threads,
    all,
    has: (id: string) => ids?.has(id) ?? false,
    start: () => setIds(new Set()),
    end: () => setIds(null),
    toggle: (id: string) =>
      setIds((known) => {
        const next = new Set(known)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    toggleAll: () => setIds(new Set(all ? [] : data.map(({ id }) => id))),
  }
}
