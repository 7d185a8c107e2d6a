import { randomUUID } from 'node:crypto'
import type { Message } from '@hearth/contracts/kernel/message'
import type { Work } from '@hearth/contracts/kernel/process'
import { addDays, addHours } from '@hearth/contracts/kernel/dates'
import { startChild, type ReadyChild } from '@hearth/platform/testing/child'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { RefundRequest } from '../booking/refundPort.ts'
import {
  accepted,
  CHILD_SETTINGS,
  command,
  inDays,
  openTestService,
  PEOPLE,
  receive,
  readTypes,
  type TestService,
} from '../testing/fixture.ts'
import { openPlace } from '../testing/place.ts'

let stack: TestStack
let service: TestService

beforeAll(async () => {
  stack = await startTestStack()
  service = await openTestService(stack)
  await service.pool.query(
    `insert into app.process_manager (name, version, live) values ('test', 1, true), ('young', 1, false)`,
  )
  await service.close()
})
beforeEach(async () => {
  service = await openTestService(stack)
  await service.pool.query('delete from app.outbox')
})
afterEach(() => service?.close())
afterAll(() => stack?.stop())

const put = async (work: unknown, dueAt = new Date().toISOString(), manager = 'test'): Promise<string> => {
  const id = randomUUID()
  await service.pool.query(
    `
      insert into
        app.outbox (id, manager, instance, tenant_id, work, event_id, correlation_id, causation_id, due_at)
      values ($1, $4, 'i', 't', $2, 'e', 'cor', 'cau', $3)`,
    [id, JSON.stringify(work), dueAt, manager],
  )
  return id
}
const rowOf = async (id: string) =>
  (
    await service.pool.query<{
      answer: string | null
      attempts: number
      error: string | null
      done: boolean
    }>(`select answer, attempts, error, done_at is not null as done from app.outbox where id = $1`, [id])
  ).rows[0]
const book = async (days: number) =>
  accepted(await service.handle(receive(await openPlace(service), inDays(days), 2))).id
const order = (type: string, id: string): Work<Message> => ({
  kind: 'command',
  commandId: randomUUID(),
  type,
  id,
  data: {},
})

it('sends due rows, stores refusals as answers, and leaves other rows unchanged', async () => {
  const id = await book(10)
  const work = order('SendCancellationLink', id)
  const [sent, again, refused, later] = [
    await put(work),
    await put(work),
    await put(order('CheckInBooking', id)),
    await put(order('CheckInBooking', id), addHours(new Date().toISOString(), 1)),
  ]
  const early = await put(order('CheckInBooking', id), new Date().toISOString(), 'young')
  await service.relay.deliver()
  expect(await rowOf(early)).toMatchObject({ done: false, attempts: 0 })
  expect([(await rowOf(sent))?.answer, (await rowOf(again))?.answer].toSorted()).toEqual([
    'accepted',
    'duplicate',
  ])
  expect(await rowOf(refused)).toMatchObject({ done: true, answer: 'PRECONDITION_FAILED', attempts: 1 })
  expect(await rowOf(later)).toMatchObject({ done: false, attempts: 0 })
  expect(await readTypes(service, `booking-${id}`)).toEqual(['BookingConfirmed', 'GuestCancellationLinkSent'])
  const events: Record<string, string>[] = []
  for await (const { metadata } of service.store.read(`booking-${id}`)) events.push({ ...metadata })
  expect(events.at(-1)).toMatchObject({ $correlationId: 'cor', $causationId: 'cau', actorId: 'scheduler' })
  expect(await service.outbox.backlog(new Date().toISOString())).toMatchObject({
    waiting: 0,
    oldestSeconds: 0,
  })
})

