import type { EventDefinition, RecordedEvent } from '@hearth/contracts/kernel/message'
import { upcast } from '@hearth/contracts/kernel/upcast'
import { DatabaseError } from 'pg'
import type { Recorded } from '../event-store/port.ts'
import { retryable } from '../postgres/retryable.ts'
import type { Sealer } from '../sealing/sealer.ts'

/** Thrown for an event that this version cannot read, however often it tries. */
export class UnreadableEventError extends Error {
  override name = 'UnreadableEventError'
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)

// Only older shapes cost anything: the writer has validated every event. Unknown types stay as they are.
const inShape = (event: Recorded, definition: EventDefinition | undefined): unknown => {
  if (!definition) return event.data
  const written = Number(event.metadata['schema'] ?? '1')
  if (!Number.isInteger(written) || written < 1 || written > definition.version) {
    throw new UnreadableEventError(
      `${event.type} has schema ${event.metadata['schema']}, this version reads 1 to ${definition.version}`,
    )
  }
  if (!isObject(event.data)) throw new UnreadableEventError(`The data of ${event.type} is not an object`)
  return upcast(definition, written, event.data)
}

/** An event ready to be folded, or why it cannot be. */
export type ReadEvent = Readonly<{ event: RecordedEvent }> | Readonly<{ error: Error }>

export type EventReader = (events: readonly Recorded[]) => Promise<readonly ReadEvent[]>

/** Opened and in today's shape; an event that cannot be read is an error, not a gap. */
export const openEvents = async (
  { readEvents }: Readonly<{ readEvents: EventReader }>,
  recorded: readonly Recorded[],
): Promise<readonly RecordedEvent[]> =>
  (await readEvents(recorded)).map((result) => {
    if ('error' in result) throw result.error
    return result.event
  })

// The database answered, or did not: neither says anything about the event.
const mayPass = (error: unknown) =>
  retryable(error) || error instanceof DatabaseError || (error instanceof Error && 'syscall' in error)

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/**
 * Opens personal fields and upcasts, for a batch with at most one query, in the same order. An event that
 * cannot be read becomes an error in its place; what may pass by itself (a lost connection) is thrown.
 */
export const createEventReader = ({
  sealer,
  definitions,
}: Readonly<{
  sealer: Pick<Sealer, 'open' | 'openMany'>
  definitions: ReadonlyMap<string, EventDefinition>
}>): EventReader => {
  const shape = (event: Recorded, opened: unknown): ReadEvent => {
    try {
      const data = inShape(
        opened === event.data ? event : { ...event, data: opened },
        definitions.get(event.type),
      )
      return { event: data === event.data ? event : { ...event, data } }
    } catch (error) {
      return { error: toError(error) }
    }
  }

  const openOne = async (event: Recorded): Promise<ReadEvent> => {
    try {
      return shape(event, await sealer.open(event.stream, event.type, event.data))
    } catch (error) {
      if (mayPass(error)) throw error
      return { error: toError(error) }
    }
  }

  return async (events) => {
    try {
      const opened = await sealer.openMany(events)
      return events.map((event, index) => shape(event, opened[index]))
    } catch (error) {
      if (mayPass(error)) throw error
      // One altered value must not hide the others of its batch.
      const results: ReadEvent[] = []
      for (const event of events) results.push(await openOne(event))
      return results
    }
  }
}
