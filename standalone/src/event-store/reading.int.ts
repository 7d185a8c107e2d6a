import {
  binaryEvent,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type EventStoreDBClient,
} from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

let store: TestStore
let client: EventStoreDBClient
beforeAll(async () => {
  store = await startTestStore()
  client = store.client
})
afterAll(() => store?.stop())

describe('reading', () => {
  it('reads a stream in both directions, from anywhere', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(700))
    expect(revisions(await collect(client.readStream(stream)))).toEqual(
      Array.from({ length: 700 }, (_, index) => index),
    )
    expect(
      revisions(
        await collect(
          client.readStream(stream, { direction: 'backwards', fromRevision: 'end', maxCount: 3 }),
        ),
      ),
    ).toEqual([699, 698, 697])
    expect(revisions(await collect(client.readStream(stream, { fromRevision: 697n })))).toEqual([
      697, 698, 699,
    ])
    expect(revisions(await collect(client.readStream(stream, { fromRevision: 900n })))).toEqual([])
    expect(
      revisions(
        await collect(client.readStream(stream, { direction: 'backwards', fromRevision: 900n, maxCount: 2 })),
      ),
    ).toEqual([699, 698])
    expect(
      revisions(await collect(client.readStream(stream, { direction: 'backwards', fromRevision: 1n }))),
    ).toEqual([1, 0])
    expect(
      revisions(await collect(client.readStream(stream, { direction: 'backwards', fromRevision: 'start' }))),
    ).toEqual([0])
    await expect(collect(client.readStream(newStream()))).rejects.toThrow(StreamNotFoundError)
  })

  it('reads $all inclusively forwards, exclusively backwards, and keeps every event as it was', async () => {
    const stream = newStream('Straße')
    const event = happened(1)
    const before = await client.appendToStream(stream, event)
    await client.appendToStream(stream, several(4, 2))
    const position = before.position
    if (!position) throw new Error('no position')
    const forwards = await collect(client.readAll({ fromPosition: position }))
    expect(numbers(forwards)).toEqual([1, 2, 3, 4, 5])
    expect(forwards[0]?.event).toMatchObject({
      streamId: stream,
      id: event.id,
      revision: 0n,
      type: 'Happened',
      isJson: true,
      data: { n: 1 },
      metadata: { by: 'test' },
      position,
    })
    expect(Math.abs(Date.now() - Number(forwards[0]?.event?.created))).toBeLessThan(10_000)
    const backwards = await collect(
      client.readAll({ direction: 'backwards', fromPosition: position, maxCount: 1 }),
    )
    expect(backwards[0]?.event?.id).not.toBe(event.id)
    const whole = await collect(client.readAll())
    const reversed = await collect(client.readAll({ direction: 'backwards', fromPosition: 'end' }))
    expect(reversed.map((resolved) => resolved.event?.id).reverse()).toEqual(
      whole.map((resolved) => resolved.event?.id),
    )
  })

  it('refuses a position that was never issued', async () => {
    const { position } = await client.appendToStream(newStream(), happened(1))
    const unknown = { commit: (position?.commit ?? 0n) + 1n, prepare: (position?.prepare ?? 0n) + 1n }
    await expect(collect(client.readAll({ fromPosition: unknown }))).rejects.toThrow('invalid position')
    await expect(collect(client.subscribeToAll({ fromPosition: unknown }))).rejects.toThrow(
      'invalid position',
    )
  })

  it('resolves links', async () => {
    const stream = newStream()
    const links = newStream('links')
    await client.appendToStream(stream, several(2))
    const link = (target: string) => binaryEvent({ type: '$>', data: Buffer.from(target) })
    await client.appendToStream(links, [link(`1@${stream}`), link('5@gone')])
    const [found, gone] = await collect(client.readStream(links, { resolveLinkTos: true }))
    expect(found).toMatchObject({
      event: { streamId: stream, revision: 1n },
      link: { streamId: links, revision: 0n },
    })
    expect(gone?.event).toBeUndefined()
    expect(gone?.link?.revision).toBe(1n)
  })
})

describe('retention and deletion', () => {
  it('hides what metadata excludes, from the stream but not from $all', async () => {
    const stream = newStream()
    const { position } = await client.appendToStream(stream, several(10))
    await client.setStreamMetadata(stream, { maxCount: 3 })
    expect(revisions(await collect(client.readStream(stream)))).toEqual([7, 8, 9])
    await client.setStreamMetadata(stream, { truncateBefore: 5 })
    expect(revisions(await collect(client.readStream(stream)))).toEqual([5, 6, 7, 8, 9])
    expect((await client.getStreamMetadata(stream)).metadata).toMatchObject({ truncateBefore: 5 })
    await client.setStreamMetadata(stream, { maxAge: 3_600 })
    expect(await collect(client.readStream(stream))).toHaveLength(10)
    if (!position) throw new Error('no position')
    expect(
      await collect(client.readAll({ direction: 'backwards', fromPosition: position, maxCount: 9 })),
    ).toHaveLength(9)
    expect(revisions(await collect(client.readStream(`$$${stream}`)))).toEqual([2])
  })

  it('deletes softly: the stream is gone until it is written to, and continues at its revision', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(5))
    await client.setStreamMetadata(stream, { maxCount: 100 })
    await client.deleteStream(stream, { expectedRevision: 4n })
    await expect(collect(client.readStream(stream))).rejects.toThrow(StreamNotFoundError)
    const again = await client.appendToStream(stream, several(2, 5), { expectedRevision: 'no_stream' })
    expect(again.nextExpectedRevision).toBe(6n)
    expect(revisions(await collect(client.readStream(stream)))).toEqual([5, 6])
    await expect(client.deleteStream(newStream())).rejects.toThrow(WrongExpectedVersionError)
    await expect(client.deleteStream(stream, { expectedRevision: 3n })).rejects.toMatchObject({
      actualVersion: 6n,
    })
  })

  it('keeps old events hidden when only the metadata of a deleted stream is written', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(3))
    await client.deleteStream(stream)
    await client.setStreamMetadata(stream, { maxCount: 50 })
    await client.appendToStream(stream, happened(3))
    expect(revisions(await collect(client.readStream(stream)))).toEqual([3])
    expect((await client.getStreamMetadata(stream)).metadata).toMatchObject({
      maxCount: 50,
      truncateBefore: 3,
    })
  })

  it('tombstones permanently', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(2))
    await client.tombstoneStream(stream, { expectedRevision: 1n })
    await expect(collect(client.readStream(stream))).rejects.toThrow(StreamDeletedError)
    await expect(client.appendToStream(stream, happened(1))).rejects.toThrow(StreamDeletedError)
    await expect(client.setStreamMetadata(stream, { maxCount: 1 })).rejects.toThrow(StreamDeletedError)
    await expect(client.deleteStream(stream)).rejects.toThrow(StreamDeletedError)
    await expect(client.tombstoneStream(`$$${newStream()}`)).rejects.toThrow('metadata stream')
    const [last] = await collect(client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 }))
    expect(last?.event).toMatchObject({ type: '$streamDeleted', revision: 2n ** 63n - 1n, streamId: stream })
  })
})
