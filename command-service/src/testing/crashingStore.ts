import {
  OutcomeUnknownError,
  StoreUnavailableError,
  type EventStore,
} from '@hearth/platform/event-store/port'

/**
 * A store for a process that crashes: at the first append whose first event has the type, before it is
 * written or after it, without an answer. After that the process writes nothing.
 */
export const crashingStore = (store: EventStore, when: 'before' | 'after', type: string): EventStore => {
  let lost = false
  return {
    ...store,
    append: async (stream, events, expected, options) => {
      if (lost) throw new StoreUnavailableError('the process is gone')
      if (events[0]?.type !== type) return store.append(stream, events, expected, options)
      lost = true
      if (when === 'after') await store.append(stream, events, expected, options)
      throw new OutcomeUnknownError('the process is gone')
    },
  }
}
