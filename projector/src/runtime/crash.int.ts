import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startChild } from '@hearth/platform/testing/child'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { makeWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNaiveRows } from '../testing/expectNaiveRows.ts'
import { appendHistories, randomHistories, readLog } from '../testing/history.ts'
import { makeRandom, tallyProjections } from '../testing/tally.ts'
import { openWorkplace, servesUpTo, type Workplace } from '../testing/workplace.ts'
import { hashTable } from './hash.ts'
import { rebuild } from './rebuild.ts'

/** Every fourth at random, the others between the statements of a batch. */
const KILLS = Number(process.env['KILLS'] ?? 4)
const PLACES = [undefined, 'select', 'upsert', 'commit'] as const
const EVENTS = KILLS * 200
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const sealingKey = randomBytes(32).toString('base64')
let stack: TestStack
let place: Workplace

beforeAll(async () => {
  console.log(`seed ${seed}`)
  stack = await startTestStack()
  place = await openWorkplace({ ...stack, sealingKey, log: silentLog })
})
afterAll(async () => {
  await place.close()
  await stack.stop()
})

const commitOf = async (name: string) => {
  const { rows } = await place.maintenancePool.query<{ commit: string | null }>(
    `select commit from read.segment where projection = $1 and serving`, [name],
  )
  return BigInt(rows[0]?.commit ?? '0')
}

test(`a projector killed ${KILLS} times in the middle of its work leaves the rows of an undisturbed one`, { timeout: 120_000 + KILLS * 3_000 }, async () => {
  const random = makeRandom(seed)
  const appended = randomHistories(place.sealer, EVENTS, seed).then((streams) => appendHistories(place.store, streams, seed))
  const killedAt: bigint[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const pauseAt = PLACES[kill % PLACES.length]
    const before = kill === 0 ? 0n : await commitOf('tally')
    const child = await startChild('projector/src/testing/tallyProjector.ts', [], {
      DATABASE_URL: stack.databaseUrl, EVENTSTORE_URL: stack.eventStoreUrl, SEALING_KEY: sealingKey, BATCH_SIZE: String(1 + random(12)),
      ...(pauseAt === undefined ? {} : { PAUSE_AT: pauseAt, PAUSE_AFTER: String(random(8)) }),
    })
    // Killed while it works: some way after its first batch, before it can be done; or in the middle of one.
    if (pauseAt === undefined) {
      await waitUntil(async () => (await commitOf('tally').catch(() => 0n)) > before, 20_000, 'progress')
      await delay(random(60))
    }
    await child.kill()
    killedAt.push(await commitOf('tally'))
  }
  await appended
  const head = (await readLog(place.store, place.read)).at(-1)?.position.commit ?? 0n
  expect(killedAt.filter((commit) => commit < head).length).toBeGreaterThanOrEqual(KILLS / 2)
  const engine = place.start()
  await waitUntil(() => servesUpTo(place, head), 20_000)
  await engine.stop()
  await expectNaiveRows(place)
  const survived = await Promise.all(tallyProjections.map((projection) => hashTable(place.maintenancePool, projection)))
  await rebuild(place.options)
  const clean = await Promise.all(tallyProjections.map((projection) => hashTable(place.maintenancePool, projection)))
  expect(survived).toEqual(clean)
})

test('a projector that is frozen past its lease is replaced, and writes nothing when it wakes: the fence rejects its batch', async () => {
  await appendHistories(place.store, await randomHistories(place.sealer, 40, seed + 5), seed)
  const frozen = await startChild('projector/src/testing/tallyProjector.ts', [], {
    DATABASE_URL: stack.databaseUrl, EVENTSTORE_URL: stack.eventStoreUrl, SEALING_KEY: sealingKey, BATCH_SIZE: '5', PAUSE_AT: 'begin', PAUSE_AFTER: '1',
  })
  process.kill(frozen.pid, 'SIGSTOP')
  const stopped = performance.now()
  const second = place.start()
  try {
    await appendHistories(place.store, await randomHistories(place.sealer, 60, seed + 7), seed)
    const head = (await readLog(place.store, place.read)).at(-1)?.position.commit ?? 0n
    await waitUntil(() => servesUpTo(place, head), 20_000, 'the second to take over')
    console.log(`took over in ${(performance.now() - stopped).toFixed(0)} ms`)
    const before = await Promise.all(tallyProjections.map((projection) => hashTable(place.maintenancePool, projection)))
    process.kill(frozen.pid, 'SIGCONT')
    process.kill(frozen.pid, 'SIGUSR2')
    await waitUntil(() => frozen.lines.some((line) => line.includes('the fence rejected a batch')), 10_000, 'the rejection')
    expect(await Promise.all(tallyProjections.map((projection) => hashTable(place.maintenancePool, projection)))).toEqual(before)
    await expectNaiveRows(place)
  } finally {
    process.kill(frozen.pid, 'SIGCONT')
    await frozen.kill()
    await second.stop()
  }
})

test('a Postgres that is killed and comes back loses rows and checkpoint together, and the running projector makes up for it', async () => {
  const directory = makeWorkDirectory()
  const startPostgres = (port: readonly string[]) => startChild('standalone/src/postgres/main.ts', ['--data', join(directory.path, 'postgres'), ...port])
  let postgres = await startPostgres([])
  const { port } = new URL(postgres.url)
  const elsewhere = await openWorkplace({ databaseUrl: postgres.url, eventStoreUrl: stack.eventStoreUrl, sealingKey, log: silentLog })
  const engine = elsewhere.start({ batchSize: 4 })
  try {
    for (let kill = 0; kill < 2; kill += 1) {
      await appendHistories(place.store, await randomHistories(elsewhere.sealer, 200, seed + kill), seed)
      const { rows } = await elsewhere.maintenancePool.query<{ pid: number }>('select pg_backend_pid() as pid')
      const [, postmaster] = /\) \S (\d+)/.exec(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8')) ?? []
      process.kill(Number(postmaster), 'SIGKILL')
      await postgres.stop()
      postgres = await startPostgres(['--port', port])
    }
    const head = (await readLog(place.store, place.read)).at(-1)?.position.commit ?? 0n
    await waitUntil(() => servesUpTo(elsewhere, head), 30_000)
    await expectNaiveRows(elsewhere)
  } finally {
    await engine.stop()
    await elsewhere.close()
    await postgres.stop()
    directory.remove()
  }
})
