import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appMigrations, appSchema } from '../postgres/appSchema.ts'
import { migrate } from '../postgres/migrate.ts'
import { openPool } from '../postgres/pool.ts'
import { silentLog } from '../testing/log.ts'
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { followErasures } from './followErasures.ts'
import { createSealer } from './sealer.ts'
import { ERASED } from '@hearth/contracts/kernel/erased'

let postgres: TestPostgres
let pool: pg.Pool
const masterKey = randomBytes(32).toString('base64')
const fields: Record<string, Record<string, string>> = {
  BookingConfirmed: { guestName: 'guestRef', 'contact.phone': 'guestRef', 'host.name': 'host.id' },
}
const personal = (type: string) => fields[type] ?? {}

beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = openPool({
    connectionString: postgres.databaseUrl,
    max: 4,
    name: 'sealer-test',
    log: silentLog,
    limits: 'request',
  })
  await migrate(pool, appSchema, appMigrations)
})
afterAll(async () => {
  await pool?.end()
  await postgres?.stop()
})

const booking = (guestRef: string) => ({
  guestRef,
  guestName: 'Åsa Öberg',
  contact: { phone: { country: 46, number: '701-740-605' } },
  host: { id: 'host-1', name: 'Bo Lindqvist' },
  nights: 3,
})
const newSealer = (options: { now?: () => number; cacheSize?: number; masterKey?: string } = {}) =>
  createSealer({ pool, masterKey, personal, ...options })
const stream = 'booking-1'

test('seals only personal fields, and opens them again', async () => {
  const sealer = newSealer()
  const sealed = await sealer.seal('tenant-1', stream, 'BookingConfirmed', booking('guest-1'))
  expect(sealed).toMatchObject({
    guestRef: 'guest-1',
    nights: 3,
    guestName: expect.stringMatching(/^sealed:1:[\w-]+$/),
  })
  expect(JSON.stringify(sealed)).not.toMatch(/Åsa Öberg|701-740-605|Bo Lindqvist/)
  expect(await newSealer().open(stream, 'BookingConfirmed', sealed)).toEqual(booking('guest-1'))
})

test('passes absent fields and unknown events through, and refuses a field without a person', async () => {
  const sealer = newSealer()
  expect(
    await sealer.seal('tenant-1', stream, 'BookingConfirmed', { guestRef: 'guest-1', guestName: null }),
  ).toEqual({ guestRef: 'guest-1', guestName: null })
  expect(await sealer.seal('tenant-1', stream, 'Other', booking('guest-1'))).toEqual(booking('guest-1'))
  await expect(sealer.seal('tenant-1', stream, 'BookingConfirmed', { guestName: 'Ann' })).rejects.toThrow(
    'names no person',
  )
})

test('erases one person only, and reads what is written later under the same id', async () => {
  const sealer = newSealer()
  const before = await sealer.seal('tenant-1', stream, 'BookingConfirmed', booking('guest-2'))
  await sealer.eraseSubject('tenant-1', 'guest-2')
  const erased = { ...booking('guest-2'), guestName: ERASED, contact: { phone: ERASED } }
  expect(await sealer.open(stream, 'BookingConfirmed', before)).toEqual(erased)
  expect(await newSealer().open(stream, 'BookingConfirmed', before)).toEqual(erased)
  const after = await sealer.seal('tenant-1', stream, 'BookingConfirmed', booking('guest-2'))
  expect(
    await sealer.openMany([
      { stream, type: 'BookingConfirmed', data: before },
      { stream, type: 'BookingConfirmed', data: after },
    ]),
  ).toEqual([erased, booking('guest-2')])
})

test('treats the same id in two tenants as two people', async () => {
  const sealer = newSealer()
  const other = await sealer.seal('tenant-2', stream, 'BookingConfirmed', booking('guest-3'))
  await sealer.seal('tenant-1', stream, 'BookingConfirmed', booking('guest-3'))
  await sealer.eraseSubject('tenant-1', 'guest-3')
  expect(await sealer.open(stream, 'BookingConfirmed', other)).toEqual(booking('guest-3'))
})

test('notices the erasure of another process immediately by a notice, or within a minute', async () => {
  let time = 0
  const other = newSealer({ now: () => time })
  const told = newSealer({ now: () => time })
  const sealed = await other.seal('tenant-1', stream, 'BookingConfirmed', booking('guest-4'))
  await told.seal('tenant-1', stream, 'BookingConfirmed', booking('guest-4'))
  await newSealer().eraseSubject('tenant-1', 'guest-4')
  told.forgetSubject('tenant-1', 'guest-4')
  expect(await told.open(stream, 'BookingConfirmed', sealed)).toMatchObject({ guestName: ERASED })
  time = 60_001
  expect(await other.open(stream, 'BookingConfirmed', sealed)).toMatchObject({ guestName: ERASED })
})

