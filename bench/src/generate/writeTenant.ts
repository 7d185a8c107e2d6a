import { setTimeout as delay } from 'node:timers/promises'
import { OutcomeUnknownError, StoreUnavailableError, type AppendResult, type EventStore, type NewEvent } from '@hearth/platform/event-store/port'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import { runInLanes } from '@hearth/standalone/lanes'
import type { ListingHistory, TenantHistory } from './histories.ts'
import type { StreamHistory } from './openStream.ts'

const AT_ONCE = 64
const GIVE_UP_MS = 300_000
const REPEAT_MS = 500

export type Place = Readonly<{ store: Pick<EventStore, 'append' | 'read'>; sealer: Pick<Sealer, 'sealMany'> }>
type Stream = Readonly<{ stream: string; events: readonly NewEvent[] }>

/** Whether all streams of the tenant are there: the closing one is written after all others. */
export const isWritten = async ({ store }: Place, closing: string): Promise<boolean> => {
  for await (const _ of store.read(closing, { limit: 1 })) return true
  return false
}

const appendPatiently = async ({ store }: Place, { stream, events }: Stream): Promise<AppendResult> => {
  const until = performance.now() + GIVE_UP_MS
  for (;;) {
    try {
      return await store.append(stream, events, 'absent')
    } catch (error) {
      const mayPass = error instanceof OutcomeUnknownError || error instanceof StoreUnavailableError
      if (!mayPass || performance.now() > until) throw error
      await delay(REPEAT_MS)
    }
  }
}

// What a former attempt has written carries the same ids, which the store recognises; only the sealing differs.
const append = async (place: Place, stream: Stream): Promise<void> => {
  const result = await appendPatiently(place, stream)
  if (result.kind === 'conflict') throw new Error(`${stream.stream} exists already and is another one`)
}

const seal = async ({ sealer }: Place, tenantId: string, streams: readonly StreamHistory[]): Promise<readonly Stream[]> => {
  const data = await sealer.sealMany(tenantId, streams.flatMap(({ stream, events }) => events.map((event) => ({ stream, type: event.type, data: event.data }))))
  let next = 0
  return streams.map(({ stream, events }) => ({ stream, events: events.map((event) => ({ ...event, data: data[next++] })) }))
}

/** Writes the streams of a tenant, each in one append, sealed, the closing one last. `tell` hears of each stream written. */
export const writeTenant = async (place: Place, { tenantId, account, listings }: TenantHistory, closing: string, tell: (written: Stream) => void = () => undefined): Promise<void> => {
  const write = (streams: readonly Stream[]) =>
    runInLanes(streams, ({ stream }) => stream, AT_ONCE, async (one) => {
      await append(place, one)
      tell(one)
    })
  const writeListing = async ({ listing, calendar, bookings }: ListingHistory) => {
    const sealed = await seal(place, tenantId, [listing, calendar, ...bookings])
    const last = sealed.filter(({ stream }) => stream === closing)
    for (const group of [sealed.slice(0, 1), sealed.slice(1, 2), sealed.slice(2).filter(({ stream }) => stream !== closing), last]) await write(group)
  }
  await write(await seal(place, tenantId, [account]))
  for (const one of listings()) await writeListing(one)
}
