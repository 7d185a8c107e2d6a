import { allowed } from '@hearth/platform/testing/allowed'
import { startChild } from '@hearth/platform/testing/child'
import { silentLog } from '@hearth/platform/testing/log'
import {
  QUEUE_BACKENDS,
  startOnRestartedPostgres,
  type QueueBackend,
} from '@hearth/platform/testing/queueBackends'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openJobQueue, type JobQueue } from './jobQueue.ts'

const NAME = 'payouts'
const NOTHING = { waiting: 0, active: 0, delayed: 0, failed: 0 }
/** A call that fails does so within this; waiting for a store that is down takes longer. */
const IMMEDIATELY_MS = 1_000
/** A client that was not closed has connected again within this. */
const RECONNECTED_MS = 1_500

/** The time that something takes, in milliseconds. */
const measure = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** A store of its own, and queues there that are closed afterwards. */
const withBackend = async (
  startBackend: () => Promise<QueueBackend>,
  test: (
    backend: QueueBackend,
    open: (work: (id: string) => Promise<void>) => Promise<JobQueue>,
  ) => Promise<void>,
): Promise<void> => {
  const backend = await startBackend()
  const queues: JobQueue[] = []
  try {
    await test(backend, async (work) => {
      const queue = await openJobQueue({ name: NAME, ...backend.place, work, concurrency: 4, log: silentLog })
      queues.push(queue)
      return queue
    })
  } finally {
    await Promise.all(queues.map((queue) => queue.close()))
    await backend.stop()
  }
}

/** As the sweep does: adds the job in every round until that succeeds. */
const sweepIn = ({ addAgain }: JobQueue, id: string): Promise<void> =>
  waitUntil(
    () =>
      addAgain(id).then(
        () => true,
        () => false,
      ),
    30_000,
    'the queue',
  )

/** Work that ends when it is released. */
const createHeldWork = () => {
  const taken: string[] = []
  const released = new AbortController()
  return {
    taken,
    release: () => released.abort(),
    work: async (id: string): Promise<void> => {
      taken.push(id)
      if (!released.signal.aborted) await once(released.signal, 'abort')
    },
  }
}

