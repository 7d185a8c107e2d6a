import type { Thread } from '../../data/records/records.ts'
import { listWaiting, useMessagePlans } from '../../message-plan/useMessagePlans.ts'

/** When the next scheduled message about its stay goes out, by conversation. */
export const useNextPlanned = (threads: readonly Thread[]): ReadonlyMap<string, string> => {
  const id = [...new Set(threads.flatMap(({ bookingId }) => bookingId ?? []))].toSorted()
  const { data = [] } = useMessagePlans({ id }, id.length > 0)
  const planned = listWaiting(data, 0).filter(({ state }) => state === 'planned')
  return new Map(planned.toReversed().map(({ plan, sendAt }) => [plan.threadId, sendAt]))
}
