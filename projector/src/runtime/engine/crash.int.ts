import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startChild } from '@hearth/platform/testing/child'
import { silentLog } from '@hearth/platform/testing/log'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, expect, test } from 'vitest'
import { expectNaiveRows } from '../../testing/expectNaiveRows.ts'
import { appendHistories, randomHistories, readHead } from '../../testing/history.ts'
import { startWorkplace } from '../../testing/startWorkplace.ts'
import { createRandom, tallies, tallyProjections } from '../../testing/tally.ts'
import { openWorkplace, servesUpTo, type Workplace } from '../../testing/workplace.ts'
import { hashTable } from '../builds/hashTable.ts'
import { rebuild } from '../builds/rebuild.ts'

/**
 * One in four at a random moment, the others between the statements of a batch. A kill is mostly waiting, so
 * several run in parallel, each on a database of its own.
 */
const KILLS = Number(process.env['KILLS'] ?? 4)
const PARALLEL = Math.min(4, KILLS)
const PAUSES = [undefined, 'select', 'upsert', 'commit'] as const
const EVENTS = Math.ceil(KILLS / PARALLEL) * 200
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
console.log(`seed ${seed}`)
const sealingKey = randomBytes(32).toString('base64')

const { stack, place, close } = await startWorkplace({ sealingKey })
afterAll(close)

/** A workplace on a database of its own, over the same log and with the same keys. */
const openOwnWorkplace = async (index: number): Promise<Workplace & Readonly<{ databaseUrl: string }>> => {
  await place.maintenancePool.query(`create database crash_${index}`)
  const url = new URL(stack.databaseUrl)
  url.pathname = `/crash_${index}`
  const opened = await openWorkplace({
    databaseUrl: url.href,
    eventStoreUrl: stack.eventStoreUrl,
    sealingKey,
    log: silentLog,
  })
  const { rows } = await place.maintenancePool.query<{ keys: string }>(
    `select json_agg(k)::text as keys from app.subject_key k`,
  )
  await opened.maintenancePool.query(
    `insert into app.subject_key select * from json_populate_recordset(null::app.subject_key, $1)`,
    [rows[0]?.keys],
  )
  return { ...opened, databaseUrl: url.href }
}

const commitOf = async ({ maintenancePool }: Workplace): Promise<bigint> => {
  const { rows } = await maintenancePool.query<{ commit: string | null }>(
    `select commit from read.segment where projection = $1 and serving`,
    [tallies.name],
  )
  return BigInt(rows[0]?.commit ?? '0')
}

const hashesOf = ({ maintenancePool }: Workplace) =>
  Promise.all(tallyProjections.map((projection) => hashTable(maintenancePool, projection)))

/** Kills one projector after another. Returns the position that each had reached. */
const killRepeatedly = async (
  workplace: Awaited<ReturnType<typeof openOwnWorkplace>>,
  kills: readonly number[],
): Promise<readonly bigint[]> => {
  const killedAt: bigint[] = []
  for (const kill of kills) {
    const random = createRandom(seed + kill)
    const pauseAt = PAUSES[kill % PAUSES.length]
    const before = killedAt.length === 0 ? 0n : await commitOf(workplace)
    const child = await startChild('projector/src/testing/tallyProjector.ts', [], {
      DATABASE_URL: workplace.databaseUrl,
      EVENTSTORE_URL: stack.eventStoreUrl,
      SEALING_KEY: sealingKey,
      BATCH_SIZE: String(1 + random(12)),
      ...(pauseAt === undefined ? {} : { PAUSE_AT: pauseAt, PAUSE_AFTER: String(random(8)) }),
    })
    // It dies at work: after its first batch and before it can be done, or in the middle of a batch.
    if (pauseAt === undefined) {
      await waitUntil(async () => (await commitOf(workplace).catch(() => 0n)) > before, 20_000, 'progress')
      await delay(random(60))
    }
    await child.kill()
    killedAt.push(await commitOf(workplace))
  }
  return killedAt
}

