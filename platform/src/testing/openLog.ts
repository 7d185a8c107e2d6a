import { BACKWARDS, END, EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client'
import { decodeEvent, isSystemEvent } from '../event-store/codec.ts'
import { connectEventStore } from '../event-store/esdb.ts'
import type { Position, Recorded } from '../event-store/port.ts'
import { silentLog } from './log.ts'

/** A place in the log, or the one before its first event. */
export type LogPosition = Position | 'start'

const isAfter = (position: Position, other: LogPosition): boolean =>
  other === 'start' ||
  position.commit > other.commit ||
  (position.commit === other.commit && position.prepare > other.prepare)

/** What an event store holds, for tests that look at it. Events of the server itself are left out. */
export const openLog = (url: string) => {
  const client = EventStoreDBClient.connectionString(url)
  const store = connectEventStore({ url, name: 'test', log: silentLog })
  return {
    /** The position of the last event, whoever wrote it. */
    end: async (): Promise<LogPosition> => {
      const last = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })
      let position: LogPosition = 'start'
      for await (const { event } of last) if (event) position = event.position
      return position
    },
    /** The events after a position, oldest first. */
    readAfter: async (position: LogPosition): Promise<readonly Recorded[]> => {
      const events: Recorded[] = []
      // A read begins with the event at its position.
      const fromPosition = position === 'start' ? START : position
      for await (const { event } of client.readAll({ direction: FORWARDS, fromPosition }))
        if (event && !isSystemEvent(event) && isAfter(event.position, position))
          events.push(decodeEvent(event, event.position))
      return events
    },
    read: store.read,
    /** The events of a stream, oldest first. */
    readStream: async (stream: string): Promise<readonly Recorded[]> => {
      const events: Recorded[] = []
      for await (const event of store.read(stream)) events.push(event)
      return events
    },
    close: async (): Promise<void> => {
      await store.close()
      await client.dispose()
    },
  }
}
export type TestLog = ReturnType<typeof openLog>
