import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import type { Row } from '@hearth/contracts/kernel/projection'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryAt, eventAt } from '../../testing/event.ts'
import { foldBatch, FoldError, listRowKeys, formatRowName, type Entry } from './foldBatch.ts'

// Adds, or deletes at a negative amount.
const sums = {
  fold: (row: Row | undefined, event: RecordedEvent, id: string): Row | undefined => {
    const amount = Number(event.data)
    return amount < 0 ? undefined : { id, total: Number(row?.['total'] ?? 0) + amount }
  },
}
const entry = (at: number, keys: readonly string[], amount: number, tenantId = 't'): Entry =>
  entryAt(eventAt(at, 'Added', amount, { tenantId }), keys)

test('returns one change per row, sorted, with the frame of the last event that changed it', () => {
  const before = { id: 'b', total: 5 }
  const changes = foldBatch(sums, new Map([[formatRowName({ tenantId: 't', id: 'b' }), before]]), [
    entry(1, ['b', 'c'], 1),
    entry(2, ['a'], 2),
    entry(3, ['b'], 3),
    entry(4, ['c'], -1),
  ])
  expect(changes).toEqual([
    {
      tenantId: 't',
      id: 'a',
      before: undefined,
      row: { id: 'a', total: 2 },
      revision: 2n,
      commit: 2n,
      at: '1970-01-01T00:00:00.002Z',
    },
    {
      tenantId: 't',
      id: 'b',
      before,
      row: { id: 'b', total: 9 },
      revision: 3n,
      commit: 3n,
      at: '1970-01-01T00:00:00.003Z',
    },
    {
      tenantId: 't',
      id: 'c',
      before: undefined,
      row: undefined,
      revision: 4n,
      commit: 4n,
      at: '1970-01-01T00:00:00.004Z',
    },
  ])
})

test('leaves the revision of rows that the stream of their account erases', () => {
  const erased = entryAt(eventAt(2, 'AccountTextsErased', 0), ['a'])
  const name = formatRowName({ tenantId: 't', id: 'a' })
  const revisions = (erasesTexts: Readonly<{ erasesTexts?: true }>, entries: readonly Entry[]) =>
    foldBatch({ ...sums, ...erasesTexts }, new Map([[name, { id: 'a', total: 5 }]]), entries).map(
      ({ revision }) => revision,
    )
  expect(revisions({ erasesTexts: true }, [erased])).toEqual([undefined])
  expect(revisions({ erasesTexts: true }, [entry(1, ['a'], 1), erased])).toEqual([1n])
  expect(revisions({ erasesTexts: true }, [erased, entry(3, ['a'], 1)])).toEqual([3n])
  // Rows of the account's own stream, and of events, have the event's.
  expect(revisions({}, [entry(1, ['a'], 1), erased])).toEqual([2n])
  expect(foldBatch(sums, new Map(), [erased]).map(({ revision }) => revision)).toEqual([2n])
})

test('treats equal ids of two tenants as two rows', () => {
  const entries = [entry(1, ['a'], 1, 'x'), entry(2, ['a'], 2, 'y')]
  expect(listRowKeys(entries)).toEqual([
    { tenantId: 'x', id: 'a' },
    { tenantId: 'y', id: 'a' },
  ])
  expect(foldBatch(sums, new Map(), entries).map(({ tenantId, row }) => [tenantId, row?.['total']])).toEqual([
    ['x', 1],
    ['y', 2],
  ])
})

test('produces the same rows however a history is cut into batches', () => {
  const history = fc.array(
    fc.record({
      keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
      amount: fc.integer({ min: -1, max: 9 }),
      cut: fc.boolean(),
    }),
  )
  const run = (steps: readonly { keys: string[]; amount: number; cut: boolean }[], cutAlways: boolean) => {
    const rows = new Map<string, Row>()
    let batch: Entry[] = []
    const flush = () => {
      for (const change of foldBatch(sums, rows, batch)) {
        if (change.row) rows.set(formatRowName(change), change.row)
        else rows.delete(formatRowName(change))
      }
      batch = []
    }
    steps.forEach(({ keys, amount, cut }, index) => {
      batch.push(entry(index, keys, amount))
      if (cut || cutAlways) flush()
    })
    flush()
    return rows
  }
  fc.assert(
    fc.property(history, (steps) => {
      expect(run(steps, false)).toEqual(run(steps, true))
    }),
  )
})

test('names the event that cannot be folded and never skips it', () => {
  const throwing = {
    fold: () => {
      throw new Error('no')
    },
  }
  const misnaming = { fold: () => ({ id: 'other' }) }
  expect(() => foldBatch(throwing, new Map(), [entry(1, ['a'], 1)])).toThrow(FoldError)
  expect(() => foldBatch(misnaming, new Map(), [entry(1, ['a'], 1)])).toThrow('Added cannot be folded')
  expect(() => listRowKeys([entryAt(eventAt(1, 'Added', 1, {}), ['a'])])).toThrow('Added names no tenant')
  expect(() =>
    listRowKeys([{ ...entryAt(eventAt(1, 'Added', 1), []), error: new Error('altered') }]),
  ).toThrow('Added cannot be read')
})