test(
  `leaves the same rows after ${KILLS} kills as an undisturbed run`,
  { timeout: 120_000 + KILLS * 4_000 },
  async () => {
    const histories = await randomHistories(place.sealer, EVENTS, seed)
    const workplaces: Awaited<ReturnType<typeof openOwnWorkplace>>[] = []
    // One after another: a database is copied from one that no other session uses.
    for (let index = 0; index < PARALLEL; index += 1) workplaces.push(await openOwnWorkplace(index))
    try {
      const appended = appendHistories(place.store, histories, seed)
      const begun = performance.now()
      const killsOf = (index: number) =>
        Array.from({ length: KILLS }, (_, kill) => kill).filter(
          (kill) => Math.floor((kill * PARALLEL) / KILLS) === index,
        )
      const killedAt = await Promise.all(
        workplaces.map((workplace, index) => killRepeatedly(workplace, killsOf(index))),
      )
      await appended
      const head = await readHead(place.store)
      const kills = killedAt.flat()
      const early = kills.filter((commit) => commit < head).length
      const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
      console.log(`${kills.length} kills in ${seconds} s, ${early} before the end of ${EVENTS} events`)
      expect(early).toBeGreaterThanOrEqual(KILLS / 2)
      for (const workplace of workplaces) {
        const engine = workplace.start()
        await waitUntil(() => servesUpTo(workplace, head), 20_000)
        await engine.stop()
        await expectNaiveRows(workplace)
        const survived = await hashesOf(workplace)
        await rebuild(workplace.options)
        expect(await hashesOf(workplace)).toEqual(survived)
      }
    } finally {
      for (const workplace of workplaces) await workplace.close()
    }
  },
)

test('replaces a projector that is frozen past its lease, and fences its batch when it wakes', async () => {
  await appendHistories(place.store, await randomHistories(place.sealer, 40, seed + 5), seed)
  const frozen = await startChild('projector/src/testing/tallyProjector.ts', [], {
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    SEALING_KEY: sealingKey,
    BATCH_SIZE: '5',
    PAUSE_AT: 'begin',
    PAUSE_AFTER: '1',
  })
  process.kill(frozen.pid, 'SIGSTOP')
  const stopped = performance.now()
  const second = place.start()
  try {
    await appendHistories(place.store, await randomHistories(place.sealer, 60, seed + 7), seed)
    const head = await readHead(place.store)
    await waitUntil(() => servesUpTo(place, head), 20_000, 'the second to take over')
    console.log(`took over in ${(performance.now() - stopped).toFixed(0)} ms`)
    const before = await hashesOf(place)
    process.kill(frozen.pid, 'SIGCONT')
    process.kill(frozen.pid, 'SIGUSR2')
    await waitUntil(
      () => frozen.lines.some((line) => line.includes('the fence rejected a batch')),
      10_000,
      'the rejection',
    )
    expect(await hashesOf(place)).toEqual(before)
    await expectNaiveRows(place)
  } finally {
    process.kill(frozen.pid, 'SIGCONT')
    await frozen.kill()
    await second.stop()
  }
})

test('recovers the rows and checkpoints that a killed Postgres lost together', async () => {
  const directory = createWorkDirectory()
  const startPostgres = (port: readonly string[]) =>
    startChild('standalone/src/postgres/main.ts', [
      '--no-sync',
      '--data',
      join(directory.path, 'postgres'),
      ...port,
    ])
  let postgres = await startPostgres([])
  const { port } = new URL(postgres.url)
  const elsewhere = await openWorkplace({
    databaseUrl: postgres.url,
    eventStoreUrl: stack.eventStoreUrl,
    sealingKey,
    log: silentLog,
  })
  const engine = elsewhere.start({ batchSize: 4 })
  try {
    for (let kill = 0; kill < 2; kill += 1) {
      await appendHistories(place.store, await randomHistories(elsewhere.sealer, 200, seed + kill), seed)
      const { rows } = await elsewhere.maintenancePool.query<{ pid: number }>(
        'select pg_backend_pid() as pid',
      )
      const [, postmaster] = /\) \S (\d+)/.exec(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8')) ?? []
      process.kill(Number(postmaster), 'SIGKILL')
      await postgres.stop()
      postgres = await startPostgres(['--port', port])
    }
    const head = await readHead(place.store)
    await waitUntil(() => servesUpTo(elsewhere, head), 30_000)
    await expectNaiveRows(elsewhere)
  } finally {
    await engine.stop()
    await elsewhere.close()
    await postgres.stop()
    directory.remove()
  }
})
