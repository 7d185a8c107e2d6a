import {
  type AllStreamResolvedEvent,
  binaryEvent,
  type EventStoreDBClient,
  type ResolvedEvent,
} from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from './testServer.ts'
import { collect, newStream, several, startTestStore, type TestStore } from './testStore.ts'

let store: TestStore
let client: EventStoreDBClient
beforeAll(async () => {
  store = await startTestStore()
  client = store.client
})
afterAll(() => store?.stop())

type Resolved = ResolvedEvent | AllStreamResolvedEvent

/** What hides the first event of a stream of three, and how many of them it leaves visible. */
const hidings = {
  'a soft-deleted stream': { visible: 0, hide: (stream) => client.deleteStream(stream) },
  'a tombstoned stream': { visible: 0, hide: (stream) => client.tombstoneStream(stream) },
  'a stream that was deleted and written again': {
    visible: 0,
    hide: async (stream) => {
      await client.deleteStream(stream)
      await client.appendToStream(stream, several(1), { expectedRevision: 'no_stream' })
    },
  },
  'events before $tb': {
    visible: 1,
    hide: (stream) => client.setStreamMetadata(stream, { truncateBefore: 2 }),
  },
  'events beyond $maxCount': {
    visible: 2,
    hide: (stream) => client.setStreamMetadata(stream, { maxCount: 2 }),
  },
  'events older than $maxAge': {
    visible: 0,
    hide: async (stream) => {
      await client.setStreamMetadata(stream, { maxAge: 1 })
      await until('they are old', async () => (await collect(client.readStream(stream))).length === 0)
    },
  },
} satisfies Record<string, { visible: number; hide: (stream: string) => Promise<unknown> }>

const linksTo = (stream: string) =>
  [0, 1, 2].map((revision) => binaryEvent({ type: '$>', data: Buffer.from(`${revision}@${stream}`) }))

const isLink =
  (links: string) =>
  ({ link }: Resolved): boolean =>
    link?.streamId === links

const describeResolved = (events: readonly Resolved[]) =>
  events.map(({ event, link }) => ({ link: Number(link?.revision), event: event && Number(event.revision) }))

describe('links', () => {
  it.each(Object.entries(hidings))('to %s come without their events', async (_what, { visible, hide }) => {
    const stream = newStream()
    const links = newStream('links')
    const { position } = await client.appendToStream(stream, several(3))
    if (!position) throw new Error('no position')
    await client.appendToStream(links, linksTo(stream))
    const before = describeResolved(await collect(client.readStream(links, { resolveLinkTos: true })))
    expect(before).toEqual([0, 1, 2].map((revision) => ({ link: revision, event: revision })))

    await hide(stream)
    const expected = [0, 1, 2].map((revision) => ({
      link: revision,
      event: revision >= 3 - visible ? revision : undefined,
    }))
    expect(describeResolved(await collect(client.readStream(links, { resolveLinkTos: true })))).toEqual(
      expected,
    )
    const backwards = client.readStream(links, {
      direction: 'backwards',
      fromRevision: 'end',
      resolveLinkTos: true,
    })
    expect(describeResolved(await collect(backwards)).reverse()).toEqual(expected)
    const all = client.readAll({ fromPosition: position, resolveLinkTos: true })
    expect(describeResolved((await collect(all)).filter(isLink(links)))).toEqual(expected)
    const allBackwards = client.readAll({
      direction: 'backwards',
      fromPosition: 'end',
      maxCount: 20,
      resolveLinkTos: true,
    })
    expect(describeResolved((await collect(allBackwards)).filter(isLink(links))).reverse()).toEqual(expected)
  })

  it.each(Object.entries(hidings))(
    'to %s come without their events to subscribers, from the log and live',
    async (_what, { visible, hide }) => {
      const stream = newStream()
      await client.appendToStream(stream, several(3))
      await hide(stream)
      const links = newStream('links')
      await client.appendToStream(links, linksTo(stream))
      const seen: Record<'stream' | 'all', Resolved[]> = { stream: [], all: [] }
      const ofStream = client
        .subscribeToStream(links, { resolveLinkTos: true })
        .on('data', (event) => seen.stream.push(event))
      const ofAll = client
        .subscribeToAll({ resolveLinkTos: true })
        .on('data', (event) => isLink(links)(event) && seen.all.push(event))
      await until('the log is there', () => seen.stream.length === 3 && seen.all.length === 3)
      await client.appendToStream(links, linksTo(stream))
      await until('the live links are there', () => seen.stream.length === 6 && seen.all.length === 6)
      const expected = [0, 1, 2, 0, 1, 2].map((revision, index) => ({
        link: index,
        event: revision >= 3 - visible ? revision : undefined,
      }))
      expect(describeResolved(seen.stream)).toEqual(expected)
      expect(describeResolved(seen.all)).toEqual(expected)
      await ofStream.unsubscribe()
      await ofAll.unsubscribe()
    },
  )
})
