import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { eventDefinitions, resources } from '@hearth/contracts'
import type { ProcessManager } from '@hearth/contracts/kernel/process'
import { startChild } from '@hearth/platform/testing/child'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, expect, test } from 'vitest'
import { processes, projections } from '../registry.ts'
import { listParked } from '../cli/listBuilds.ts'
import { rebuild } from '../runtime/builds/rebuild.ts'
import {
  answerRequest,
  insertRequest,
  takeInstanceRequest,
  takeRequest,
} from '../runtime/operations/requests.ts'
import { prepareSchema } from '../runtime/builds/schema.ts'
import { askProjector } from '../testing/askProjector.ts'
import { appendHistories, readHead, readLog } from '../testing/history.ts'
import { randomStays } from '../testing/stays.ts'
import { entryAt } from '../testing/event.ts'
import { startWorkplace } from '../testing/startWorkplace.ts'
import { createRandom } from '../testing/tally.ts'
import { isLive } from '../testing/workplace.ts'
import { react } from './react.ts'
import { startProcesses, type Processes, type ProcessesOptions } from './startProcesses.ts'

const KILLS = Number(process.env['PROCESS_KILLS'] ?? 4)
/** Whoever takes over from the killed need not wait long. */
const LEASE_S = 2
const PLACES = [undefined, 'select', 'upsert', 'commit'] as const
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
console.log(`seed ${seed}`)
const sealingKey = randomBytes(32).toString('base64')

const { stack, place, close } = await startWorkplace({
  sealingKey,
  domain: {
    definitions: eventDefinitions,
    projections: projections.filter(({ name }) => name === 'booking'),
    resources: Object.values(resources),
  },
})
afterAll(close)

// The histories here are those of stays.
const managers = processes.filter(({ name }) => name === 'stay')

const start = (changes: Partial<ProcessesOptions> = {}): Processes =>
  startProcesses({ ...place.options, managers, ...changes })
const commitOf = async (): Promise<bigint> => {
  const { rows } = await place.maintenancePool.query<{ commit: string | null }>(
    `select commit from app.process_manager where name = 'stay'`,
  )
  return BigInt(rows[0]?.commit ?? '0')
}
const headOf = () => readHead(place.store)
const caughtUp = async (): Promise<void> => {
  const head = await headOf()
  await waitUntil(async () => (await commitOf()) >= head, 20_000, 'the process managers')
}

/**
 * What stands in the database of stays: work that was not taken back, and states. Those who were killed ran
 * the other process managers, too.
 */
const stored = async () => {
  const outbox = await place.maintenancePool.query(
    `
      select
        id,
        instance,
        tenant_id as "tenantId",
        timer,
        work,
        event_id as "eventId",
        correlation_id as "correlationId",
        causation_id as "causationId",
        due_at as "dueAt"
      from app.outbox
      where manager = 'stay'
      order by id`,
  )
  const states = await place.maintenancePool.query(
    `select id, tenant_id as "tenantId", state, error from app.process where manager = 'stay' order by id`,
  )
  return {
    outbox: outbox.rows as unknown[],
    states: states.rows as Readonly<{ id: string; error: string | null }>[],
  }
}

/** The same by the pure function in one go, without any engine. */
const expected = async () => {
  const [stay] = managers
  if (!stay) throw new Error('There are no process managers')
  const entries = (await readLog(place.store, place.read)).flatMap((event) => {
    const instance = stay.correlate(event)
    return instance === undefined ? [] : [entryAt(event, [instance])]
  })
  const { outgoing, instances } = react(stay, new Map(), entries, 0n)
  const byId = <Item extends Readonly<{ id: string }>>(items: readonly Item[]) =>
    items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return {
    outbox: byId(outgoing.map((row) => ({ ...row, timer: row.timer ?? null }))),
    states: byId(
      [...instances]
        .filter(([, { state }]) => state !== undefined)
        .map(([id, { tenantId, state }]) => ({ id, tenantId, state, error: null })),
    ),
  }
}

