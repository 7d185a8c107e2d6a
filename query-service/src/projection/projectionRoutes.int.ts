import { newId } from '@hearth/contracts/kernel/ids'
import {
  zParkedStreamRow,
  zProcessRows,
  zProjectionRequestRow,
  zProjectionRow,
  zRowDifferences,
} from '@hearth/contracts/projection'
import { zCommandFailures, zFailuresIn } from '@hearth/contracts/projection/commandFailures'
import { projections as registered } from '@hearth/contracts/projections'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startService, type Service } from '../testing/service.ts'
import { book, openAccount, startListing } from '../testing/stays.ts'

const [vale, listingId] = [newId(), newId()]
const by = { tenantId: vale, actorId: 'gateway', actorKind: 'service', at: '2026-01-02T10:00:00.000Z' }
const stay = book({ listingId, guestName: 'Hana K.', checkIn: '2026-07-16', nights: 2 }, by)

let service: Service
let as: Record<'host' | 'staff' | 'auditor', Awaited<ReturnType<Service['as']>>>

beforeAll(async () => {
  service = await startService()
  await service.addHost('cal@example.test', 'Cal Endar', vale, 'owner')
  await service.addStaff('joan@example.test', 'Joan M.', 'support')
  await service.addStaff('auditor@hearth.example', 'Aud', 'auditor')
  await service.project([
    openAccount(vale, 'Vale Stays', by),
    ...startListing(listingId, 'Alfama Terrace', by),
    ...stay.events,
  ])
  as = {
    host: await service.as('cal@example.test'),
    staff: await service.as('joan@example.test'),
    auditor: await service.as('auditor@hearth.example'),
  }
})
afterAll(() => service?.stop())

test('shows the state of the projections to staff only', async () => {
  const parked = `
    insert into
      read.parked_stream (projection, build, stream, bucket, tenant_id, commit, event_id, event_type, error)
    values ('booking', 1, 'booking-x', 5, $1, 12, 'e', 'BookingConfirmed', 'a bug')`
  await service.pool.query(parked, [vale])
  await service.pool.query(
    `
      insert into read.projection_request (verb, projection, requested_by)
      values ('rebuild', 'booking', 'joan')`,
  )
  await service.pool.query(
    `
      insert into read.build (projection, build, version, shape, table_name, status, reason)
      values ('booking', 2, 1, 'x', 'booking_b2', 'building', 'request')`,
  )
  await service.pool.query(
    `
      insert into
        read.segment (
          projection,
          build,
          segment,
          first_bucket,
          last_bucket,
          serving,
          commit,
          events_per_second
        )
      select 'booking', 2, 0, 0, 1023, false, commit / 2, 100
      from read.segment
      where projection = 'booking'`,
  )
  await service.pool.query(
    `
      update read.segment
      set lease_owner = 'me', lease_until = now() + interval '1 minute', lag_ms = 12000
      where projection = 'booking' and build = 1`,
  )
  const list = async (path: string) => (await as.staff(path)).json()
  const projections = z.array(zProjectionRow.loose()).parse(await list('/api/projections?range=[0,99]'))
  expect(projections.map(({ id }) => id)).toEqual(registered.map(({ name }) => name).toSorted())
  expect(projections.find(({ id }) => id === 'booking')).toMatchObject({
    state: 'behind',
    lagMs: 12_000,
    parkedStreams: 1,
    segments: [{ segment: 0, holder: 'me', firstBucket: 0, lastBucket: 1023 }],
    others: [{ build: 2, status: 'building', progress: 0.5, eventsPerSecond: 100 }],
  })
  expect(projections.find(({ id }) => id === 'claim')).toMatchObject({ state: 'unheld', others: [] })
  expect(
    z
      .array(zParkedStreamRow.loose())
      .parse(await list('/api/parked-streams?filter={"projection":"booking"}')),
  ).toMatchObject([{ id: 'booking.1.booking-x', accountId: vale, serving: true, events: 0 }])
  expect(z.array(zProjectionRequestRow.loose()).parse(await list('/api/projection-requests'))).toMatchObject([
    { verb: 'rebuild', status: 'waiting', stream: null },
  ])
  expect((await as.staff('/api/parked-streams/booking.1.booking-x')).status).toBe(200)
  for (const path of ['/api/projections', '/api/parked-streams', '/api/projection-requests'])
    expect((await as.host(path)).status).toBe(403)
})

