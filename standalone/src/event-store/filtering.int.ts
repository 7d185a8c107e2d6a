import { EventStoreDBClient, eventTypeFilter, jsonEvent, streamNameFilter } from '@eventstore/db-client'
import { allowed } from '@hearth/platform/testing/allowed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { happened, newStream, startTestStore, type TestStore } from './testStore.ts'
import { until } from './testServer.ts'

let store: TestStore
let client: EventStoreDBClient
beforeAll(async () => {
  store = await startTestStore()
  client = store.client
})
afterAll(() => store?.stop())

const refused = String.raw`^(?!\$)`
const reason = 'this event store cannot run a filter whose regular expression contains the lookaround (?!'

describe('regular expressions of filters', () => {
  it('reports to a subscriber that it cannot run an expression, and serves the others', async () => {
    const stream = newStream()
    const seen: (string | undefined)[] = []
    const other = client.subscribeToStream(stream).on('data', ({ event }) => seen.push(event?.id))
    const failures: Error[] = []
    client
      .subscribeToAll({ filter: streamNameFilter({ regex: refused }) })
      .on('error', (error: Error) => failures.push(error))
    await until('the subscription fails', () => failures.length > 0)
    expect(failures[0]).toMatchObject({ code: 3, message: expect.stringContaining(reason) })
    const event = happened(1)
    await client.appendToStream(stream, event)
    await until('the other subscription goes on', () => seen.length > 0)
    expect(seen).toEqual([event.id])
    await other.unsubscribe()
  })

  it('goes on while an expression almost matches', async () => {
    const type = `${'a'.repeat(28)}!`
    await client.appendToStream(newStream(), jsonEvent({ type, data: {} }))
    const seen: (string | undefined)[] = []
    const subscription = client
      .subscribeToAll({ filter: eventTypeFilter({ regex: '^(a+)+$|^Happened$' }) })
      .on('data', ({ event }) => seen.push(event?.id))
    const event = happened(1)
    const began = performance.now()
    await client.appendToStream(newStream(), event)
    await until('the event is there', () => seen.includes(event.id))
    expect(performance.now() - began).toBeLessThan(allowed(1_000))
    await subscription.unsubscribe()
  })

  it('filters beyond ASCII as .NET does', async () => {
    const stream = newStream('Straße')
    await client.appendToStream(stream, happened(1))
    const seen: (string | undefined)[] = []
    const subscription = client
      .subscribeToAll({ filter: streamNameFilter({ regex: String.raw`^\w+-[\da-f-]{36}$` }) })
      .on('data', ({ event }) => seen.push(event?.streamId))
    await until('the event is there', () => seen.includes(stream))
    await subscription.unsubscribe()
  })
})
