import { silentLog } from '@hearth/platform/testing/log'
import { QUEUE_BACKENDS, type QueueBackend } from '@hearth/platform/testing/queueBackends'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { describe, expect, it } from 'vitest'
import { createDueSweep, type DueJob } from './dueSweep.ts'
import { openJobQueue } from './jobQueue.ts'

const LONG_AGO = ['2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z'] as const
const NOW = '2026-06-01T00:00:00.000Z'

/** A sweep over one due payout, whose job fails and is taken by a worker of a real queue. */
const sweepOn = async (backend: QueueBackend, intervalMs: number) => {
  let taken = 0
  const queuings: { began: number; ended: number }[] = []
  const queue = await openJobQueue({
    name: 'payouts',
    ...backend.place,
    concurrency: 1,
    log: silentLog,
    work: async () => {
      taken += 1
      throw new Error('The bank is closed')
    },
  })
  queue.start()
  let at: string = LONG_AGO[0]
  const sweep = createDueSweep({
    due: {
      pages: async function* () {
        yield [{ id: 'one', at } satisfies DueJob]
      },
    },
    openQueue: async () => ({
      addAgain: async (id) => {
        const began = Date.now()
        await queue.addAgain(id)
        queuings.push({ began, ended: Date.now() })
      },
    }),
    intervalMs,
    now: () => NOW,
    signal: new AbortController().signal,
  })
  return {
    sweep,
    queuings,
    taken: () => taken,
    hasFailed: async () => (await queue.counts()).failed === 1,
    /** The payout gets further, and is due again. */
    progress: () => void (at = LONG_AGO[1]),
    stop: async () => {
      await queue.close()
      await backend.stop()
    },
  }
}

describe.concurrent.each(QUEUE_BACKENDS)('the sweep of payouts on %s', (_, startBackend) => {
  it('queues one that makes no progress after growing pauses, and one that does immediately', async () => {
    const intervalMs = 100
    const { sweep, queuings, taken, hasFailed, progress, stop } = await sweepOn(
      await startBackend(),
      intervalMs,
    )
    const untilFailed = (times: number) => waitUntil(async () => taken() === times && (await hasFailed()))
    for (const times of [1, 2, 3, 4]) {
      await waitUntil(async () => {
        await sweep()
        return queuings.length === times
      })
      await untilFailed(times)
    }
    for (const [index, { began }] of queuings.slice(1).entries())
      expect(began - (queuings[index]?.ended ?? 0)).toBeGreaterThanOrEqual(intervalMs * 2 ** index)
    progress()
    await sweep()
    await untilFailed(5)
    await stop()
  })

  it('queues one in the first round after an outage, however many rounds failed', async () => {
    const backend = await startBackend()
    const { sweep, taken, stop } = await sweepOn(backend, 600_000)
    await backend.kill()
    for (let round = 0; round < 3; round += 1) await expect(sweep()).rejects.toThrow()
    await backend.start()
    await waitUntil(() =>
      sweep().then(
        () => true,
        () => false,
      ),
    )
    await waitUntil(() => taken() === 1)
    await stop()
  })
})
