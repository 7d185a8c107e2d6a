import { useListContext } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import { useCards } from '../components/list/useCards.ts'
import type { Thread } from '../data/records/records.ts'
import { useInboxPaths } from './useInboxPaths.ts'

/** Ways from an open conversation to those around it in the list. */
export const useNeighbours = (id: string) => {
  const navigate = useNavigate()
  const paths = useInboxPaths()
  const { search } = useLocation()
  const single = useCards()
  const { data = [] } = useListContext<Thread>()
  const at = data.findIndex((thread) => thread.id === id)
  const open = (thread: Thread | undefined) => thread && void navigate(paths.thread(thread.id) + search)
  const next = at < 0 ? data[0] : data[at + 1]
  return {
    openNext: () => open(next),
    openPrevious: () => open(data[at - 1]),
    /** Opens the next one, or the list where it has the page for itself. */
    leave: () =>
      void navigate((single || next === undefined ? paths.inbox() : paths.thread(next.id)) + search),
  }
}
