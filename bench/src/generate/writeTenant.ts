import { setTimeout as delay } from 'node:timers/promises'
import {
  OutcomeUnknownError,
  StoreUnavailableError,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
} from '@hearth/platform/event-store/port'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import { runPartitioned } from '@hearth/standalone/commands/runPartitioned'
import type { ListingHistory, TenantHistory } from './histories.ts'
import type { Posting } from './ledgers.ts'
import type { StreamHistory } from './openStream.ts'

const CONCURRENCY = 64
const GIVE_UP_MS = 300_000
const REPEAT_MS = 500
/** Ledgers grow long, and the size of an append is limited. */
const MAX_APPEND_EVENTS = 500

export type Place = Readonly<{ store: Pick<EventStore, 'append' | 'read'>; sealer: Pick<Sealer, 'sealMany'> }>
type Stream = Readonly<{ stream: string; events: readonly NewEvent[] }>

/** Whether all streams of the tenant exist: the closing one is written after all others. */
export const isWritten = async ({ store }: Place, closing: string): Promise<boolean> => {
  for await (const _ of store.read(closing, { limit: 1 })) return true
  return false
}

const appendWithRetries = async (
  { store }: Place,
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): Promise<AppendResult> => {
  const until = performance.now() + GIVE_UP_MS
  for (;;) {
    try {
      return await store.append(stream, events, expected)
    } catch (error) {
      const mayPass = error instanceof OutcomeUnknownError || error instanceof StoreUnavailableError
      if (!mayPass || performance.now() > until) throw error
      await delay(REPEAT_MS)
    }
  }
}

// Events that an earlier attempt wrote carry the same ids, which the store recognises; only the sealing
// differs.
const append = async (place: Place, { stream, events }: Stream): Promise<void> => {
  for (let first = 0; first < events.length; first += MAX_APPEND_EVENTS) {
    const result = await appendWithRetries(
      place,
      stream,
      events.slice(first, first + MAX_APPEND_EVENTS),
      first === 0 ? 'absent' : BigInt(first - 1),
    )
    if (result.kind === 'conflict') throw new Error(`${stream} exists already and is another one`)
  }
}

const seal = async (
  { sealer }: Place,
  tenantId: string,
  streams: readonly StreamHistory[],
): Promise<readonly Stream[]> => {
  const data = await sealer.sealMany(
    tenantId,
    streams.flatMap(({ stream, events }) =>
      events.map((event) => ({ stream, type: event.type, data: event.data })),
    ),
  )
  let next = 0
  return streams.map(({ stream, events }) => ({
    stream,
    events: events.map((event) => ({ ...event, data: data[next++] })),
  }))
}

/**
 * Writes the sealed streams of a tenant: first the bookings with their threads, then the ledger, and last the closing stream.
 * `onWritten` is called for each stream.
 */
export const writeTenant = async (
  place: Place,
  { tenantId, account, listings, ledger }: TenantHistory,
  closing: string,
  onWritten: (written: Stream) => void = () => undefined,
): Promise<void> => {
  const write = (streams: readonly Stream[]) =>
    runPartitioned(
      streams,
      ({ stream }) => stream,
      CONCURRENCY,
      async (one) => {
        await append(place, one)
        onWritten(one)
      },
    )
  const postings: Posting[] = []
  const writeListing = async (one: ListingHistory): Promise<readonly Stream[]> => {
    const [listing, calendar, ...others] = await seal(place, tenantId, [
      one.listing,
      one.calendar,
      ...one.bookings,
      ...one.threads,
    ])
    const bookings = others.slice(0, one.bookings.length)
    const threads = others.slice(one.bookings.length)
    postings.push(...one.postings)
    const written = bookings.filter(({ stream }) => stream !== closing)
    for (const group of [[listing], [calendar], written, threads])
      await write(group.flatMap((stream) => stream ?? []))
    return bookings.filter(({ stream }) => stream === closing)
  }
  await write(await seal(place, tenantId, [account]))
  let last: readonly Stream[] = []
  for (const one of listings()) last = await writeListing(one)
  await write(await seal(place, tenantId, [ledger(postings)]))
  await write(last)
}
