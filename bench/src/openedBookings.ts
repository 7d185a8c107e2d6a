import { eventDefinitions } from '@hearth/contracts'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { openWorkplace } from '@hearth/projector/testing/workplace'
import { warnings } from './warnings.ts'

/** A log with sealed events and the keys to open them. */
export type Log = Readonly<{ databaseUrl: string; eventStoreUrl: string; sealingKey: string }>

/** The events of bookings in the order of the log up to its end, personal fields opened. */
export const openedBookings = async function* (log: Log): AsyncGenerator<RecordedEvent> {
  const workplace = await openWorkplace({
    ...log,
    log: warnings,
    domain: { definitions: eventDefinitions, projections: [], resources: [] },
  })
  const ending = new AbortController()
  try {
    for await (const item of workplace.store.feed({ from: async () => 'start', signal: ending.signal })) {
      if (item.kind === 'caught-up') return
      if (item.kind !== 'event' || bookingProjection.keys(item.event).length === 0) continue
      const [read] = await workplace.read([item.event])
      if (!read || 'error' in read) throw read?.error ?? new Error('An event was not read')
      yield read.event
    }
  } finally {
    ending.abort()
    await workplace.close()
  }
}
