import { takesSealed, type Projection } from '@hearth/contracts/kernel/projection'
import type { Recorded } from '@hearth/platform/event-store/port'
import type { ReadEvent } from '@hearth/platform/read-model/eventReader'
import type { Entry } from './foldBatch.ts'

/** An event for a projection; undefined when it does not concern it. */
export const createEntry = (
  projection: Projection,
  recorded: Recorded,
  read: ReadEvent,
): Entry | undefined => {
  const isSealed = takesSealed(projection, recorded.type)
  const event = isSealed || 'error' in read ? recorded : read.event
  const unreadable = !isSealed && 'error' in read ? read.error : undefined
  try {
    const keys = projection.keys(event)
    if (keys.length === 0) return undefined
    return unreadable ? { recorded, event, keys, error: unreadable } : { recorded, event, keys }
  } catch (error) {
    return {
      recorded,
      event,
      keys: [],
      error: unreadable ?? (error instanceof Error ? error : new Error(String(error))),
    }
  }
}
