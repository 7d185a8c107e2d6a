import {
  OutcomeUnknownError,
  StoreUnavailableError,
  type EventStore,
} from '@hearth/platform/event-store/port'

/**
 * A store that a process loses: at the first append whose first event has the type, either before it is
 * written or after it, when nobody hears of it any more. From then on the process writes nothing.
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
