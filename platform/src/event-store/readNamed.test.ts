import { expect, test } from 'vitest'
import { StoreUnavailableError, type EventStore, type Recorded } from './port.ts'
import { readNamed } from './readNamed.ts'

const createEvent = (stream: string, revision: bigint): Recorded => ({
  id: `${stream}/${revision}`,
  stream,
  revision,
  type: 'Noted',
  data: { revision: Number(revision) },
  metadata: {},
  position: { commit: revision, prepare: revision },
  recordedAt: '2026-08-01T00:00:00.000Z',
})

/** A log whose streams have 100 events each, and the reads that it answered. */
const createLog = () => {
  const reads: string[] = []
  const store: Pick<EventStore, 'read'> = {
    read: async function* (stream, { from = 0n, limit = 100 } = {}) {
      reads.push(`${stream}: ${from} + ${limit}`)
      for (let revision = from; revision < from + BigInt(limit) && revision < 100n; revision += 1n)
        yield createEvent(stream, revision)
    },
  }
  return { store, reads }
}
const name = (stream: string, revision: bigint, id = `${stream}/${revision}`) => ({ id, stream, revision })

test('reads events of many streams, in the order of their names', async () => {
  const names = Array.from({ length: 200 }, (_, index) =>
    name(`s-${index % 20}`, BigInt((Math.floor(index / 20) * 37) % 100)),
  )
  const found = await readNamed(createLog().store, names)
  expect(found.map(({ id }) => id)).toEqual(names.map(({ id }) => id))
})

test('reads events that lie close to each other at a time, and leaves out what lies between', async () => {
  const { store, reads } = createLog()
  const found = await readNamed(store, [name('a', 12n), name('b', 0n), name('a', 3n), name('a', 80n)])
  expect(found.map(({ id }) => id)).toEqual(['a/12', 'b/0', 'a/3', 'a/80'])
  expect(reads.toSorted()).toEqual(['a: 3 + 10', 'a: 80 + 1', 'b: 0 + 1'])
})

test('says of an event that the store does not have yet that the store is behind', async () => {
  await expect(readNamed(createLog().store, [name('a', 3n), name('a', 100n)])).rejects.toThrow(
    StoreUnavailableError,
  )
})

test('refuses an event that is not the named one', async () => {
  await expect(readNamed(createLog().store, [name('a', 3n, 'other')])).rejects.toThrow(
    'Event 3 of a is not the one that the read models have',
  )
})

test('stops at the first failure', async () => {
  const failure = new StoreUnavailableError('away')
  let reads = 0
  const store: Pick<EventStore, 'read'> = {
    // oxlint-disable-next-line require-yield
    read: async function* () {
      reads += 1
      throw failure
    },
  }
  const names = Array.from({ length: 100 }, (_, index) => name(`s-${index}`, 0n))
  await expect(readNamed(store, names)).rejects.toBe(failure)
  expect(reads).toBe(8)
})

test('reads nothing for no names', async () => {
  const { store, reads } = createLog()
  expect(await readNamed(store, [])).toEqual([])
  expect(reads).toEqual([])
})