test(
  `leaves the same outbox and states after ${KILLS} kills as an undisturbed run`,
  { timeout: 120_000 + KILLS * 8_000 },
  async () => {
    const random = createRandom(seed)
    const appended = randomStays(place.sealer, 40 + KILLS * 20, seed).then((histories) =>
      appendHistories(place.store, histories, seed),
    )
    for (let kill = 0; kill < KILLS; kill += 1) {
      const pauseAt = PLACES[kill % PLACES.length]
      const before = kill === 0 ? 0n : await commitOf()
      const child = await startChild('projector/src/testing/processRunner.ts', [], {
        DATABASE_URL: stack.databaseUrl,
        EVENTSTORE_URL: stack.eventStoreUrl,
        SEALING_KEY: sealingKey,
        BATCH_SIZE: String(1 + random(6)),
        LEASE_S: String(LEASE_S),
        ...(pauseAt === undefined ? {} : { PAUSE_AT: pauseAt, PAUSE_AFTER: String(random(8)) }),
      })
      if (pauseAt === undefined) {
        await waitUntil(async () => (await commitOf()) > before, 20_000, 'progress')
        await delay(random(60))
      }
      await child.kill()
    }
    await appended
    const running = start()
    await caughtUp()
    await running.stop()
    const found = await stored()
    expect(found).toEqual(await expected())
    expect(found.outbox.length).toBeGreaterThan(0)
  },
)

test('runs process managers in one of two projectors, and moves them when it stops', async () => {
  const [first, second] = [start(), start()]
  await waitUntil(
    () => [...first.status(), ...second.status()].some(({ state }) => state === 'live'),
    10_000,
    'one',
  )
  expect([...first.status(), ...second.status()].map(({ state }) => state).toSorted()).toEqual([
    'elsewhere',
    'live',
  ])
  const [leader, other] = first.status()[0]?.state === 'live' ? [first, second] : [second, first]
  await appendHistories(place.store, await randomStays(place.sealer, 10, seed + 1), seed)
  await caughtUp()
  await leader.stop()
  await appendHistories(place.store, await randomStays(place.sealer, 10, seed + 2), seed)
  await caughtUp()
  // It says so once the batch that brought it to the end is written.
  await waitUntil(() => other.status().every(({ state }) => state === 'live'), 10_000, 'the other to be live')
  await other.stop()
  expect(await stored()).toEqual(await expected())
})

test('stops an instance at a failing event, and resumes there once the cause is fixed', async () => {
  let broken = true
  const fragile = managers.map((manager): ProcessManager => ({
    ...manager,
    on: (state, event) => {
      if (broken && event.type === 'BookingConfirmed') throw new Error('a bug')
      return manager.on(state, event)
    },
  }))
  await prepareSchema(place.maintenancePool)
  const unpark = (instance: string) =>
    askProjector(place.maintenancePool, { verb: 'unpark', projection: 'stay', stream: instance }, 20_000)
  const stoppedOnes = async () =>
    (await stored()).states.flatMap(({ id, error }) => (error === null ? [] : [id]))
  const first = start({ managers: fragile })
  await appendHistories(place.store, await randomStays(place.sealer, 6, seed + 10), seed)
  await caughtUp()
  const [one = '', ...others] = await stoppedOnes()
  expect(others.length).toBeGreaterThanOrEqual(5)
  expect(await listParked(place.maintenancePool, [], ['stay'])).toContain(`stay  ${one}`)
  expect(await unpark(one)).toEqual({ status: 'failed', answer: expect.stringContaining('a bug') })
  await first.stop()
  // A read model of the same name lets the request be: it is for the instance.
  await insertRequest(place.maintenancePool, {
    verb: 'unpark',
    projection: 'stay',
    stream: one,
    requestedBy: 'a test',
  })
  expect(await takeRequest(place.maintenancePool, 'a projector', ['stay'])).toBeUndefined()
  const request = await takeInstanceRequest(place.maintenancePool, 'a projector', ['stay'])
  if (request?.stream !== one) throw new Error('The request was not taken')
  await answerRequest(place.maintenancePool, request, 'failed', 'Gone again')
  // Over a restart, and with more to come.
  const second = start({ managers: fragile })
  await appendHistories(place.store, await randomStays(place.sealer, 3, seed + 11), seed)
  await caughtUp()
  broken = false
  const all = await stoppedOnes()
  expect(all.length).toBeGreaterThan(others.length + 1)
  for (const answer of await Promise.all(all.map(unpark))) expect(answer).toMatchObject({ status: 'done' })
  expect(await stored()).toEqual(await expected())
  expect(await unpark(one)).toEqual({ status: 'failed', answer: `${one} is not stopped` })
  expect(await listParked(place.maintenancePool, [], ['stay'])).toBe('No parked streams')
  await second.stop()
})

