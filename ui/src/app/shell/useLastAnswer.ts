import { useQueryClient } from '@tanstack/react-query'
import { browserZone, formatClock } from '../../components/dates/localDate.ts'
import { useNow } from '../../components/dates/useNow.ts'

/** The time of the newest data on screen, `09:40`. */
export const useLastAnswer = () => {
  const client = useQueryClient()
  const now = useNow(60_000)
  const newest = Math.max(
    0,
    ...client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  )
  return formatClock(newest === 0 ? now : newest, browserZone())
}
