import { describe, expect, test } from 'vitest'
import { deadline } from '../../retry/deadline.ts'
import { mostInATurn } from '../../testing/busyTurns.ts'
import { connectEventStore } from '../esdb.ts'
import {
  log,
  lines,
  url,
  store,
  client,
  newStream,
  newEvent,
  newEvents,
  readAll,
  idsOf,
  surely,
  appended,
  isAfter,
} from './fixture.ts'
import { EventRejectedError } from '../port.ts'

export const describeAppendAndRead = (): void => {
  describe('append and read', () => {
    test('creates an absent stream at revision 0 and lets it grow from there', async () => {
      const stream = newStream()
      const first = await appended(stream, newEvents(1), 'absent')
      const second = await appended(stream, newEvents(2), 0n)
      expect([first.revision, second.revision]).toEqual([0n, 2n])
      expect(isAfter(second.position, first.position)).toBe(true)
      await appended(stream, newEvents(1), 'any')
      expect((await appended(stream, newEvents(1), 'present')).revision).toBe(4n)
      expect((await readAll(stream)).map(({ revision }) => revision)).toEqual([0n, 1n, 2n, 3n, 4n])
    })

    test('returns a conflict with the actual revision', async () => {
      const stream = newStream()
      expect(await store.append(stream, newEvents(1), 0n)).toEqual({ kind: 'conflict', actual: 'absent' })
      expect(await store.append(stream, newEvents(1), 'present')).toEqual({
        kind: 'conflict',
        actual: 'absent',
      })
      await appended(stream, newEvents(3), 'absent')
      expect(await store.append(stream, newEvents(1), 'absent')).toEqual({ kind: 'conflict', actual: 2n })
      expect(await store.append(stream, newEvents(1), 1n)).toEqual({ kind: 'conflict', actual: 2n })
      expect(await store.append(stream, newEvents(1), 9n)).toEqual({ kind: 'conflict', actual: 2n })
      expect(await readAll(stream)).toHaveLength(3)
    })

    test('lets exactly one of several racing writers win, with all of its events', async () => {
      const stream = newStream()
      const results = await Promise.all(
        Array.from({ length: 16 }, () => store.append(stream, newEvents(3), 'absent')),
      )
      expect(results.filter(({ kind }) => kind === 'appended')).toHaveLength(1)
      expect(await readAll(stream)).toHaveLength(3)
    })

    test('succeeds without a change when an append is repeated with the same ids', async () => {
      const stream = newStream()
      const first = newEvents(2)
      const second = newEvents(2)
      const one = await appended(stream, first, 'absent')
      await appended(stream, second, 1n)
      expect((await appended(stream, first, 'absent')).revision).toBe(one.revision)
      expect((await appended(stream, second, 1n)).revision).toBe(3n)
      expect(idsOf(await readAll(stream))).toEqual(idsOf([...first, ...second]))
    })

    test('returns data, metadata, names and times as they were written', async () => {
      const stream = `${newStream()}-Ünï/ço∂é 🏠`
      const event = newEvent(
        {
          text: 'Zoë 🏠 \u0000 " \\ ',
          nested: { list: [1, null, 'x', { deep: true }] },
          whole: Number.MAX_SAFE_INTEGER,
          minus: -0.5,
        },
        { type: 'Ünicode🏠' },
      )
      const startedAt = Date.now()
      const { position } = await appended(stream, [event], 'absent')
      const [recorded] = await readAll(stream)
      expect(recorded).toEqual({
        ...event,
        stream,
        revision: 0n,
        position,
        recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      })
      expect(Math.abs(Date.parse(recorded?.recordedAt ?? '') - startedAt)).toBeLessThan(60_000)
    })

    test('accepts 900 KiB and refuses 2 MiB before any I/O', async () => {
      const stream = newStream()
      const big = newEvent({ text: 'x'.repeat(900 * 1024) })
      await appended(stream, [big], 'absent')
      expect((await readAll(stream))[0]?.data).toEqual(big.data)
      await expect(
        store.append(stream, [newEvent({ text: 'x'.repeat(2 * 1024 * 1024) })], 0n),
      ).rejects.toBeInstanceOf(EventRejectedError)
      expect(await readAll(stream)).toHaveLength(1)
    })

    // Inside the client such data leaves a promise that never settles, and an unhandled rejection.
    test('refuses data that is not JSON immediately and affects no other append', async () => {
      const stream = newStream()
      await expect(store.append(stream, [newEvent({ amount: 1n })], 'absent')).rejects.toBeInstanceOf(
        EventRejectedError,
      )
      expect((await appended(stream, newEvents(1), 'absent')).revision).toBe(0n)
    })

    test('starts a read at the requested revision, inclusive, and stops at the limit', async () => {
      const stream = newStream()
      await appended(stream, newEvents(700), 'absent')
      expect(await readAll(stream)).toHaveLength(700)
      expect((await readAll(stream, { from: 0n, limit: 2 })).map(({ revision }) => revision)).toEqual([
        0n,
        1n,
      ])
      expect((await readAll(stream, { from: 698n })).map(({ revision }) => revision)).toEqual([698n, 699n])
      expect(await readAll(stream, { from: 700n })).toEqual([])
      expect(await readAll(stream, { limit: 0 })).toEqual([])
      expect(await readAll(newStream())).toEqual([])
    })

    test('lets a reader leave early or abort', async () => {
      const stream = newStream()
      await appended(stream, newEvents(500), 'absent')
      for await (const { revision } of store.read(stream)) if (revision === 3n) break
      const controller = new AbortController()
      const aborted = (async () => {
        for await (const { revision } of store.read(stream, { signal: controller.signal }))
          if (revision === 3n) controller.abort()
      })()
      await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
      expect(await readAll(stream)).toHaveLength(500)
    })

    // A call that has ended stays open for ever when its last messages are never read; how many wait there
    // depends on the client's buffers.
    test('closes without waiting for reads and feeds that were left early', async () => {
      const stream = newStream()
      const mark = await appended(stream, newEvents(80), 'absent')
      const leaving = connectEventStore({ url, name: 'contract-leaving', log })
      const reads = Array.from({ length: 50 }, (_, index) =>
        leaving.read(stream, { limit: 20 + index })[Symbol.asyncIterator](),
      )
      const feeds = [async () => 'start' as const, async () => mark.position].map((from) =>
        leaving.feed({ from, signal: deadline(20_000) })[Symbol.asyncIterator](),
      )
      for (const opened of [...reads, ...feeds]) await opened.next()
      // By the time of these answers everything asked for before has arrived.
      for (let pings = 0; pings < 5; pings += 1) await leaving.ping(2_000)
      for (const opened of [...reads, ...feeds]) await opened.return?.()
      const before = lines.length
      await leaving.close()
      expect(JSON.stringify(lines.slice(before))).not.toContain('still open')
    })

    test('reads a deleted stream as empty and lets it be written again', async () => {
      const stream = newStream()
      await appended(stream, newEvents(3), 'absent')
      await client.deleteStream(stream)
      expect(await readAll(stream)).toEqual([])
      expect((await appended(stream, newEvents(1), 'absent')).revision).toBe(3n)
      expect((await readAll(stream)).map(({ revision }) => revision)).toEqual([3n])
    })

    test('completes hundreds of concurrent appends', async () => {
      const results = await Promise.all(
        Array.from({ length: 400 }, () => {
          const [stream, events] = [newStream(), newEvents(1)]
          return surely(() => store.append(stream, events, 'absent'))
        }),
      )
      expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['appended']))
    })

    // HTTP/2's first window holds 64 KB of all streams together: 15 of these events.
    test('gets more of many streams in a turn of a busy event loop than the first window holds', async () => {
      const text = 'x'.repeat(4_096)
      const streams = Array.from({ length: 40 }, newStream)
      for (const stream of streams)
        await appended(
          stream,
          Array.from({ length: 40 }, () => newEvent({ text })),
          'absent',
        )
      const counts = streams.map(() => 0)
      const read = Promise.all(
        streams.map(async (stream, index) => {
          for await (const _ of store.read(stream)) counts[index] = (counts[index] ?? 0) + 1
        }),
      )
      const total = () => counts.reduce((sum, count) => sum + count, 0)
      expect(await mostInATurn(read, total)).toBeGreaterThan(40)
      expect(counts).toEqual(streams.map(() => 40))
    })

    test('answers a ping', async () => {
      await store.ping(2_000)
    })
  })
}
