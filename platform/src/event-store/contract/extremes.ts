import { jsonEvent, WrongExpectedVersionError, type ResolvedEvent } from '@eventstore/db-client'
import { describe, expect, test } from 'vitest'
import { waitUntil } from '../../testing/waitUntil.ts'
import { client, collect, newStream } from './fixture.ts'

const happened = () => jsonEvent({ type: 'ContractTested', data: {} })
const revisionsOf = (events: readonly ResolvedEvent[]) => events.map(({ event }) => event?.revision)
/** A subscription of the client to one stream, with what it delivers. */
const follow = (stream: string) => {
  const revisions: (bigint | undefined)[] = []
  const errors: unknown[] = []
  const subscription = client.subscribeToStream(stream)
  subscription.on('data', ({ event }: ResolvedEvent) => void revisions.push(event?.revision))
  subscription.on('error', (error) => void errors.push(error))
  const confirmed = new Promise((resolve) => subscription.once('confirmation', resolve))
  return { revisions, errors, confirmed, stop: () => subscription.unsubscribe() }
}

const LARGE = [2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n]
const styles = [
  ['a batch append', {}],
  ['an append of its own', { credentials: { username: 'admin', password: 'changeit' } }],
] as const

/** Numbers of 64 bits, which are not exact as doubles. */
export const describeExtremes = (): void => {
  describe('numbers of 64 bits', () => {
    test('let a subscription to a deleted stream wait, and deliver what comes afterwards', async () => {
      const [deleted, other] = [newStream(), newStream()]
      await client.appendToStream(deleted, [happened(), happened(), happened()])
      await client.deleteStream(deleted)
      const neighbour = follow(other)
      const waiting = follow(deleted)
      await Promise.all([waiting.confirmed, neighbour.confirmed])
      await client.appendToStream(deleted, [happened(), happened()])
      await client.appendToStream(other, happened())
      const seen = () => waiting.revisions.length >= 2 && neighbour.revisions.length > 0
      await waitUntil(() => seen() || waiting.errors.length > 0, 15_000, 'the new events')
      expect([waiting, neighbour]).toMatchObject([
        { revisions: [3n, 4n], errors: [] },
        { revisions: [0n], errors: [] },
      ])
      await waiting.stop()
      await neighbour.stop()
    })

    test.each(styles)('are exact in the conflict of %s', async (_title, style) => {
      const stream = newStream()
      await client.appendToStream(stream, happened())
      for (const expectedRevision of LARGE)
        await expect(
          client.appendToStream(stream, happened(), { expectedRevision, ...style }),
        ).rejects.toMatchObject({
          constructor: WrongExpectedVersionError,
          expectedVersion: expectedRevision,
          actualVersion: 0n,
        })
    })

    test('begin a read where they say', async () => {
      const stream = newStream()
      await client.appendToStream(stream, [happened(), happened()])
      const read = async (fromRevision: bigint, direction: 'forwards' | 'backwards') =>
        revisionsOf(await collect(client.readStream(stream, { fromRevision, direction })))
      expect([await read(0n, 'forwards'), await read(1n, 'forwards')]).toEqual([[0n, 1n], [1n]])
      expect([await read(0n, 'backwards'), await read(1n, 'backwards')]).toEqual([[0n], [1n, 0n]])
      for (const revision of LARGE)
        expect([await read(revision, 'forwards'), await read(revision, 'backwards')]).toEqual([[], [1n, 0n]])
    })
  })
}
