import { describe, expect, test } from 'vitest'
import { deadline } from '../../retry/deadline.ts'
import { allowed } from '../../testing/allowed.ts'
import {
  store,
  client,
  category,
  newStream,
  newEvent,
  newEvents,
  readAll,
  idsOf,
  appended,
  isAfter,
  takeUntil,
  ownEvents,
  isEvent,
} from './fixture.ts'
import { type FeedItem, type Recorded } from '../port.ts'

export const describeFeed = (): void => {
  describe('a feed', () => {
    test('hands over every event once, in the order of the log, and never a system event', async () => {
      const [left, right] = [newStream(), newStream()]
      const mark = await appended(newStream(), newEvents(1), 'absent')
      const events = newEvents(300)
      for (const [index, event] of events.entries())
        await appended(index % 2 === 0 ? left : right, [event], 'any')
      await client.setStreamMetadata(left, { maxAge: 3_600_000 })
      const last = newEvent()
      await appended(right, [last], 'any')
      const items = await takeUntil(
        store.feed({ from: async () => mark.position, signal: deadline(20_000) }),
        isEvent(last.id),
      )
      const seen = items.flatMap((item) =>
        item.kind === 'event' && item.event.stream.startsWith(category) ? [item.event] : [],
      )
      expect(idsOf(seen)).toEqual(idsOf([...events, last]))
      const positions = items.flatMap((item) =>
        item.kind === 'event' ? [item.event.position] : item.kind === 'checkpoint' ? [item.position] : [],
      )
      positions
        .slice(1)
        .forEach((position, index) => expect(isAfter(position, positions[index] ?? position)).toBe(true))
      expect(items.filter((item) => item.kind === 'event' && item.event.type.startsWith('$'))).toEqual([])
    })

    test('hands over only the chosen categories, and advances past all others', async () => {
      const [wanted, other] = [`wanted${category}`, `other${category}`]
      const mark = await appended(`${wanted}-1`, newEvents(1), 'absent')
      const events = newEvents(2)
      await appended(`${wanted}-2`, events, 'absent')
      // No prefix of a name is a category.
      await appended(`${wanted}more-1`, newEvents(1), 'absent')
      let last = mark
      for (let index = 0; index < 5; index += 1)
        last = await appended(`${other}-${index}`, newEvents(500), 'absent')
      const items = await takeUntil(
        store.feed({
          from: async () => mark.position,
          categories: [wanted, 'none'],
          signal: deadline(20_000),
        }),
        (item) => item.kind === 'caught-up',
      )
      expect(items.flatMap((item) => (item.kind === 'event' ? [item.event.id] : []))).toEqual(idsOf(events))
      const checkpoints = items.flatMap((item) => (item.kind === 'checkpoint' ? [item.position] : []))
      expect(checkpoints.length).toBeGreaterThan(1)
      expect(
        checkpoints.every(
          (checkpoint) => isAfter(checkpoint, mark.position) && !isAfter(checkpoint, last.position),
        ),
      ).toBe(true)
    })

    test('resumes after a position, exclusive', async () => {
      const stream = newStream()
      const events = newEvents(5)
      for (const event of events) await appended(stream, [event], 'any')
      const recorded = await readAll(stream)
      const from = async () => recorded[2]?.position ?? 'start'
      const items = await takeUntil(store.feed({ from, signal: deadline(20_000) }), isEvent(events[4]?.id))
      expect(idsOf(ownEvents(items, stream))).toEqual(idsOf(events.slice(3)))
    })

    test('reports caught-up only after the whole backlog, even to a slow consumer', async () => {
      const stream = newStream()
      const events = newEvents(100)
      await appended(stream, events, 'absent')
      const items: FeedItem[] = []
      for await (const item of store.feed({ from: async () => 'start', signal: deadline(25_000) })) {
        items.push(item)
        await new Promise((resolve) => setImmediate(resolve))
        if (item.kind === 'caught-up') break
      }
      expect(idsOf(ownEvents(items, stream))).toEqual(idsOf(events))
    })

    test('stays live after caught-up, and keeps the order when the consumer pauses', async () => {
      const stream = newStream()
      const events = newEvents(600)
      const mark = await appended(newStream(), newEvents(1), 'absent')
      const seen: Recorded[] = []
      let writing: Promise<unknown> | undefined
      for await (const item of store.feed({
        from: async () => mark.position,
        signal: deadline(25_000),
      })) {
        if (item.kind === 'caught-up') {
          writing ??= (async () => {
            for (let index = 0; index < events.length; index += 20)
              await appended(stream, events.slice(index, index + 20), 'any')
          })()
          // The server's live buffer is small: while we rest it must fall behind and catch up again, losing
          // nothing.
          await writing
        }
        if (item.kind === 'event' && item.event.stream === stream) seen.push(item.event)
        if (seen.length === events.length) break
      }
      expect(idsOf(seen)).toEqual(idsOf(events))
    })

    test('advances by a checkpoint when the log grew by system events only', async () => {
      const stream = newStream()
      const { position } = await appended(stream, newEvents(1), 'absent')
      await client.setStreamMetadata(stream, { maxAge: 3_600_000 })
      const items = await takeUntil(
        store.feed({ from: async () => position, signal: deadline(20_000) }),
        (item) => item.kind === 'caught-up',
      )
      const checkpoints = items.flatMap((item) => (item.kind === 'checkpoint' ? [item.position] : []))
      expect(checkpoints.some((checkpoint) => isAfter(checkpoint, position))).toBe(true)
      expect(items.at(-1)?.kind).toBe('caught-up')
    })

    test('ends within a second of the abort, both while waiting and while busy', async () => {
      const mark = await appended(newStream(), newEvents(1), 'absent')
      const controller = new AbortController()
      const feed = store.feed({ from: async () => mark.position, signal: controller.signal })
      const ended = (async () => {
        for await (const item of feed) if (item.kind === 'caught-up') setTimeout(() => controller.abort(), 20)
        return Date.now()
      })()
      await new Promise((resolve) => controller.signal.addEventListener('abort', resolve, { once: true }))
      const abortedAt = Date.now()
      expect((await ended) - abortedAt).toBeLessThan(allowed(1_000))
    })
  })
}