test('sends nothing again when read models are rebuilt or dropped', async () => {
  const engine = place.start()
  const running = start()
  await waitUntil(() => isLive(engine))
  // Everything is done and forgotten by the outbox; only what is made anew would stand there.
  await place.maintenancePool.query(`delete from app.outbox`)
  await rebuild(place.options)
  await place.maintenancePool.query(`drop schema read cascade`)
  await waitUntil(
    async () =>
      (
        await place.maintenancePool.query<{ there: boolean }>(
          `select to_regclass('read.booking') is not null as there`,
        )
      ).rows[0]?.there === true,
    20_000,
    'the new schema',
  )
  await waitUntil(() => isLive(engine), 20_000, 'the rebuilt rows')
  await running.stop()
  await engine.stop()
  expect((await stored()).outbox).toEqual([])
})

test('rebuilds the states for a new version without effects up to the former position', async () => {
  const before = (await stored()).states
  const running = start({ managers: managers.map((manager) => ({ ...manager, version: 2 })) })
  const version = async () =>
    (
      await place.maintenancePool.query<{ version: number }>(
        `select version from app.process_manager where name = 'stay'`,
      )
    ).rows[0]?.version
  await waitUntil(async () => (await version()) === 2, 20_000, 'the new version')
  await caughtUp()
  expect(await stored()).toEqual({ outbox: [], states: before })
  const refundId = randomUUID()
  const bookingId = randomUUID()
  const data = {
    bookingId,
    listingId: randomUUID(),
    refundId,
    amountMinor: 100,
    currency: 'EUR',
    lines: [],
    cause: 'goodwill',
  }
  await place.store.append(
    `booking-${bookingId}`,
    [
      {
        id: randomUUID(),
        type: 'RefundRequested',
        data,
        metadata: {
          tenantId: 't',
          schema: '1',
          commandId: randomUUID(),
          occurredAt: '2026-03-01T09:00:00.000Z',
        },
      },
    ],
    'absent',
  )
  await waitUntil(async () => (await stored()).outbox.length > 0, 5_000, 'its effect')
  expect((await stored()).outbox).toMatchObject([
    {
      instance: bookingId,
      timer: `refund/${refundId}`,
      work: { kind: 'job', name: 'pay-refund', data: { bookingId, refundId } },
    },
  ])
  await running.stop()
  // Code of the former version stays away.
  const old = start()
  await appendHistories(place.store, await randomStays(place.sealer, 2, seed + 3), seed)
  const reached = await commitOf()
  const heirs = start({ managers: managers.map((manager) => ({ ...manager, version: 2 })) })
  await caughtUp()
  expect(await commitOf()).toBeGreaterThan(reached)
  expect(old.status()).toMatchObject([{ state: 'elsewhere' }])
  await Promise.all([old.stop(), heirs.stop()])
  expect(await version()).toBe(2)
})
