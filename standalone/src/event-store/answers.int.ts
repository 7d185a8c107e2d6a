import { EventStoreDBClient, streamNameFilter } from '@eventstore/db-client'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnswerMode } from './answers.ts'
import { startEventStore } from './server.ts'
import { happened, newStream } from './testStore.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres?.stop())

const withServer = async <Result>(
  answers: AnswerMode,
  work: (client: EventStoreDBClient) => Promise<Result>,
): Promise<Result> => {
  const server = await startEventStore({ port: 0, databaseUrl: postgres.databaseUrl, answers })
  const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${server.port}?tls=false`)
  try {
    return await work(client)
  } finally {
    await client.dispose()
    await server.stop()
  }
}

type Arrival = Readonly<{ what: string; turn: number; at: number }>

/** What a subscription behind `position` gets until it has caught up, with the turn of the event loop. */
const observe = async (
  client: EventStoreDBClient,
  fromPosition: { commit: bigint; prepare: bigint },
): Promise<readonly Arrival[]> => {
  const arrivals: Arrival[] = []
  let turn = 0
  let immediate = setImmediate(function count() {
    turn += 1
    immediate = setImmediate(count)
  })
  const note = (what: string): void => void arrivals.push({ what, turn, at: performance.now() })
  const filter = streamNameFilter({ prefixes: ['$$'], checkpointReached: async () => note('checkpoint') })
  const subscription = client.subscribeToAll({ fromPosition, filter })
  subscription.on('data', ({ event }) => note(event?.type ?? ''))
  await new Promise<void>((resolve) => {
    subscription.on('caughtUp', () => {
      note('caught up')
      resolve()
    })
  })
  clearImmediate(immediate)
  await subscription.unsubscribe()
  return arrivals
}

/** A system event, then an event that the filter leaves out. */
const writeBoth = async (client: EventStoreDBClient) => {
  const { position } = await client.appendToStream(newStream(), happened(0))
  if (!position) throw new Error('no position')
  await client.setStreamMetadata(newStream(), { maxCount: 1 })
  await client.appendToStream(newStream(), happened(1))
  return position
}
const expected = ['$metadata', 'checkpoint', 'caught up']

/** Turns and time from the event to the announcement, the median of several attempts. */
const measureSpan = async (client: EventStoreDBClient) => {
  const position = await writeBoth(client)
  const spans: Readonly<{ turns: number; ms: number }>[] = []
  for (let attempt = 0; attempt < 9; attempt += 1) {
    const arrivals = await observe(client, position)
    expect(arrivals.map(({ what }) => what)).toEqual(expected)
    const [first, last] = [arrivals[0], arrivals.at(-1)]
    if (first && last) spans.push({ turns: last.turn - first.turn, ms: last.at - first.at })
  }
  return spans.toSorted((left, right) => left.turns - right.turns)[4]
}

/** What a subscription gets that starts at the end of the log, when an event is appended after it is confirmed. */
const appendMeanwhile = async (client: EventStoreDBClient): Promise<string[]> => {
  const seen: string[] = []
  const subscription = client.subscribeToAll({ fromPosition: 'end' })
  const both = new Promise<void>((resolve) => {
    const note = (what: string): void => {
      seen.push(what)
      if (seen.length === 2) resolve()
    }
    subscription.on('data', () => note('event'))
    subscription.on('caughtUp', () => note('caught up'))
  })
  await new Promise((resolve) => subscription.once('confirmation', resolve))
  await client.appendToStream(newStream(), happened(0))
  await both
  await subscription.unsubscribe()
  return seen
}

/** The order in which an event reaches a live subscription and its append is answered. */
const appendWhileSubscribed = async (client: EventStoreDBClient): Promise<string[]> => {
  const seen: string[] = []
  const stream = newStream()
  const subscription = client.subscribeToStream(stream)
  await new Promise((resolve) => subscription.once('caughtUp', resolve).resume())
  const delivered = new Promise<void>((resolve) => {
    subscription.on('data', () => {
      seen.push('event')
      resolve()
    })
  })
  await client.appendToStream(stream, happened(0))
  seen.push('answer')
  await delivered
  await subscription.unsubscribe()
  return seen
}

describe('a server that answers tightly', () => {
  it('sends event, checkpoint and announcement in one write', async () => {
    expect(await withServer('tight', measureSpan)).toMatchObject({ turns: 0 })
  })
})

describe('a server that answers late', () => {
  it('sends each message in a turn of its own, the announcement long after the event', async () => {
    const span = await withServer('late', measureSpan)
    expect(span?.turns).toBeGreaterThan(2)
    expect(span?.ms).toBeGreaterThan(15)
  })

  it('sends events that come while it holds the announcement back before it', () =>
    withServer('late', async (client) => {
      const attempts: string[][] = []
      // On a busy machine an append may take longer than the announcement is held back.
      while (attempts.length < 20 && attempts.at(-1)?.[0] !== 'event')
        attempts.push(await appendMeanwhile(client))
      expect(attempts.at(-1)).toEqual(['event', 'caught up'])
    }))

  it('answers an append after its event was delivered', () =>
    withServer('late', async (client) => {
      const attempts: string[][] = []
      // On a busy machine a delivery may take longer than the answer is held back.
      while (attempts.length < 20 && attempts.at(-1)?.[0] !== 'event')
        attempts.push(await appendWhileSubscribed(client))
      expect(attempts.at(-1)).toEqual(['event', 'answer'])
    }))
})