it('refuses a row that it cannot read, names the field, and never retries it', async () => {
  const id = await book(15)
  const unreadable = [
    await put({ ...order('FinaliseCancellation', id), data: { surplus: true } }),
    await put(order('FinalizeCancellation', id)),
    await put({ kind: 'wish' }),
  ]
  const readable = await put(order('SendCancellationLink', id))
  await service.relay.deliver()
  await service.relay.deliver()
  expect(await Promise.all(unreadable.map(rowOf))).toEqual(
    [
      'FinaliseCancellation: /data: Unrecognized key: "surplus"',
      'FinalizeCancellation: the command is unknown',
      expect.stringMatching(/^work without a name: \/kind: /),
    ].map((error) => ({ done: true, answer: 'VALIDATION_FAILED', attempts: 1, error })),
  )
  expect(await rowOf(readable)).toMatchObject({ done: true, answer: 'accepted' })
  await service.pool.query(`update app.outbox set done_at = now() - interval '8 days'`)
  await service.outbox.removeOld()
  expect(
    await Promise.all([...unreadable, readable].map(async (row) => (await rowOf(row)) !== undefined)),
  ).toEqual([true, true, true, false])
})

it('retries a failed row, with pauses, until it is done', async () => {
  const id = await book(20)
  const calls: RefundRequest[] = []
  const failing = await openTestService(stack, {
    refundPort: async (request) => {
      calls.push(request)
      if (calls.length < 3) throw new Error('the provider is not there')
      return { kind: 'settled', providerRef: 'p-1' }
    },
  })
  accepted(await failing.handle(command('CancelBookingByGuest', PEOPLE.gateway, { quote: null }, { id })))
  const row = await put({ kind: 'job', name: 'pay-refund', data: { bookingId: id } })
  const begun = Date.now()
  await failing.relay.deliver()
  expect(await rowOf(row)).toMatchObject({ done: false, attempts: 1, error: 'the provider is not there' })
  const {
    rows: [pause],
  } = await service.pool.query<{ until: number }>(
    `select extract(epoch from retry_at)::float8 * 1000 as until from app.outbox where id = $1`,
    [row],
  )
  expect(pause?.until).toBeGreaterThanOrEqual(begun + 250)
  await service.pool.query(`update app.outbox set retry_at = now() + interval '1 minute' where id = $1`, [
    row,
  ])
  await failing.relay.deliver()
  expect(calls).toHaveLength(1)
  await service.pool.query(`update app.outbox set retry_at = now() where id = $1`, [row])
  expect(await failing.outbox.backlog(addHours(new Date().toISOString(), 1))).toMatchObject({
    waiting: 1,
    oldestSeconds: expect.closeTo(3_600, -2),
  })
  await waitUntil(
    async () => {
      await failing.relay.deliver()
      return (await rowOf(row))?.done === true
    },
    10_000,
    'the third attempt',
  )
  expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  expect((await readTypes(service, `booking-${id}`)).filter((type) => type === 'RefundSettled')).toHaveLength(
    1,
  )
  await failing.close()
})

it('shares the rows between processes: each is carried out once', async () => {
  const ids = await Promise.all([30, 31, 32, 33].map(book))
  const rows = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      put(order('SendCancellationLink', ids[index % ids.length] ?? '')),
    ),
  )
  const other = await openTestService(stack)
  await Promise.all([service.relay.deliver(), other.relay.deliver()])
  const found = await Promise.all(rows.map(rowOf))
  expect(found.filter((row) => row?.done === true && row.attempts === 1)).toHaveLength(rows.length)
  await other.close()
})

const childSettings = () => ({
  PORT: '0',
  LOG_LEVEL: 'silent',
  DATABASE_URL: stack.databaseUrl,
  EVENTSTORE_URL: stack.eventStoreUrl,
  ...CHILD_SETTINGS,
})
const startRelay = () => startChild('command-service/src/main.ts', [], childSettings())
const startProjector = () => startChild('projector/src/main.ts', [], childSettings())

