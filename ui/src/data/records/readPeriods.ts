import type { Query, QueryPersister } from '@tanstack/react-query'
import { livePeriod, whenLive } from '../live/liveUpdates.ts'
import { noteOldAnswers } from './outdated.ts'

const begun = new WeakMap<Query, number>()

/** Wraps every read: it is sent once changes reach this page, and its period is remembered. */
export const readWhenLive: QueryPersister = async (read, context, query) => {
  await whenLive()
  begun.set(query, livePeriod())
  return noteOldAnswers(read, context, query)
}

/** Whether changes may have been missed since the query was last read. */
export const beganBeforeGap = (query: Query): boolean => (begun.get(query) ?? -1) < livePeriod()
