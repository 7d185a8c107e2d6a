import { EventStoreDBClient, jsonEvent, type EventData, type JSONType } from '@eventstore/db-client'
import type { NewEvent } from '@hearth/platform/event-store/port'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import { randomStays } from '@hearth/projector/testing/stays'

const BATCH_EVENTS = 256
/**
 * Number of bookings whose histories are interleaved: more than a batch of events, so that a batch rarely
 * holds two of one booking.
 */
const SIDE_BY_SIDE = 1_000
const SEED = 20

type Placed = Readonly<{ stream: string; event: EventData }>

const encode = ({ id, type, data, metadata }: NewEvent): EventData =>
  jsonEvent({ id, type, data: data as Record<string, JSONType>, metadata })

// First the first events of many bookings, then their second ones and so on: the worst order for a fold in
// batches, and the usual one.
const interleave = (
  histories: readonly Readonly<{ stream: string; events: readonly NewEvent[] }>[],
): Placed[] => {
  const placed: Placed[] = []
  for (let from = 0; from < histories.length; from += SIDE_BY_SIDE) {
    const group = histories.slice(from, from + SIDE_BY_SIDE)
    const longest = Math.max(...group.map(({ events }) => events.length))
    for (let index = 0; index < longest; index += 1) {
      for (const { stream, events } of group) {
        const event = events[index]
        if (event) placed.push({ stream, event: encode(event) })
      }
    }
  }
  return placed
}

/**
 * Writes at least `count` events of bookings, sealed as the command service seals them. Returns the number.
 */
export const writeBookings = async (
  url: string,
  sealer: Pick<Sealer, 'seal'>,
  count: number,
): Promise<number> => {
  const histories = (await randomStays(sealer, Math.ceil(count / 3), SEED)).filter(({ stream }) =>
    stream.startsWith('booking-'),
  )
  const placed = interleave(histories)
  if (placed.length < count) throw new Error(`Only ${placed.length} of ${count} events`)
  const client = EventStoreDBClient.connectionString(`${url}&throwOnAppendFailure=true`)
  try {
    for (let from = 0; from < placed.length; from += BATCH_EVENTS) {
      // At most one event of a booking at a time: the order within a stream is kept.
      const seen = new Set<string>()
      let pending: Promise<unknown>[] = []
      for (const { stream, event } of placed.slice(from, from + BATCH_EVENTS)) {
        if (seen.has(stream)) {
          await Promise.all(pending)
          pending = []
          seen.clear()
        }
        seen.add(stream)
        pending.push(client.appendToStream(stream, event))
      }
      await Promise.all(pending)
    }
  } finally {
    await client.dispose()
  }
  return placed.length
}
