import { describe, expect, it } from 'vitest'
import { allowed } from '../testing/allowed.ts'
import { silentLog } from '../testing/log.ts'
import { QUEUE_BACKENDS, startOnRestartedPostgres } from '../testing/queueBackends.ts'
import { startTestRedis } from '../testing/redis.ts'
import { startTcpProxy } from '../testing/tcpProxy.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { migrateJobs, openQueue } from './queue.ts'
import { openWorker } from './worker.ts'

const NAME = 'tests'

const BACKENDS = [...QUEUE_BACKENDS, ['a Postgres that restarts', startOnRestartedPostgres]] as const

describe.concurrent.each(BACKENDS)('a worker on %s', (_, startBackend) => {
  it('can’t be opened during an outage, and can be after it', async () => {
    const { place, kill, start, countConnections, stop } = await startBackend()
    if (place.redisUrl === undefined) await migrateJobs(place.databaseUrl)
    const taken: unknown[] = []
    const open = () =>
      openWorker(NAME, place, 2, async ({ data }) => void taken.push(data), { log: silentLog })
    await kill()
    await expect(open()).rejects.toThrow()
    await start()
    expect(await countConnections()).toBe(0)
    const worker = await open()
    worker.start()
    const queue = await openQueue(NAME, place, 1)
    await queue.add(NAME, { id: 'one' })
    await waitUntil(() => taken.length === 1)
    await queue.close()
    await worker.close()
    await waitUntil(async () => (await countConnections()) === 0)
    await stop()
  })
})

describe.concurrent('a Redis that accepts connections and does not answer', () => {
  it('fails calls after 5 s, and lets the worker close', async () => {
    const redis = await startTestRedis()
    const proxy = await startTcpProxy(Number(new URL(redis.url).port))
    const place = { databaseUrl: '', redisUrl: `redis://127.0.0.1:${proxy.port}` }
    const queue = await openQueue(NAME, place, 1)
    const worker = await openWorker(NAME, place, 1, async () => undefined, { log: silentLog })
    worker.start()
    proxy.freeze()
    const began = performance.now()
    await Promise.all([
      expect(queue.add(NAME, {})).rejects.toThrow('timed out'),
      expect(queue.getJobCounts('waiting')).rejects.toThrow('timed out'),
      expect(openQueue(NAME, place, 1)).rejects.toThrow(`The queue ${NAME} does not answer`),
    ])
    expect(performance.now() - began).toBeLessThan(allowed(6_000))
    const closing = performance.now()
    await Promise.all([worker.close(), queue.close()])
    expect(performance.now() - closing).toBeLessThan(allowed(4_000))
    await proxy.close()
    await redis.stop()
  })
})
