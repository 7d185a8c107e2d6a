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
 * Every fourth at random, the others between the statements of a batch. Most of a kill is waiting, so that
 * they run side by side, each lane on its own database.
 */
const KILLS = Number(process.env['KILLS'] ?? 4)
const LANES = Math.min(4, KILLS)
const PLACES = [undefined, 'select', 'upsert', 'commit'] as const
const EVENTS = Math.ceil(KILLS / LANES) * 200
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
console.log(`seed ${seed}`)
const sealingKey = randomBytes(32).toString('base64')

const { stack, place, close } = await startWorkplace({ sealingKey })
afterAll(close)

/** A workplace on a database of its own, over the same log and with the same keys. */
const openLane = async (lane: number): Promise<Workplace & Readonly<{ databaseUrl: string }>> => {
  await place.maintenancePool.query(`create database lane_${lane}`)
  const url = new URL(stack.databaseUrl)
  url.pathname = `/lane_${lane}`
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

/** Kills one projector after the other. Returns where each had come to. */
const killAgainAndAgain = async (
  lane: Awaited<ReturnType<typeof openLane>>,
  kills: readonly number[],
): Promise<readonly bigint[]> => {
  const killedAt: bigint[] = []
  for (const kill of kills) {
    const random = createRandom(seed + kill)
    const pauseAt = PLACES[kill % PLACES.length]
    const before = killedAt.length === 0 ? 0n : await commitOf(lane)
    const child = await startChild('projector/src/testing/tallyProjector.ts', [], {
      DATABASE_URL: lane.databaseUrl,
      EVENTSTORE_URL: stack.eventStoreUrl,
      SEALING_KEY: sealingKey,
      BATCH_SIZE: String(1 + random(12)),
      ...(pauseAt === undefined ? {} : { PAUSE_AT: pauseAt, PAUSE_AFTER: String(random(8)) }),
    })
    // Killed while it works: some way after its first batch, before it can be done; or in the middle of one.
    if (pauseAt === undefined) {
      await waitUntil(async () => (await commitOf(lane).catch(() => 0n)) > before, 20_000, 'progress')
      await delay(random(60))
    }
    await child.kill()
    killedAt.push(await commitOf(lane))
  }
  return killedAt
}

test(
  `leaves the same rows after ${KILLS} kills as an undisturbed run`,
  { timeout: 120_000 + KILLS * 4_000 },
  async () => {
    const histories = await randomHistories(place.sealer, EVENTS, seed)
    const lanes: Awaited<ReturnType<typeof openLane>>[] = []
    // One after the other: a database is copied from one that nobody else may use.
    for (let lane = 0; lane < LANES; lane += 1) lanes.push(await openLane(lane))
    try {
      const appended = appendHistories(place.store, histories, seed)
      const begun = performance.now()
      const killsOf = (lane: number) =>
        Array.from({ length: KILLS }, (_, kill) => kill).filter(
          (kill) => Math.floor((kill * LANES) / KILLS) === lane,
        )
      const killedAt = await Promise.all(lanes.map((lane, at) => killAgainAndAgain(lane, killsOf(at))))
      await appended
      const head = await readHead(place.store)
      const kills = killedAt.flat()
      const early = kills.filter((commit) => commit < head).length
      const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
      console.log(`${kills.length} kills in ${seconds} s, ${early} before the end of ${EVENTS} events`)
      expect(early).toBeGreaterThanOrEqual(KILLS / 2)
      for (const lane of lanes) {
        const engine = lane.start()
        await waitUntil(() => servesUpTo(lane, head), 20_000)
        await engine.stop()
        await expectNaiveRows(lane)
        const survived = await hashesOf(lane)
        await rebuild(lane.options)
        expect(await hashesOf(lane)).toEqual(survived)
      }
    } finally {
      for (const lane of lanes) await lane.close()
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