describe.concurrent.each(QUEUE_BACKENDS)('jobs on %s', (_, startBackend) => {
  it('are done once for each id, and again when they are added after their end', () =>
    withBackend(startBackend, async (__, open) => {
      const { taken, work, release } = createHeldWork()
      const queue = await open(work)
      await Promise.all(['one', 'one', 'two'].map(queue.add))
      expect(await queue.counts()).toEqual({ ...NOTHING, waiting: 2 })
      queue.start()
      queue.start()
      await waitUntil(() => taken.length === 2)
      await queue.add('one')
      await queue.addAgain('one')
      expect(await queue.counts()).toEqual({ ...NOTHING, active: 2 })
      release()
      await waitUntil(async () => (await queue.counts()).active === 0)
      expect(taken.toSorted()).toEqual(['one', 'two'])
      await queue.add('one')
      await waitUntil(() => taken.length === 3)
      expect(taken[2]).toBe('one')
    }))

  it('that failed are kept, and run again only when they are retried or added again', () =>
    withBackend(startBackend, async (__, open) => {
      let attempts = 0
      const queue = await open(async (id) => {
        attempts += 1
        if (id === 'bad' && attempts < 3) throw new Error('The bank is closed')
      })
      queue.start()
      await queue.add('bad')
      await waitUntil(async () => (await queue.counts()).failed === 1)
      await queue.add('bad')
      expect(await queue.counts()).toEqual({ ...NOTHING, failed: 1 })
      expect(attempts).toBe(1)
      expect(await queue.retryFailed()).toBe(1)
      await waitUntil(async () => attempts === 2 && (await queue.counts()).failed === 1)
      await queue.addAgain('bad')
      await waitUntil(async () => attempts === 3 && (await queue.counts()).active === 0)
      expect(await queue.counts()).toEqual(NOTHING)
      expect(await queue.retryFailed()).toBe(0)
    }))

  it('of a worker process that is killed are taken by another', () =>
    withBackend(startBackend, async ({ place }, open) => {
      const taken: string[] = []
      const queue = await open(async (id) => void taken.push(id))
      const child = await startChild('command-service/src/testing/jobWorker.ts', [
        NAME,
        place.databaseUrl,
        place.redisUrl ?? '',
      ])
      await queue.add('one')
      await waitUntil(() => child.lines.includes('took one'))
      await child.kill()
      expect((await queue.counts()).active).toBe(1)
      queue.start()
      await waitUntil(() => taken.length === 1)
      await waitUntil(async () => (await queue.counts()).active === 0)
      expect(taken).toEqual(['one'])
    }))

  it('can’t be added during an outage, which is known immediately, and are done after it', () =>
    withBackend(startBackend, async ({ kill, start }, open) => {
      const taken: string[] = []
      const queue = await open(async (id) => void taken.push(id))
      queue.start()
      await queue.add('one')
      await waitUntil(() => taken.length === 1)
      await kill()
      for (const call of [
        () => queue.add('two'),
        () => queue.addAgain('two'),
        queue.counts,
        queue.retryFailed,
      ])
        expect(await measure(() => expect(call()).rejects.toThrow())).toBeLessThan(allowed(IMMEDIATELY_MS))
      await start()
      await sweepIn(queue, 'two')
      await waitUntil(() => taken.length === 2, 8_000, 'the job after the outage')
    }))

  it('that end during an outage leave the queue after it', () =>
    withBackend(startBackend, async ({ kill, start }, open) => {
      const { taken, work, release } = createHeldWork()
      const queue = await open(work)
      queue.start()
      await queue.add('one')
      await waitUntil(() => taken.length === 1)
      await kill()
      release()
      await start()
      await waitUntil(async () => {
        const counts = await queue.counts().catch(() => undefined)
        return counts !== undefined && counts.waiting + counts.active + counts.failed === 0
      })
      await queue.add('two')
      await waitUntil(() => taken.includes('two'))
    }))

  it('that are lost, waiting and in progress, are done when they are added again', () =>
    withBackend(startBackend, async ({ lose }, open) => {
      const { taken, work, release } = createHeldWork()
      const queue = await open(work)
      queue.start()
      await Promise.all(['one', 'two', 'three', 'four', 'five'].map(queue.add))
      await waitUntil(() => taken.length === 4)
      await lose()
      release()
      for (const id of ['five', 'six']) await sweepIn(queue, id)
      await waitUntil(() => taken.includes('five') && taken.includes('six'))
      await waitUntil(async () => (await queue.counts()).active === 0)
      // An idle worker waits for a job in another way.
      await lose()
      await sweepIn(queue, 'seven')
      await waitUntil(() => taken.includes('seven'))
    }))

  it('don’t keep the process from ending during an outage', () =>
    withBackend(startBackend, async ({ kill, start, countConnections }, open) => {
      const idle = await open(async () => undefined)
      const { taken, work, release } = createHeldWork()
      const busy = await open(work)
      busy.start()
      await idle.add('one')
      await waitUntil(() => taken.length === 1)
      idle.start()
      await kill()
      const close = () => {
        const closed = Promise.all([idle.close(), busy.close()])
        release()
        return closed
      }
      expect(await measure(close)).toBeLessThan(allowed(4_000))
      await start()
      await delay(RECONNECTED_MS)
      expect(await countConnections()).toBe(0)
    }))

  it('can’t be opened during an outage, and can be after it', () =>
    withBackend(startBackend, async ({ kill, start, countConnections }, open) => {
      await kill()
      await expect(open(async () => undefined)).rejects.toThrow()
      await start()
      expect(await countConnections()).toBe(0)
      const taken: string[] = []
      const queue = await open(async (id) => void taken.push(id))
      queue.start()
      await queue.add('one')
      await waitUntil(() => taken.length === 1)
    }))
})

describe.concurrent('jobs on a Postgres that is shut down and started again', () => {
  it('are kept, and done without anyone adding them', () =>
    withBackend(startOnRestartedPostgres, async ({ kill, start }, open) => {
      const { taken, work, release } = createHeldWork()
      const queue = await open(async (id) => {
        if (id === 'bad' && !taken.includes('five')) throw new Error('The bank is closed')
        await work(id)
      })
      queue.start()
      await queue.add('bad')
      await waitUntil(async () => (await queue.counts()).failed === 1)
      for (const id of ['one', 'two', 'three', 'four', 'five']) await queue.add(id)
      await waitUntil(() => taken.length === 4)
      await kill()
      for (const call of [() => queue.add('six'), queue.counts])
        expect(await measure(() => expect(call()).rejects.toThrow())).toBeLessThan(allowed(IMMEDIATELY_MS))
      await start()
      expect(await queue.counts()).toEqual({ ...NOTHING, waiting: 1, active: 4, failed: 1 })
      release()
      await waitUntil(() => taken.includes('five'))
      await waitUntil(async () => (await queue.counts()).active === 0)
      expect(await queue.counts()).toEqual({ ...NOTHING, failed: 1 })
      expect(await queue.retryFailed()).toBe(1)
      await waitUntil(() => taken.includes('bad'))
    }))
})