test('fails on a value that was altered, moved, or sealed under another master key', async () => {
  const sealer = newSealer()
  const sealed = (await sealer.seal('tenant-1', stream, 'BookingConfirmed', {
    guestRef: 'guest-5',
    guestName: 'Ann',
    contact: { phone: '1' },
  })) as { guestName: string; contact: { phone: string } }
  await expect(sealer.open('booking-2', 'BookingConfirmed', sealed)).rejects.toThrow()
  await expect(
    sealer.open(stream, 'BookingConfirmed', { ...sealed, guestName: sealed.contact.phone }),
  ).rejects.toThrow()
  await expect(
    sealer.open(stream, 'BookingConfirmed', { ...sealed, guestName: `${sealed.guestName.slice(0, -4)}AAAA` }),
  ).rejects.toThrow()
  await expect(
    newSealer({ masterKey: randomBytes(32).toString('base64') }).open(stream, 'BookingConfirmed', sealed),
  ).rejects.toThrow()
  expect(() => newSealer({ masterKey: 'c2hvcnQ=' })).toThrow('32 bytes')
})

test('creates one key when several processes meet a new person together', async () => {
  const sealed = await Promise.all(
    Array.from({ length: 8 }, () =>
      newSealer().seal('tenant-1', stream, 'BookingConfirmed', { guestRef: 'guest-6', guestName: 'Ann' }),
    ),
  )
  const opened = await newSealer().openMany(
    sealed.map((data) => ({ stream, type: 'BookingConfirmed', data })),
  )
  expect(opened).toEqual(sealed.map(() => ({ guestRef: 'guest-6', guestName: 'Ann' })))
  expect(
    (await pool.query(`select count(*) as keys from app.subject_key where subject_id = 'guest-6'`)).rows,
  ).toEqual([{ keys: 1 }])
})

test('seals many events with two queries, and later ones of the same people with none', async () => {
  await newSealer().seal('tenant-1', stream, 'BookingConfirmed', { guestRef: 'many-0', guestName: 'Ann' })
  const events = Array.from({ length: 20 }, (_, index) => ({
    stream,
    type: 'BookingConfirmed',
    data: { guestRef: `many-${index % 15}`, guestName: `Annika Lund ${index}` },
  }))
  const sealer = newSealer()
  const query = vi.spyOn(pool, 'query')
  try {
    const sealed = await sealer.sealMany('tenant-1', events)
    expect(query).toHaveBeenCalledTimes(2)
    await sealer.sealMany('tenant-1', [...events, { stream, type: 'Other', data: { guestName: 'open' } }])
    expect(query).toHaveBeenCalledTimes(2)
    expect(JSON.stringify(sealed)).not.toContain('Annika Lund')
    expect(
      await newSealer().openMany(sealed.map((data) => ({ stream, type: 'BookingConfirmed', data }))),
    ).toEqual(events.map(({ data }) => data))
  } finally {
    query.mockRestore()
  }
})

test('opens a batch with one query, the next one with none, and keeps the cache bounded', async () => {
  const writer = newSealer()
  const events = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => ({
      stream,
      type: 'BookingConfirmed',
      data: await writer.seal('tenant-1', stream, 'BookingConfirmed', {
        guestRef: `batch-${index}`,
        guestName: `Ann ${index}`,
      }),
    })),
  )
  await writer.eraseSubject('tenant-1', 'batch-0')
  const query = vi.spyOn(pool, 'query')
  try {
    const reader = newSealer()
    const first = await reader.openMany(events)
    expect(first.slice(0, 2)).toMatchObject([{ guestName: ERASED }, { guestName: 'Ann 1' }])
    expect(await reader.openMany(events)).toEqual(first)
    expect(query).toHaveBeenCalledTimes(1)
    expect(await newSealer({ cacheSize: 4 }).openMany(events)).toEqual(first)
  } finally {
    query.mockRestore()
  }
})

test('forgets an erased person immediately in a process that listens', async () => {
  const writer = newSealer()
  const listening = newSealer()
  const following = followErasures({
    connectionString: postgres.databaseUrl,
    sealer: listening,
    log: silentLog,
  })
  try {
    const sealed = await writer.seal('tenant-1', stream, 'BookingConfirmed', booking('guest-9'))
    expect(await listening.open(stream, 'BookingConfirmed', sealed)).toEqual(booking('guest-9'))
    // Whoever is not connected yet hears nothing; then all keys are forgotten once it is.
    await writer.eraseSubject('tenant-1', 'guest-9')
    await waitUntil(
      async () =>
        ((await listening.open(stream, 'BookingConfirmed', sealed)) as { guestName: string }).guestName ===
        ERASED,
      5_000,
      'the erasure to be heard',
    )
  } finally {
    await following.close()
  }
})
