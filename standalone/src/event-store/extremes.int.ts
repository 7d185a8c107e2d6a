import { randomUUID } from 'node:crypto'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { StreamNotFoundError, type EventStoreDBClient, type ResolvedEvent } from '@eventstore/db-client'
import { credentials } from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from './testServer.ts'
import {
  collect,
  happened,
  newStream,
  numbers,
  revisions,
  several,
  startTestStore,
  type TestStore,
} from './testStore.ts'
import { streamIdentifier } from './wire.ts'

const MAX_INT64 = 2n ** 63n - 1n
const MAX_UINT64 = 2n ** 64n - 1n

let store: TestStore
let client: EventStoreDBClient
let raw: StreamsClient
beforeAll(async () => {
  store = await startTestStore()
  client = store.client
  raw = new StreamsClient(`127.0.0.1:${store.server.port}`, credentials.createInsecure())
})
afterAll(async () => {
  raw?.close()
  await store?.stop()
})

/** Writes metadata as text: JSON.stringify knows no 64-bit numbers. */
const writeMetadata = (stream: string, text: string): Promise<AppendResp> =>
  new Promise((resolve, reject) => {
    const call = raw.append((error, response) => (error ? reject(error) : resolve(response)))
    const options = new streams.AppendReq.Options()
    options.setStreamIdentifier(streamIdentifier(`$$${stream}`))
    options.setAny(new shared.Empty())
    const first = new streams.AppendReq()
    first.setOptions(options)
    const id = new shared.UUID()
    id.setString(randomUUID())
    const event = new streams.AppendReq.ProposedMessage()
    event.setId(id)
    event.getMetadataMap().set('type', '$metadata').set('content-type', 'application/json')
    event.setData(Buffer.from(text))
    const second = new streams.AppendReq()
    second.setProposedMessage(event)
    call.write(first)
    call.write(second)
    call.end()
  })

/** Reads a stream from a revision that the client refuses to send, and as many events as a uint64 counts. */
const readRaw = (stream: string, revision: bigint): Promise<Readonly<{ revision: string; text: string }>[]> =>
  new Promise((resolve, reject) => {
    const source = new streams.ReadReq.Options.StreamOptions()
    source.setStreamIdentifier(streamIdentifier(stream))
    source.setRevision(String(revision))
    const ids = new streams.ReadReq.Options.UUIDOption()
    ids.setString(new shared.Empty())
    const options = new streams.ReadReq.Options()
    options.setStream(source)
    options.setCount(String(MAX_UINT64))
    options.setNoFilter(new shared.Empty())
    options.setUuidOption(ids)
    const request = new streams.ReadReq()
    request.setOptions(options)
    const found: Readonly<{ revision: string; text: string }>[] = []
    raw
      .read(request)
      .on('data', (message) => {
        const event = message.getEvent()?.getEvent()
        if (!event) return
        found.push({
          revision: event.getStreamRevision(),
          text: Buffer.from(event.getData_asU8()).toString(),
        })
      })
      .on('error', reject)
      .on('end', () => resolve(found))
  })

describe('revisions of 64 bits', () => {
  it('let a subscription behind the largest one wait, and its neighbours go on', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(3))
    await client.deleteStream(stream)
    const errors: unknown[] = []
    const seen: ResolvedEvent[] = []
    const waiting = client.subscribeToStream(stream, { fromRevision: MAX_INT64 })
    waiting.on('error', (error) => void errors.push(error)).on('data', () => void errors.push('an event'))
    await new Promise((resolve) => waiting.once('caughtUp', resolve))
    const neighbour = client.subscribeToStream(stream).on('data', (event) => void seen.push(event))
    await client.appendToStream(stream, several(2, 3))
    await until('the neighbour has the new events', () => seen.length === 2)
    expect(numbers(seen)).toEqual([3, 4])
    expect(errors).toEqual([])
    // Every subscription to a stream ends with it.
    const ended = new Promise((resolve) => neighbour.once('error', resolve))
    await client.tombstoneStream(stream)
    await ended
    await until('the one that waits ends too', () => errors.length > 0)
    expect(String(errors[0])).toContain('deleted')
  })

  it('are refused above int64, and 2^64-1 is the end', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(3))
    expect(await readRaw(stream, 1n)).toMatchObject([{ revision: '1' }, { revision: '2' }])
    expect(await readRaw(stream, MAX_INT64)).toEqual([])
    expect(await readRaw(stream, MAX_UINT64)).toEqual([])
    for (const revision of [MAX_INT64 + 1n, MAX_UINT64 - 1n])
      await expect(readRaw(stream, revision)).rejects.toThrow('a revision is at most')
  })
})

describe('positions of 64 bits', () => {
  it('are the start, the end or refused', async () => {
    await client.appendToStream(newStream(), several(2))
    const read = async (position: bigint) =>
      (await collect(client.readAll({ fromPosition: { commit: position, prepare: position } }))).length
    expect(await read(0n)).toBeGreaterThan(2)
    expect(await read(MAX_UINT64)).toBe(0)
    for (const position of [1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, MAX_INT64, MAX_UINT64 - 1n])
      await expect(read(position)).rejects.toThrow('invalid position')
  })
})

describe('metadata with numbers of 64 bits', () => {
  it.each([
    [`{"$tb":${2n ** 53n + 1n}}`, []],
    [`{"$tb":${MAX_INT64 - 1n}}`, []],
    [`{"$tb":${MAX_INT64}}`, 'deleted'],
    // Above int64: the real server ignores it.
    [`{"$tb":${MAX_INT64 + 1n}}`, [0, 1, 2]],
    [`{"$maxCount":${MAX_INT64}}`, [0, 1, 2]],
    [`{"$maxCount":${2n ** 53n + 1n},"$tb":1}`, [1, 2]],
  ])('hides what %s says', async (text, visible) => {
    const stream = newStream()
    await client.appendToStream(stream, several(3))
    await writeMetadata(stream, text)
    const read = collect(client.readStream(stream))
    if (visible === 'deleted') await expect(read).rejects.toThrow(StreamNotFoundError)
    else expect(revisions(await read)).toEqual(visible)
  })

  it('keeps the numbers of other fields when a deleted stream comes back', async () => {
    const stream = newStream()
    await client.appendToStream(stream, happened(0))
    await writeMetadata(stream, `{"custom":${MAX_INT64 - 2n},"$tb":${MAX_INT64}}`)
    await client.appendToStream(stream, happened(1))
    const [metadata] = await readRaw(`$$${stream}`, 0n)
    expect(metadata?.text).toBe(`{"custom":${MAX_INT64 - 2n},"$tb":1}`)
  })
})
