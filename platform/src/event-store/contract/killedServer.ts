import { describe, expect, test } from 'vitest'
import { waitUntil } from '../../testing/waitUntil.ts'
import {
  givenUrl,
  stack,
  store,
  newStream,
  newEvent,
  newEvents,
  readAll,
  idsOf,
  appended,
} from './fixture.ts'
import { OutcomeUnknownError, StoreUnavailableError } from '../port.ts'

export const describeKilledServer = (): void => {
  describe.skipIf(givenUrl)('a killed server', () => {
    test('loses no acknowledged event, repeats none, and resumes feed and appends', async () => {
      const mark = await appended(newStream(), newEvents(1), 'absent')
      const streams = Array.from({ length: 16 }, newStream)
      const acknowledged = new Map<string, string[]>(streams.map((stream) => [stream, []]))
      const seen = new Map<string, string[]>(streams.map((stream) => [stream, []]))
      const stopReading = new AbortController()
      const reading = (async () => {
        for await (const item of store.feed({
          from: async () => mark.position,
          signal: stopReading.signal,
        })) {
          if (item.kind === 'event') seen.get(item.event.stream)?.push(item.event.id)
        }
      })()
      let stopWriting = false
      const writing = Promise.all(
        streams.map(async (stream) => {
          for (let expected: bigint | 'absent' = 'absent'; !stopWriting;) {
            const event = newEvent()
            // What the port asks of its callers: repeat the same append until its outcome is known.
            for (;;) {
              try {
                const result = await store.append(stream, [event], expected)
                if (result.kind === 'conflict')
                  throw new Error(
                    `Another writer wrote: ${String(result.actual)} instead of ${String(expected)}`,
                  )
                expected = result.revision
                acknowledged.get(stream)?.push(event.id)
                break
              } catch (error) {
                if (!(error instanceof OutcomeUnknownError) && !(error instanceof StoreUnavailableError))
                  throw error
              }
            }
          }
        }),
      )
      const total = () => [...acknowledged.values()].reduce((sum, ids) => sum + ids.length, 0)
      for (let kill = 0; kill < 3; kill += 1) {
        const before = total()
        await waitUntil(() => total() > before + 100, 15_000, 'writers under way')
        await stack?.killEventStore()
        await stack?.startEventStore()
      }
      const before = total()
      await waitUntil(() => total() > before + 100, 15_000, 'writers back at work')
      stopWriting = true
      await writing
      await waitUntil(
        () => streams.every((stream) => seen.get(stream)?.length === acknowledged.get(stream)?.length),
        15_000,
        'the feed to catch up',
      )
      stopReading.abort()
      await reading
      for (const stream of streams) {
        expect(idsOf(await readAll(stream))).toEqual(acknowledged.get(stream))
        expect(seen.get(stream)).toEqual(acknowledged.get(stream))
      }
    })
  })
}