test('shows staff both values of rows that differ, and masks personal ones', async () => {
  await service.pool.query(`create table read.booking_b2 as select * from read.booking`)
  await service.pool.query(
    `
      update read.booking_b2
      set nights = nights + 1, guest_name = 'Nobody', payable_at = payable_at + interval '1 day'
      where id = $1`,
    [stay.id],
  )
  const rows = [
    {
      tenantId: vale,
      id: stay.id,
      fields: ['guest_name', 'nights', 'payable_at', '_commit', 'unknown'],
      only: null,
    },
    { tenantId: vale, id: 'gone', fields: [], only: 'serving' },
  ]
  expect((await as.staff('/api/projections/booking/difference')).status).toBe(404)
  await service.pool.query(
    `
      update read.build
      set status = 'ready', verified_at = now(), difference = $1
      where projection = 'booking' and build = 2`,
    [JSON.stringify({ serving: { build: 1, rows: 5 }, other: { build: 2, rows: 5 }, suspects: 1, rows })],
  )
  const shown = async (who: typeof as.staff) =>
    zRowDifferences.parse(await (await who('/api/projections/booking/difference')).json())
  const { checkIn, ...now } = z
    .object({ guestName: z.string(), nights: z.int(), payableAt: z.string(), checkIn: z.string() })
    .parse(await (await as.staff(`/api/bookings/${stay.id}`)).json())
  expect(checkIn).not.toBe('')
  const found = await shown(as.staff)
  expect(found).toMatchObject({
    serving: 1,
    other: 2,
    total: 2,
    rows: [
      { id: stay.id, only: null },
      { id: 'gone', only: 'serving', fields: [] },
    ],
  })
  expect(found.rows[0]?.fields).toMatchObject([
    { field: 'guestName', serving: now.guestName, other: 'Nobody' },
    { field: 'nights', serving: now.nights, other: now.nights + 1 },
    { field: 'payableAt', serving: now.payableAt, other: expect.stringMatching(/^20.*Z$/) },
    { field: 'position' },
    { field: 'unknown', serving: null, other: null },
  ])
  const masked = await shown(as.auditor)
  expect(masked.rows[0]?.fields.slice(0, 2)).toEqual([
    { field: 'guestName', serving: '•••', other: '•••' },
    { field: 'nights', serving: now.nights, other: now.nights + 1 },
  ])
  expect((await as.host('/api/projections/booking/difference')).status).toBe(403)
})

test('shows staff the process managers and the age of their outbox', async () => {
  await service.pool.query(
    `
      insert into app.process_manager (name, version, commit, prepare, live, lease_owner, lease_until)
      values
        ('stay', 1, 900, 900, true, 'me', now() + interval '1 minute'),
        ('young', 1, null, null, false, null, null)`,
  )
  await service.pool.query(
    `
      insert into app.process (manager, id, version, tenant_id, error)
      values ('stay', 'a', 1, 't', 'a bug'), ('stay', 'b', 1, 't', null)`,
  )
  await service.pool.query(
    `
      insert into
        app.outbox (
          id,
          manager,
          instance,
          tenant_id,
          work,
          event_id,
          correlation_id,
          causation_id,
          due_at,
          attempts,
          error,
          done_at
        )
      select
        gen_random_uuid(),
        manager,
        'i',
        't',
        '{"kind":"job","name":"pay-refund","data":{}}',
        'e',
        'c',
        'c',
        now() + due,
        attempts,
        error,
        done
      from
        (
          values
            ('stay', interval '-90 seconds', 2, 'not there', null::timestamptz),
            ('stay', '-10 seconds', 0, null, null),
            ('stay', '1 hour', 0, null, null),
            ('stay', '-2 hours', 1, null, now()),
            ('young', '-1 day', 0, null, null)
        ) v (manager, due, attempts, error, done)`,
  )
  const rows = zProcessRows.parse(await (await as.staff('/api/process-managers')).json())
  expect(rows).toMatchObject([
    {
      id: 'stay',
      state: 'live',
      position: '900',
      holder: 'me',
      stopped: 1,
      stoppedInstances: [{ instance: 'a', error: 'a bug', events: 0 }],
      waiting: 2,
      failing: 1,
      failure: { name: 'pay-refund', attempts: 2, error: 'not there' },
      nextAt: expect.any(String),
    },
    {
      id: 'young',
      state: 'unheld',
      stoppedInstances: [],
      position: null,
      waiting: 0,
      oldestSeconds: 0,
      failure: null,
    },
  ])
  expect(rows[0]?.oldestSeconds).toBeGreaterThanOrEqual(90)
  expect((await as.host('/api/process-managers')).status).toBe(403)
})

