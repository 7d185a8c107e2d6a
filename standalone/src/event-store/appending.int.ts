import {
  binaryEvent,
  MaxAppendSizeExceededError,
  UnknownError,
  WrongExpectedVersionError,
  type EventStoreDBClient,
} from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  collect,
  happened,
  newStream,
  numbers,
  several,
  startTestStore,
  type TestStore,
} from './testStore.ts'

let store: TestStore
let client: EventStoreDBClient
beforeAll(async () => {
  store = await startTestStore()
  client = store.client
})
afterAll(() => store?.stop())

// The two RPCs behind appendToStream: per-call credentials choose the plain one, even where they are not
// sent.
const callStyles = [
  ['BatchAppend', {}],
  ['Append', { credentials: { username: 'admin', password: 'changeit' } }],
] as const

describe.each(callStyles)('appending with %s', (_name, style) => {
  it('answers with revision and position, in order', async () => {
    const stream = newStream()
    const first = await client.appendToStream(stream, several(3), { expectedRevision: 'no_stream', ...style })
    const second = await client.appendToStream(stream, several(2, 3), { expectedRevision: 2n, ...style })
    expect([first.nextExpectedRevision, second.nextExpectedRevision]).toEqual([2n, 4n])
    expect(second.position?.commit).toBeGreaterThan(first.position?.commit ?? 0n)
    expect(numbers(await collect(client.readStream(stream)))).toEqual([0, 1, 2, 3, 4])
  })

  it('refuses a wrong expected revision and names the actual one', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(3), { expectedRevision: 'any', ...style })
    for (const expectedRevision of ['no_stream', 1n, 7n] as const) {
      const refusal = client.appendToStream(stream, happened(9), { expectedRevision, ...style })
      await expect(refusal).rejects.toMatchObject({
        constructor: WrongExpectedVersionError,
        actualVersion: 2n,
        expectedVersion: expectedRevision,
      })
    }
    await expect(
      client.appendToStream(newStream(), happened(9), { expectedRevision: 'stream_exists', ...style }),
    ).rejects.toMatchObject({ actualVersion: 'no_stream' })
    expect(await collect(client.readStream(stream))).toHaveLength(3)
  })

  it('lets exactly one of 50 conflicting appends win', async () => {
    const stream = newStream()
    await client.appendToStream(stream, happened(0), style)
    const attempts = Array.from({ length: 50 }, (_, n) =>
      client.appendToStream(stream, [happened(n), happened(n)], { expectedRevision: 0n, ...style }),
    )
    const results = await Promise.allSettled(attempts)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ actualVersion: 2n })
    expect(await collect(client.readStream(stream))).toHaveLength(3)
  })

  it('recognises a repeated append', async () => {
    const stream = newStream()
    const events = several(3)
    const first = await client.appendToStream(stream, events, { expectedRevision: 'no_stream', ...style })
    await client.appendToStream(stream, happened(9), { expectedRevision: 2n, ...style })
    for (const expectedRevision of ['no_stream', 'any'] as const) {
      const again = await client.appendToStream(stream, events, { expectedRevision, ...style })
      expect(again).toEqual(first)
    }
    const mixed = client.appendToStream(stream, [...events.slice(0, 2), happened(4)], {
      expectedRevision: 'no_stream',
      ...style,
    })
    await expect(mixed).rejects.toThrow(WrongExpectedVersionError)
    expect(await collect(client.readStream(stream))).toHaveLength(4)
  })

  it('accepts 1 MiB and not a byte more, counting data, metadata and twice the type', async () => {
    const fit = 1_048_576 - 2 * 'Blob'.length - 2
    const blob = (bytes: number) =>
      binaryEvent({ type: 'Blob', data: new Uint8Array(bytes).fill(7), metadata: new Uint8Array(2) })
    const stream = newStream()
    await client.appendToStream(stream, blob(fit), style)
    await expect(client.appendToStream(stream, blob(fit + 1), style)).rejects.toThrow(
      MaxAppendSizeExceededError,
    )
    const [stored] = await collect(client.readStream(stream))
    expect(Buffer.from(stored?.event?.data as Uint8Array).equals(Buffer.alloc(fit, 7))).toBe(true)
  })

  it('refuses invalid names', async () => {
    for (const stream of ['', '$all', '$$$$meta', 'with\0nul']) {
      await expect(client.appendToStream(stream, happened(1), style)).rejects.toThrow(UnknownError)
    }
  })
})
