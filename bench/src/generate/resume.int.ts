import { randomBytes } from 'node:crypto'
import { eventDefinitions } from '@hearth/contracts'
import { createCommandHash } from '@hearth/command-service/runtime/commandHash'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import type { NewEvent, Recorded } from '@hearth/platform/event-store/port'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openPool } from '@hearth/platform/postgres/pool'
import { createSealer } from '@hearth/platform/sealing/sealer'
import { startChild } from '@hearth/platform/testing/child'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateTenant } from './histories.ts'
import { arrivalSums, planTenant } from './plan.ts'
import { drawSizes, type Run } from './run.ts'
import { committedShape } from './shape.ts'

const run: Run = { seed: 3, bookings: 240, tenants: 6, today: '2026-10-01' }
const SEALING_KEY = randomBytes(32).toString('base64')
const COMMAND_HASH_KEY = 'a key'
let stack: TestStack

beforeAll(async () => {
  stack = await startTestStack()
  const pool = openPool({
    connectionString: stack.databaseUrl,
    max: 1,
    name: 'test',
    log: silentLog,
    limits: 'long',
  })
  await migrate(pool, appSchema, appMigrations)
  await pool.end()
})
afterAll(() => stack.stop())

const generate = (today: string, killAfter?: number) =>
  startChild('bench/src/generate/generateChild.ts', [], {
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    SEALING_KEY,
    COMMAND_HASH_KEY,
    RUN: JSON.stringify({ ...run, today }),
    ...(killAfter === undefined ? {} : { KILL_AFTER: String(killAfter) }),
  })

const wanted = (): ReadonlyMap<string, readonly NewEvent[]> => {
  const shape = committedShape()
  const sums = arrivalSums(run, shape)
  const streams = drawSizes(run).flatMap((size, tenant) => {
    const { account, listings, ledger } = generateTenant(
      run,
      planTenant(run, tenant, size, shape, sums),
      createCommandHash(COMMAND_HASH_KEY),
    )
    const made = [...listings()]
    return [
      account,
      ...made.flatMap(({ listing, calendar, bookings }) => [listing, calendar, ...bookings]),
      ledger(made.flatMap(({ postings }) => postings)),
    ]
  })
  return new Map(
    streams.filter(({ events }) => events.length > 0).map(({ stream, events }) => [stream, events]),
  )
}

/** The current log without the policies, decrypted. */
const readAll = async (): Promise<ReadonlyMap<string, readonly NewEvent[]>> => {
  const store = connectEventStore({ url: stack.eventStoreUrl, name: 'test', log: silentLog })
  const pool = openPool({
    connectionString: stack.databaseUrl,
    max: 1,
    name: 'test',
    log: silentLog,
    limits: 'long',
  })
  const sealer = createSealer({
    pool,
    masterKey: SEALING_KEY,
    personal: (type) => eventDefinitions.get(type)?.personal ?? {},
  })
  const over = new AbortController()
  const found: Recorded[] = []
  for await (const item of store.feed({ from: async () => 'start', signal: over.signal })) {
    if (item.kind === 'caught-up') break
    if (item.kind === 'event' && !item.event.stream.startsWith('policy-')) found.push(item.event)
  }
  over.abort()
  for (const { type, data } of found)
    if (type === 'BookingConfirmed')
      expect(data).toMatchObject({ guestName: expect.stringMatching(/^sealed:/) })
  const data = await sealer.openMany(found)
  await store.close()
  await pool.end()
  const streams = new Map<string, NewEvent[]>()
  for (const [index, { stream, id, type, metadata }] of found.entries())
    streams.set(stream, [...(streams.get(stream) ?? []), { id, type, data: data[index], metadata }])
  return streams
}

test(
  'writes each event of an undisturbed run once when it is killed twice and continued on another day',
  { timeout: 300_000 },
  async () => {
    for (const events of [150, 300])
      await (await generate(events === 150 ? run.today : '2026-10-02', events)).kill()
    const last = await generate('2026-10-03')
    expect(JSON.parse(last.url)).toMatchObject({ bookings: run.bookings })
    await last.stop()
    const streams = wanted()
    const found = await readAll()
    expect(found.size).toBe(streams.size)
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(streams))
  },
)