it('carries out every effect once, whichever process is killed at any time', async () => {
  const kills = Number(process.env['KILLS'] ?? 4)
  const startOne = { relay: startRelay, projector: startProjector }
  const running: { relay: ReadyChild; projector: ReadyChild } = {
    relay: await startOne.relay(),
    projector: await startOne.projector(),
  }
  const booked: { id: string; calendar: string }[] = []
  const cancelOne = async (days: number) => {
    const place = await openPlace(service)
    const { id } = accepted(await service.handle(receive(place, inDays(days), 2)))
    accepted(await service.handle(command('CancelBookingByGuest', PEOPLE.gateway, { quote: null }, { id })))
    booked.push({ id, calendar: `calendar-${place.listingId}` })
  }
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const victim = kill % 2 === 0 ? 'relay' : 'projector'
      const cancelling = Promise.all(
        Array.from({ length: 4 }, (_, index) => cancelOne(40 + kill * 10 + index)),
      )
      await running[victim].kill()
      await cancelling
      running[victim] = await startOne[victim]()
    }
    for (const { id, calendar } of booked) {
      await waitUntil(
        async () => (await readTypes(service, `booking-${id}`)).includes('RefundSettled'),
        30_000,
        'the refund',
      )
      expect(await readTypes(service, `booking-${id}`)).toEqual([
        'BookingConfirmed',
        'BookingCancelled',
        'RefundRequested',
        'RefundSettled',
      ])
      expect(await readTypes(service, calendar)).toEqual(['NightsHeld', 'NightsCommitted', 'NightsReleased'])
    }
    await waitUntil(
      async () => (await service.outbox.backlog(new Date().toISOString())).waiting === 0,
      40_000,
      'an empty outbox',
    )
    for (const { id, calendar } of booked)
      expect([
        (await readTypes(service, `booking-${id}`)).length,
        (await readTypes(service, calendar)).length,
      ]).toEqual([4, 3])
  } finally {
    await Promise.all([running.relay.stop(), running.projector.stop()])
  }
})

it(
  'fires a timer once that fell due while projector and command service were down',
  { timeout: 300_000 },
  async () => {
    let running = await Promise.all([startProjector(), startRelay()])
    const restart = async () => {
      running = await Promise.all([startProjector(), startRelay()])
    }
    try {
      await waitUntil(
        async () =>
          (await service.pool.query(`select from app.process_manager where name = 'stay' and live`))
            .rowCount === 1,
        15_000,
        'the process managers',
      )
      const { listingId, accountId } = await openPlace(service)
      const bookingId = randomUUID()
      // Not before the processes are gone; it is then moved into the past.
      const due = Date.now() + 3_600_000
      const held = {
        listingId,
        claimId: bookingId,
        kind: 'booking',
        start: inDays(90),
        end: addDays(inDays(90), 2),
        holdExpiresAt: new Date(due).toISOString(),
      }
      // A hold whose request is gone: only the timer settles it.
      const metadata = {
        tenantId: accountId,
        schema: '1',
        occurredAt: new Date().toISOString(),
        commandId: randomUUID(),
      }
      expect(
        await service.store.append(
          `calendar-${listingId}`,
          [{ id: randomUUID(), type: 'NightsHeld', data: held, metadata }],
          'absent',
        ),
      ).toMatchObject({ kind: 'appended' })
      const timer = async () =>
        (
          await service.pool.query<{ done: boolean; attempts: number }>(
            `
              select done_at is not null as done, attempts
              from app.outbox
              where instance = $1 and timer = 'hold'`,
            [bookingId],
          )
        ).rows[0]
      await waitUntil(async () => (await timer()) !== undefined, 15_000, 'the timer')
      await Promise.all(running.map((child) => child.kill()))
      expect(await timer()).toEqual({ done: false, attempts: 0 })

      await service.pool.query(
        `update app.outbox set due_at = now() - interval '1 second' where instance = $1`,
        [bookingId],
      )
      expect([
        await readTypes(service, `booking-${bookingId}`),
        await readTypes(service, `calendar-${listingId}`),
      ]).toEqual([[], ['NightsHeld']])
      const once = [['BookingHoldAbandoned'], ['NightsHeld', 'NightsReleased']]
      const found = async () => [
        await readTypes(service, `booking-${bookingId}`),
        await readTypes(service, `calendar-${listingId}`),
      ]
      await restart()
      await waitUntil(async () => (await found()).flat().length === 3, 15_000, 'the timer after the downtime')
      expect(await found()).toEqual(once)
      expect((await timer())?.attempts ?? 1).toBe(1)

      // And not again after the next one.
      await Promise.all(running.map((child) => child.kill()))
      await restart()
      await waitUntil(
        async () => (await service.outbox.backlog(new Date().toISOString())).waiting === 0,
        15_000,
        'an empty outbox',
      )
      expect(await found()).toEqual(once)
    } finally {
      await Promise.all(running.map((child) => child.stop()))
    }
  },
)
