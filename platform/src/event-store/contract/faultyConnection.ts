import { describe, expect, test } from 'vitest'
import { deadline } from '../../retry/deadline.ts'
import { allowed } from '../../testing/allowed.ts'
import { startTcpProxy, type TcpProxy } from '../../testing/tcpProxy.ts'
import { waitUntil } from '../../testing/waitUntil.ts'
import { connectEventStore } from '../esdb.ts'
import {
  givenUrl,
  log,
  url,
  newStream,
  newEvent,
  newEvents,
  collect,
  readAll,
  idsOf,
  surely,
  appended,
} from './fixture.ts'
import { OutcomeUnknownError, StoreUnavailableError, type EventStore, type Recorded } from '../port.ts'

export const describeFaultyConnection = (): void => {
  // A fault is made between client and server, so it needs a plain, single address.
  const canProxy = !givenUrl || (/[?&]tls=false/.test(givenUrl) && !givenUrl.includes('+discover'))

  describe.runIf(canProxy)('a client on a faulty connection', () => {
    const throughProxy = async <Result>(
      work: (proxied: EventStore, proxy: TcpProxy) => Promise<Result>,
    ): Promise<Result> => {
      const target = new URL(url)
      const proxy = await startTcpProxy(Number(target.port || 2113))
      target.host = `127.0.0.1:${proxy.port}`
      const proxied = connectEventStore({ url: target.href, name: 'contract-proxied', log })
      try {
        return await work(proxied, proxy)
      } finally {
        await proxied.close()
        await proxy.close()
      }
    }

    test('recovers from a reset connection within the append and writes once', () =>
      throughProxy(async (proxied, proxy) => {
        const stream = newStream()
        await proxied.append(stream, newEvents(1), 'absent')
        for (let revision = 0n; revision < 20n; revision += 1n) {
          const appending = proxied.append(stream, newEvents(1), revision)
          proxy.reset()
          expect(await appending).toMatchObject({ kind: 'appended', revision: revision + 1n })
        }
        expect(await readAll(stream)).toHaveLength(21)
      }))

    // The client's batch append rejects a promise without a handler when this happens, which ends the process (and
    // fails this run).
    test('fails no writer when a connection breaks with full send buffers', () =>
      throughProxy(async (proxied, proxy) => {
        const text = 'x'.repeat(100_000)
        let written = 0
        let stop = false
        const write = (stream: string, expected: bigint | 'absent') => {
          const events = [newEvent({ text })]
          return surely(() => proxied.append(stream, events, expected))
        }
        const writing = Promise.all(
          Array.from({ length: 48 }, async () => {
            for (let expected: bigint | 'absent' = 'absent', stream = newStream(); !stop; written += 1) {
              const result = await write(stream, expected)
              if (result.kind === 'conflict') throw new Error('A repeated append met itself')
              expected = result.revision
            }
          }),
        )
        for (let reset = 0; reset < 5; reset += 1) {
          const before = written
          await waitUntil(() => written > before + 30, 10_000, 'writers under way')
          proxy.reset()
        }
        stop = true
        await writing
      }))

    test('recovers from a reset connection within a read', () =>
      throughProxy(async (proxied, proxy) => {
        const stream = newStream()
        await appended(stream, newEvents(500), 'absent')
        const seen: bigint[] = []
        for await (const { revision } of proxied.read(stream)) {
          seen.push(revision)
          if (revision === 5n) proxy.reset()
        }
        expect(seen).toEqual(Array.from({ length: 500 }, (_, index) => BigInt(index)))
      }))

    test('keeps a feed complete and free of repetitions across resets', () =>
      throughProxy(async (proxied, proxy) => {
        const stream = newStream()
        const mark = await appended(newStream(), newEvents(1), 'absent')
        const events = newEvents(200)
        const seen: Recorded[] = []
        const writing = (async () => {
          for (const event of events) await appended(stream, [event], 'any')
        })()
        for await (const item of proxied.feed({
          from: async () => mark.position,
          signal: deadline(25_000),
        })) {
          if (item.kind !== 'event' || item.event.stream !== stream) continue
          seen.push(item.event)
          if (seen.length % 50 === 1) proxy.reset()
          if (seen.length === events.length) break
        }
        await writing
        expect(idsOf(seen)).toEqual(idsOf(events))
      }))

    test('reports an unknown append, and an unavailable store for reads and pings, on a silent link', () =>
      throughProxy(async (proxied, proxy) => {
        const stream = newStream()
        await proxied.append(stream, newEvents(1), 'absent')
        await collect(proxied.read(stream))
        proxy.blackhole()
        const startedAt = Date.now()
        const outcomes = await Promise.allSettled([
          proxied.append(stream, newEvents(1), 0n),
          collect(proxied.read(stream)),
          proxied.ping(500),
        ])
        expect(Date.now() - startedAt).toBeLessThan(allowed(6_000))
        expect(
          outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : 'fulfilled')),
        ).toEqual([
          expect.any(OutcomeUnknownError),
          expect.any(StoreUnavailableError),
          expect.any(StoreUnavailableError),
        ])
        proxy.heal()
        proxy.reset()
        await waitUntil(
          () =>
            proxied.append(stream, newEvents(1), 0n).then(
              ({ kind }) => kind === 'appended',
              () => false,
            ),
          10_000,
          'a healed link',
        )
      }))

    test('reports that nothing was written when no server listens, and spares other clients', () =>
      throughProxy(async (proxied, proxy) => {
        const stream = newStream()
        await proxy.close()
        const disturbing = Promise.allSettled(
          Array.from({ length: 20 }, () => proxied.append(stream, newEvents(1), 'absent')),
        )
        for (let count = 0; count < 50; count += 1) await appended(newStream(), newEvents(1), 'absent')
        const outcomes = await disturbing
        expect(
          outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : 'fulfilled')),
        ).toEqual(outcomes.map(() => expect.any(StoreUnavailableError)))
        expect(await readAll(stream)).toEqual([])
        await expect(proxied.ping(1_000)).rejects.toBeInstanceOf(StoreUnavailableError)
      }))
  })
}
