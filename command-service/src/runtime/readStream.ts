import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import type { EventStore, Recorded } from '@hearth/platform/event-store/port'
import { openEvents, type EventReader } from '@hearth/platform/read-model/eventReader'

/** Events that are opened together. */
const BATCH = 500

export type ReadStream = (stream: string) => AsyncGenerator<RecordedEvent>

/** Reads a stream from its first event, opened, a batch in memory at a time. */
export const createStreamReader = ({
  store,
  readEvents,
}: Readonly<{ store: Pick<EventStore, 'read'>; readEvents: EventReader }>): ReadStream =>
  async function* (stream) {
    let batch: Recorded[] = []
    for await (const event of store.read(stream)) {
      batch.push(event)
      if (batch.length < BATCH) continue
      yield* await openEvents({ readEvents }, batch)
      batch = []
    }
    yield* await openEvents({ readEvents }, batch)
  }
