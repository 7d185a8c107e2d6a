import { randomBytes } from 'node:crypto'
import { constants, getPriority } from 'node:os'
import { startChild } from '@hearth/platform/testing/child'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { isRunning } from '@hearth/platform/testing/workDirectory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBuilds } from '../runtime/builds/builds.ts'
import { hashTable } from '../runtime/builds/hashTable.ts'
import type { Verb } from '../runtime/operations/requests.ts'
import { askProjector } from '../testing/askProjector.ts'
import { appendHistories } from '../testing/history.ts'
import { startWorkplace } from '../testing/startWorkplace.ts'
import { randomStays } from '../testing/stays.ts'
import { registeredDomain } from '../testing/workplace.ts'

/** Before each batch, so that a build takes a moment. */
const DELAY_MS = 1_500
const sealingKey = randomBytes(32).toString('base64')
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
console.log(`seed ${seed}`)

const { stack, place, close } = await startWorkplace({ sealingKey, domain: registeredDomain })
afterAll(close)
beforeAll(async () => {
  await appendHistories(place.store, await randomStays(place.sealer, 20, seed), seed)
})

const startProjector = async () => {
  const projector = await startChild('projector/src/main.ts', [], {
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    SEALING_KEY: sealingKey,
    PORT: '0',
    PROJECTION_DELAY_MS: String(DELAY_MS),
    LOG_LEVEL: 'silent',
  })
  await waitUntil(async () => (await fetch(`${projector.url}/readyz`)).status === 200, 30_000, 'readyz')
  return projector
}
const ask = (verb: Verb) => askProjector(place.maintenancePool, { verb, projection: 'booking' }, 20_000)
const statusOf = async () =>
  (await readBuilds(place.maintenancePool, 'booking')).map(({ build, status }) => `${build} ${status}`)
/** The process that holds a build. */
const holderOf = async (build: number) => {
  const { rows } = await place.maintenancePool.query<{ owner: string }>(
    `
      select lease_owner as owner
      from read.segment
      where projection = 'booking' and build = $1 and lease_owner is not null`,
    [build],
  )
  return Number(rows[0]?.owner.split('-').at(-2) ?? Number.NaN)
}
/** The database's processes behind these pools. */
const serversOf = async (pools: readonly string[]) =>
  (
    await place.maintenancePool.query<{ pid: number; name: string }>(
      `
        select pid, application_name as name
        from pg_stat_activity
        where application_name = any($1::text[]) and datname = current_database()`,
      [pools],
    )
  ).rows
const untilHeldBesides = async (build: number, others: readonly number[]): Promise<number> => {
  let pid = Number.NaN
  await waitUntil(
    async () => Number.isFinite((pid = await holderOf(build))) && !others.includes(pid),
    20_000,
    'another process to carry on the build',
  )
  return pid
}

test(
  'rebuilds at low priority, survives a kill, and lets the projector take over the result',
  // A rebuilder gets the processor time that nothing else on the machine wants.
  { timeout: 900_000 },
  async () => {
    const projector = await startProjector()
    const before = await hashTable(place.maintenancePool, { name: 'booking' })
    expect(await ask('rebuild')).toMatchObject({ status: 'done' })
    const first = await untilHeldBesides(2, [])
    expect(first).not.toBe(projector.pid)
    expect(getPriority(first)).toBe(constants.priority.PRIORITY_LOW)
    expect(await holderOf(1)).toBe(projector.pid)
    // A connection is seen a moment before its server process is told to stand back.
    const isPlaced = ({ pid, name }: Readonly<{ pid: number; name: string }>) =>
      getPriority(pid) === (name === 'rebuilder' ? constants.priority.PRIORITY_LOW : 0)
    await waitUntil(
      async () => {
        const servers = await serversOf(['projector', 'rebuilder'])
        return servers.some(({ name }) => name === 'rebuilder') && servers.every(isPlaced)
      },
      10_000,
      'its connections to stand back, and only those',
    )

    process.kill(first, 'SIGKILL')
    const second = await untilHeldBesides(2, [first])
    expect(second).not.toBe(projector.pid)
    await waitUntil(async () => (await statusOf()).includes('2 ready'), 30_000, 'the build to be complete')
    await waitUntil(async () => (await holderOf(2)) === projector.pid, 20_000, 'the projector to take it')
    await waitUntil(() => !isRunning(second), 20_000, 'the rebuilder to end')
    expect((await ask('verify')).answer).toMatch(/ equal$/)
    expect((await ask('cutover')).answer).toMatch(/^build 1 → 2 in /)
    expect(await hashTable(place.maintenancePool, { name: 'booking' })).toEqual(before)
    await projector.stop()
  },
)

test('ends with its projector, however that ends', async () => {
  for (const way of ['kill', 'stop'] as const) {
    const projector = await startProjector()
    expect(await ask('rebuild')).toMatchObject({ status: 'done' })
    const [, beside = ''] = await statusOf()
    const rebuilder = await untilHeldBesides(Number(beside.split(' ')[0]), [projector.pid])
    await projector[way]()
    await waitUntil(() => !isRunning(rebuilder), 10_000, `the rebuilder to end after ${way}`)
  }
})
