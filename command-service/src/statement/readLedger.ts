import { formatStream } from '@hearth/contracts/kernel/message'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import type { EventStore, Recorded } from '@hearth/platform/event-store/port'
import { openEvents, type EventReader } from '@hearth/platform/read-model/eventReader'

/** Events that are opened together. */
const BATCH = 500

/** Reads an account's ledger from the event store, a batch in memory at a time. */
export const createLedgerReader = ({
  store,
  readEvents,
}: Readonly<{ store: Pick<EventStore, 'read'>; readEvents: EventReader }>) =>
  async function* (hostAccountId: string): AsyncGenerator<RecordedEvent> {
    let batch: Recorded[] = []
    for await (const event of store.read(formatStream('hostLedger', hostAccountId))) {
      batch.push(event)
      if (batch.length < BATCH) continue
      yield* await openEvents({ readEvents }, batch)
      batch = []
    }
    yield* await openEvents({ readEvents }, batch)
  }
