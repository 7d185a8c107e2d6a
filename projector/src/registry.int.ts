import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { resources } from '@hearth/contracts'
import { allowed } from '@hearth/platform/testing/allowed'
import { describeIndexes } from '@hearth/platform/read-model/tables'
import { programArguments, startChild } from '@hearth/platform/testing/child'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, expect, test } from 'vitest'
import { projections } from './registry.ts'
import { countSegments } from './runtime/builds/ensureBuilds.ts'
import { hashTable } from './runtime/builds/hashTable.ts'
import { rebuild } from './runtime/builds/rebuild.ts'
import { randomConversations } from './testing/conversations.ts'
import { expectNaiveRows } from './testing/expectNaiveRows.ts'
import { appendHistories, readHead } from './testing/history.ts'
import { startWorkplace } from './testing/startWorkplace.ts'
import { randomStays } from './testing/stays.ts'
import { createRandom } from './testing/tally.ts'
import { registeredDomain, servesUpTo } from './testing/workplace.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
console.log(`seed ${seed}`)
const sealingKey = randomBytes(32).toString('base64')

const { stack, place, close } = await startWorkplace({ sealingKey, domain: registeredDomain })
afterAll(close)

const linesMatching = (...lines: readonly RegExp[]) =>
  new RegExp(lines.map(({ source }) => source).join('\\n'))

const hashes = () =>
  Promise.all(projections.map((projection) => hashTable(place.maintenancePool, projection)))

test('produces the same rows live, rebuilt and folded naively for every registered projection', async () => {
  const histories = [
    ...(await randomStays(place.sealer, 60, seed)),
    ...(await randomConversations(place.sealer, 20, seed)),
  ]
  const random = createRandom(seed)
  let appended = false
  const appending = appendHistories(place.store, histories, seed).then(() => (appended = true))
  // In batches of any size, by processes that come and go, in segments.
  while (!appended) {
    const engine = place.start({ batchSize: 1 + random(60), segments: 3 })
    await delay(100 + random(400))
    await engine.stop()
  }
  await appending
  const engine = place.start({ segments: 3 })
  const head = await readHead(place.store)
  await waitUntil(() => servesUpTo(place, head), 20_000)
  const wanted = projections.reduce(
    (sum, projection) => sum + countSegments(projection, Object.values(resources), 3),
    0,
  )
  await waitUntil(() => engine.segments().length === wanted, 10_000, 'every segment')
  await engine.stop()
  await expectNaiveRows(place)
  const live = await hashes()
  // What the stays and conversations of this history fill.
  expect(
    projections
      .map(({ name }) => name)
      .filter((_name, index) => (live[index]?.rows ?? 0) > 0)
      .toSorted(),
  ).toEqual([
    'account',
    'booking',
    'calendar',
    'claim',
    'event_log',
    'message',
    'performance_month',
    'request',
    'thread',
  ])
  await rebuild(place.options)
  expect(await hashes()).toEqual(live)
})

test('indexes what lists sort and filter by once a projection serves', async () => {
  const { rows } = await place.maintenancePool.query<{ indexname: string }>(
    `select indexname from pg_indexes where schemaname = 'read'`,
  )
  const found = new Set(rows.map(({ indexname }) => indexname))
  for (const { name } of projections)
    for (const wanted of describeIndexes(name, Object.values(resources), `${name}_b2`))
      expect(found).toContain(wanted.name)
})

test('reports when the process is ready, and stops in time', async () => {
  const environment = {
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    SEALING_KEY: sealingKey,
    PORT: '0',
    PROJECTION_DELAY_MS: '50',
    LOG_LEVEL: 'silent',
  }
  const child = await startChild('projector/src/main.ts', [], environment)
  const ready = async () => (await fetch(`${child.url}/readyz`)).status === 200
  await waitUntil(ready, 20_000, 'readyz')
  const body: unknown = await (await fetch(`${child.url}/readyz`)).json()
  expect(body).toMatchObject({
    status: 'ready',
    checks: { postgres: true, eventStore: true, booking: true, event_log: true },
  })
  const before = performance.now()
  await child.stop()
  expect(performance.now() - before).toBeLessThan(allowed(10_000))
})

test(
  'rebuilds one projection or all from the command line with the same hashes',
  // Indexes and comparisons get the processor time that nothing else on the machine wants.
  { timeout: 900_000 },
  async () => {
    const environment = {
      ...process.env,
      LOG_LEVEL: 'silent',
      DATABASE_URL: stack.databaseUrl,
      EVENTSTORE_URL: stack.eventStoreUrl,
      SEALING_KEY: sealingKey,
    }
    const run = async (...parameters: string[]) =>
      (
        await promisify(execFile)(
          process.execPath,
          [...programArguments('projector/src/cli/main.ts'), ...parameters],
          { env: environment },
        )
      ).stdout
    const before = await hashes()
    const printed = (await run('hash')).trim().split('\n')
    expect(printed.map((line) => line.split(/ +/).at(-1))).toEqual(before.map(({ hash }) => hash))
    const rebuilt = await run('rebuild', 'booking')
    expect(rebuilt).toMatch(
      linesMatching(
        /^booking: build 2: (\d+) rows, build 3: \1 rows, equal/,
        /booking: build 2 → 3 in \d+ ms/,
        /booking rebuilt in /,
      ),
    )
    expect(await run('rebuild', '--all')).toMatch(/^account, .* rebuilt in /m)
    expect(await hashes()).toEqual(before)
    expect(await run('list')).toMatch(
      linesMatching(
        /booking +v\d+ +build 3 +standby .* kept until .*/,
        /booking +v\d+ +build 4 +serving +c0\.\d+ +lag \d+\.\d s +\d+\/s +1 segment held by no worker/,
      ),
    )
    expect(await run('rollback', 'booking')).toMatch(/^booking: build 4 → 3 in \d+ ms/)
    expect(await hashes()).toEqual(before)
    expect(await run('discard', 'booking')).toBe('booking: build 4 has been dropped\n')
    await expect(run('discard', 'booking')).rejects.toMatchObject({
      code: 1,
      stderr: 'booking: no build to discard\n',
    })
    expect(await run('parked')).toBe('No parked streams\n')
    await expect(run('rebuild', 'nothing')).rejects.toMatchObject({
      code: 64,
      stderr: expect.stringContaining('Known projections: account'),
    })
  },
)
