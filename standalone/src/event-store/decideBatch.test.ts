import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideBatch, repeatsPossible } from './decideBatch.ts'
import { createIdWindow } from './knownIds.ts'
import type { Expected, StoredEvent, WriteOutcome, WriteRequest } from './model.ts'
import { min, tombstoneRevision } from './model.ts'
import {
  emptyState,
  isMetastream,
  type StateLookup,
  type StreamState,
  deriveView,
  visibleRange,
} from './streamView.ts'

/** Runs requests in batches of these sizes against a log in memory, as the writer does against Postgres. */
const run = (requests: readonly WriteRequest[], batchSizes: readonly number[]) => {
  const log: StoredEvent[] = []
  const states = new Map<string, StreamState>()
  const window = createIdWindow()
  const lookup: StateLookup = (stream) => states.get(stream) ?? emptyState
  const outcomes: WriteOutcome[] = []
  let made = 0
  let rest = [...requests]
  for (let round = 0; rest.length > 0; round += 1) {
    const batch = rest.slice(0, batchSizes[round % batchSizes.length])
    rest = rest.slice(batch.length)
    const ranges = repeatsPossible(batch, lookup)
    const written = new Map(
      ranges.map(({ stream }) => [
        stream,
        log.filter((event) =>
          ranges.some(
            (range) =>
              range.stream === stream &&
              event.stream === stream &&
              event.revision >= range.from &&
              event.revision <= range.to,
          ),
        ),
      ]),
    )
    const decision = decideBatch(batch, {
      lookup,
      window,
      written,
      head: BigInt(log.length),
      now: 1_000,
      newId: () => `system-${(made += 1)}`,
    })
    log.push(...decision.events)
    window.add(decision.events)
    for (const [stream, state] of decision.changed) states.set(stream, state)
    outcomes.push(...decision.outcomes)
  }
  return { log, outcomes, lookup }
}

const expected = fc.oneof(
  fc.constantFrom<Expected>('any', 'no_stream', 'stream_exists'),
  fc.bigInt({ min: 0n, max: 6n }),
)
const proposed = (id: string) => ({
  id,
  type: 'T',
  isJson: true,
  metadata: new Uint8Array(),
  data: Buffer.from('{"$maxCount":3}'),
})
const request: fc.Arbitrary<WriteRequest> = fc
  .record({
    // Appends are most frequent; few ids and streams make repeats and conflicts likely.
    kind: fc.constantFrom('append', 'append', 'append', 'append', 'append', 'append', 'delete', 'tombstone'),
    stream: fc.constantFrom('a', 'b', '$$a'),
    expected,
    ids: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 4 }),
  })
  .map(({ kind, stream, expected: revision, ids }) => {
    // Only streams of their own can be deleted.
    const isAppend = kind === 'append' || isMetastream(stream)
    return {
      kind: isAppend ? 'append' : kind,
      stream,
      expected: revision,
      events: isAppend ? ids.map((id) => proposed(`id-${id}`)) : [],
    }
  })
const requests = fc.array(request, { maxLength: 40 })
const sizes = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 5 })

describe('a batch of writes', () => {
  it('has the same result however the requests are divided into batches', () => {
    fc.assert(
      fc.property(requests, sizes, (sequence, batchSizes) => {
        const alone = run(sequence, [1])
        const batched = run(sequence, batchSizes)
        expect(batched.outcomes).toEqual(alone.outcomes)
        expect(batched.log).toEqual(alone.log)
      }),
      { numRuns: 300 },
    )
  })

  it('leaves streams without gaps and nothing behind a tombstone', () => {
    fc.assert(
      fc.property(requests, sizes, (sequence, batchSizes) => {
        const { log } = run(sequence, batchSizes)
        expect(log.map((event) => event.position)).toEqual(log.map((_, index) => BigInt(index) + 1n))
        for (const stream of new Set(log.map((event) => event.stream))) {
          const revisions = log.filter((event) => event.stream === stream).map((event) => event.revision)
          const ended = revisions.indexOf(tombstoneRevision)
          expect(ended === -1 || ended === revisions.length - 1).toBe(true)
          const ordinary = ended === -1 ? revisions : revisions.slice(0, -1)
          expect(ordinary).toEqual(ordinary.map((_, index) => BigInt(index)))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('never shows what was deleted once the stream is written to again', () => {
    fc.assert(
      fc.property(
        requests,
        fc.array(fc.integer({ min: 31, max: 40 }), { minLength: 1, maxLength: 3 }),
        (sequence, ids) => {
          const deletion: WriteRequest = { kind: 'delete', stream: 'a', expected: 'any', events: [] }
          const revival: WriteRequest = {
            kind: 'append',
            stream: 'a',
            expected: 'any',
            events: ids.map((id) => proposed(`id-${id}`)),
          }
          const { outcomes, lookup, log } = run([...sequence, deletion, revival], [3])
          if (outcomes.at(-2)?.kind !== 'written' || outcomes.at(-1)?.kind !== 'written') return
          const view = deriveView(lookup, 'a')
          const { first, last } = visibleRange(view, 2_000)
          expect(view.softDeleted).toBe(false)
          const count = BigInt(ids.length)
          expect(last - first + 1n).toBe(min(count, view.retention.maxCount ?? count))
          expect(
            log
              .filter((event) => event.stream === 'a' && event.revision >= first)
              .every((event) => event.position > BigInt(log.length - 2 - ids.length)),
          ).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('recognises a repeat inside the batch that holds the original', () => {
    const original: WriteRequest = {
      kind: 'append',
      stream: 'a',
      expected: 'no_stream',
      events: [proposed('id-1'), proposed('id-2')],
    }
    const { outcomes, log } = run([original, original, { ...original, expected: 'any' }], [3])
    expect(outcomes).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'written', revision: 1n, position: 2n })),
    )
    expect(log).toHaveLength(2)
  })
})
