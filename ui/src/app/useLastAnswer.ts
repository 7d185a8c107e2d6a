import { useQueryClient } from '@tanstack/react-query'
import { browserZone, wallClock } from '../ui/localDate.ts'

/** The time of the newest data on screen, `09:40`. */
export const useLastAnswer = () => {
  const client = useQueryClient()
  const newest = Math.max(0, ...client.getQueryCache().getAll().map(({ state }) => state.dataUpdatedAt))
  return wallClock(newest === 0 ? Date.now() : newest, browserZone()).time
}