test('counts which commands of the system failed when, and opens one hour of them', async () => {
  const now = Date.parse('2026-07-16T09:42:00.000Z')
  service.clock.now = now
  const HOUR = '2026-07-16T09:00:00.000Z'
  await service.pool.query(
    `
      insert into
        app.outbox
          (id, manager, instance, tenant_id, work, event_id, correlation_id, causation_id, due_at, done_at, answer, error)
      select gen_random_uuid(), 'stay', 'i', $1, work::jsonb, 'e', 'r1', 'c', due::timestamptz, done::timestamptz,
        answer, error
      from
        (
          values
            ('{"type":"PlaceHold"}', '2026-07-16T09:01:00Z', '2026-07-16T09:02:00Z', 'DUPLICATE', null),
            ('{"type":"PlaceHold"}', '2026-07-16T09:01:00Z', '2026-07-16T09:05:00Z', 'NOT_FOUND', null),
            ('{"type":"PlaceHold"}', '2026-07-16T09:01:00Z', '2026-07-16T09:05:00Z', 'accepted', null),
            ('{"name":"send-mail"}', '2026-07-15T20:00:00Z', null, null, 'not there'),
            ('{"name":"send-mail"}', '2026-07-10T20:00:00Z', null, null, 'not there'),
            ('{"name":"send-mail"}', '2026-07-16T09:01:00Z', null, null, null)
        ) v (work, due, done, answer, error)`,
    [vale],
  )
  await service.pool.query(
    `
      insert into app.refused_command (slot, command, code, count)
      values ($1, 'AcceptRequest', 'INVALID_TRANSITION', 3), ('2026-07-12T09:00:00Z', 'AcceptRequest', 'NOT_FOUND', 1)`,
    [HOUR],
  )
  const read = async (by_: string) =>
    zCommandFailures.parse(await (await as.staff(`/api/command-failures?by=${by_}`)).json())
  const hours = await read('hour')
  expect(hours.slots).toHaveLength(24)
  expect(hours.slots.at(-1)).toBe(HOUR)
  expect(hours.cells).toEqual([
    { command: 'AcceptRequest', slot: HOUR, code: 'INVALID_TRANSITION', sender: 'person', count: 3 },
    { command: 'PlaceHold', slot: HOUR, code: 'DUPLICATE', sender: 'system', count: 1 },
    { command: 'PlaceHold', slot: HOUR, code: 'NOT_FOUND', sender: 'system', count: 1 },
    { command: 'send-mail', slot: '2026-07-15T20:00:00.000Z', code: 'RETRIED', sender: 'system', count: 1 },
  ])
  expect([hours.stuck, (await read('day')).stuck]).toEqual([1, 0])
  const open = async (query: string, command = 'PlaceHold') =>
    zFailuresIn.parse(
      await (await as.staff(`/api/command-failures/in?command=${command}&slot=${HOUR}${query}`)).json(),
    )
  expect(await open('')).toMatchObject({ total: 2, ofPeople: 0 })
  expect(await open('', 'AcceptRequest')).toEqual({ total: 0, failures: [], ofPeople: 3 })
  expect(await open('&code=NOT_FOUND')).toMatchObject({
    total: 1,
    failures: [{ code: 'NOT_FOUND', accountName: 'Vale Stays', correlationId: 'r1', error: null }],
  })
  expect((await as.host('/api/command-failures')).status).toBe(403)
})
