import { newId } from '@hearth/contracts/kernel/ids'
import { zReadiness, zSectionVersions } from '@hearth/contracts/listing'
import { folderStorage } from '@hearth/platform/storage/folderStorage'
import { pdf } from '@hearth/platform/testing/hostileFiles'
import { noisePicture } from '@hearth/platform/testing/pictures'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { storeFile } from '../testing/storedFile.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startService, type Service } from '../testing/service.ts'
import { openAccount } from '../testing/stays.ts'

const [account, id] = [newId(), newId()]
const NOW = '2026-07-16T09:42:00.000Z'
const directory = createWorkDirectory()
const storage = folderStorage(directory.path)
const own = { listingId: id, hostAccountId: account }
const address = {
  line1: 'Rua da Bica 4',
  line2: null,
  city: 'Lisboa',
  region: null,
  postalCode: '1200-054',
  country: 'PT',
}

let service: Service
let dora: string
let as: Record<'dora' | 'stranger' | 'staff', Awaited<ReturnType<Service['as']>>>
const by = () => ({ tenantId: account, actorId: dora, actorKind: 'host', at: '2026-07-01T10:00:00.000Z' })
const happened = (type: string, at: string, data: object) => ({
  ...by(),
  stream: `listing-${id}`,
  type,
  at,
  data: { ...own, ...data },
})
const changed = (version: number, section: string, change: object) => ({
  section,
  version,
  personalBefore: null,
  personalAfter: null,
  changedBy: { id: dora, kind: 'host' },
  ...change,
})

beforeAll(async () => {
  service = await startService({ storage })
  service.clock.now = Date.parse(NOW)
  dora = await service.addHost('dora@example.test', 'Dora Draft', account, 'owner')
  await service.addHost('str@example.test', 'Stra Nger', newId(), 'owner')
  await service.addStaff('joan@example.test', 'Joan M.', 'support')
  const wifi = { ssid: 'Bica', password: 'sardinha1', speedMbps: null }
  await service.project([
    openAccount(account, 'Draft Stays', by()),
    happened('ListingDrafted', '2026-07-01T10:00:00.000Z', {
      place: 'Lisboa, PT',
      timezone: 'Europe/Lisbon',
      currency: 'EUR',
      feeModel: 'self_managed',
      sections: { info: { bedrooms: 2 }, location: {} },
      personal: { location: { address } },
      copiedFrom: null,
      draftedBy: dora,
    }),
    happened(
      'ListingSectionChanged',
      '2026-07-02T10:00:00.000Z',
      changed(2, 'info', {
        before: { bedrooms: 2, maxGuests: null },
        after: { bedrooms: 3, maxGuests: 6 },
        personalAfter: { wifi },
        editId: null,
      }),
    ),
    happened(
      'ListingSectionReverted',
      '2026-07-03T10:00:00.000Z',
      changed(3, 'info', {
        before: { bedrooms: 3, maxGuests: 6 },
        after: { bedrooms: 2, maxGuests: null },
        personalAfter: { wifi: null },
        fromVersion: 2,
        toVersion: 1,
      }),
    ),
  ])
  as = {
    dora: await service.as('dora@example.test'),
    stranger: await service.as('str@example.test'),
    staff: await service.as('joan@example.test'),
  }
})
afterAll(async () => {
  await service?.stop()
  directory.remove()
})

const readVersions = async (section: string) =>
  zSectionVersions.parse(await (await as.dora(`/api/listings/${id}/versions?section=${section}`)).json())
    .versions

test('returns every version of a section with its author and its changes', async () => {
  expect(
    (await readVersions('info')).map(({ version, kind, at, by: who, after, toVersion }) => ({
      version,
      kind,
      at,
      who: who.kind,
      after,
      toVersion,
    })),
  ).toEqual([
    {
      version: 3,
      kind: 'reverted',
      at: '2026-07-03T10:00:00.000Z',
      who: 'you',
      after: { bedrooms: 2, maxGuests: null, wifi: null },
      toVersion: 1,
    },
    {
      version: 2,
      kind: 'changed',
      at: '2026-07-02T10:00:00.000Z',
      who: 'you',
      after: { bedrooms: 3, maxGuests: 6, wifi: { ssid: 'Bica', password: 'sardinha1', speedMbps: null } },
      toVersion: null,
    },
    {
      version: 1,
      kind: 'drafted',
      at: '2026-07-01T10:00:00.000Z',
      who: 'you',
      after: { bedrooms: 2 },
      toVersion: null,
    },
  ])
  expect(await (await as.dora(`/api/listing-contents/${id}`)).json()).toMatchObject({
    sections: { info: { version: 3, values: { bedrooms: 2 } } },
    personal: { location: { address } },
  })
})

test('keeps the versions of a section when another one changes often', async () => {
  await service.project(
    Array.from({ length: 3 }, (_, index) =>
      happened(
        'ListingSectionChanged',
        '2026-07-04T10:00:00.000Z',
        changed(1 + index, 'community', { before: {}, after: { neighbors: `${index}` }, editId: null }),
      ),
    ),
  )
  expect((await readVersions('info')).map(({ version }) => version)).toEqual([3, 2, 1])
})

test('names each condition that fails, with the page that fixes it', async () => {
  const readiness = async () =>
    zReadiness.parse(await (await as.dora(`/api/listings/${id}/readiness`)).json()).conditions
  const conditions = await readiness()
  expect(conditions.filter(({ detail }) => detail === null).map(({ code }) => code)).toEqual([
    'tax',
    'open_nights',
  ])
  expect(conditions.find(({ code }) => code === 'registration')?.route).toBe(
    `/listing-details/compliance?listingId=${id}#registration`,
  )
  for (const path of ['versions', 'readiness'])
    expect((await as.stranger(`/api/listings/${id}/${path}`)).status).toBe(404)
  // A block of the whole period, after more stays than one read returns.
  const blockId = newId()
  await service.project([
    {
      ...by(),
      stream: `calendar-${id}`,
      type: 'BlockCreated',
      data: {
        listingId: id,
        blockId,
        kind: 'seasonal_closed',
        start: '2026-07-01',
        end: '2026-07-02',
        note: null,
        ownerStay: null,
      },
    },
  ])
  await service.pool.query(
    `
      insert into read.claim
      select
        (
          jsonb_populate_record(
            c,
            jsonb_build_object(
              'id',
              '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'),
              'start',
              '2020-01-01',
              'end',
              '2020-01-02'
            )
          )
        ).*
      from read.claim c, generate_series(1, 2100) n
      where c.listing_id = $1`,
    [id],
  )
  await service.pool.query(
    `
      insert into read.claim
      select
        (
          jsonb_populate_record(c, '{"id": "ffffffff-0000-4000-8000-000000000000", "end": "2028-07-01"}')
        ).*
      from read.claim c
      where c.id = $1`,
    [blockId],
  )
  expect((await readiness()).find(({ code }) => code === 'open_nights')?.detail).not.toBeNull()
})

test('serves a file to those who see its listing, and an unchecked one to staff only', async () => {
  const place = { pool: service.pool, storage }
  const whose = { tenantId: account, listingId: id }
  const photo = await storeFile(place, {
    ...whose,
    name: 'kitchen.jpg',
    type: 'image/jpeg',
    state: 'clean',
    sizes: [
      { size: '320', bytes: await noisePicture(320, 229, 'webp'), type: 'image/webp' },
      { size: 'full', bytes: await noisePicture(700, 500), type: 'image/jpeg' },
    ],
  })
  const deed = await storeFile(place, {
    ...whose,
    name: 'deed.pdf',
    type: 'application/pdf',
    state: 'unscanned',
    sizes: [{ size: 'full', bytes: pdf('<< /Type /Catalog >>'), type: 'application/pdf' }],
  })

  const small = await as.dora(`/api/files/${photo}/320`)
  expect([small.status, small.headers.get('content-type'), small.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'private, max-age=3600, immutable',
  ])
  expect(small.headers.get('content-disposition')).toMatch(/^attachment; filename="kitchen\.webp"/)
  expect(small.headers.get('content-security-policy')).toContain("default-src 'none'; sandbox")
  expect((await small.arrayBuffer()).byteLength).toBe(Number(small.headers.get('content-length')))

  const unknown = await as.dora(`/api/files/${newId()}/full`)
  expect(unknown.status).toBe(404)
  for (const path of [`/api/files/${photo}/999`, '/api/files/x/full', `/api/files/${photo}/..`])
    expect((await as.dora(path)).status, path).toBe(404)
  expect([
    (await as.stranger(`/api/files/${photo}/full`)).status,
    (await as.stranger(`/api/files/${deed}/full`)).status,
  ]).toEqual([404, 404])

  expect((await as.dora(`/api/files/${deed}/full`)).status).toBe(403)
  const opened = await as.staff(`/api/files/${deed}/full`)
  expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect((await as.staff(`/api/files/${photo}/full`)).status).toBe(200)
  const readAccess = async () =>
    (
      await service.pool.query<{ record_ids: string[] }>(
        `select record_ids from app.staff_look where resource = 'files'`,
      )
    ).rows
  await waitUntil(async () => (await readAccess()).length > 0)
  expect(await readAccess()).toEqual([{ record_ids: [deed] }])
})

test('serves a photo until it is removed, and again once it is added again', async () => {
  const bytes = await noisePicture(320, 229, 'webp')
  const photo = await storeFile(
    { pool: service.pool, storage },
    {
      tenantId: account,
      listingId: id,
      name: 'hall.jpg',
      type: 'image/jpeg',
      state: 'clean',
      sizes: [{ size: '320', bytes, type: 'image/webp' }],
    },
  )
  const added = {
    photo: {
      id: photo,
      width: 1600,
      height: 1200,
      caption: '',
      room: null,
      source: 'host',
      state: 'published',
    },
  }
  const serve = async (who: 'dora' | 'staff') => (await as[who](`/api/files/${photo}/320`)).status
  // A file that has been uploaded and is no photo yet.
  expect(await serve('dora')).toBe(200)
  await service.project([happened('PhotoAdded', '2026-07-05T10:00:00.000Z', added)])
  expect(await serve('dora')).toBe(200)
  await service.project([
    happened('PhotoRemoved', '2026-07-05T11:00:00.000Z', { photoId: photo, reason: 'A person is in it' }),
  ])
  expect([await serve('dora'), await serve('staff')]).toEqual([404, 404])
  await service.project([happened('PhotoAdded', '2026-07-05T12:00:00.000Z', added)])
  expect(await serve('dora')).toBe(200)
})

test('serves a listing’s calendar at its secret address until that is rotated', async () => {
  const at = '2026-07-04T10:00:00.000Z'
  const inCalendar = (type: string, data: object) => ({
    ...by(),
    at,
    stream: `calendar-${id}`,
    type,
    data: { listingId: id, ...data },
  })
  const rotate = () => service.project([inCalendar('IcalTokenRotated', { tokenId: newId() })])
  const readAddress = async () =>
    new URL(z.object({ url: z.string() }).parse(await (await as.dora(`/api/ical-exports/${id}`)).json()).url)
      .pathname
  const read = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${service.url}${path}`, { headers })
  await rotate()
  await service.project([
    inCalendar('BlockCreated', {
      blockId: newId(),
      kind: 'maintenance',
      start: '2026-09-01',
      end: '2026-09-04',
      note: 'Boiler',
      ownerStay: null,
    }),
  ])

  const first = await readAddress()
  const answer = await read(first)
  const text = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(text).toContain('DTSTART;VALUE=DATE:20260901')
  expect(text).not.toContain('Boiler')
  expect((await read(first, { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304)

  const other = first.replace(id, newId())
  for (const path of [
    other,
    first.replace(/.\.ics$/, (end) => (end === 'A.ics' ? 'B.ics' : 'A.ics')),
    `/ical/${id}/x.ics`,
  ])
    expect((await read(path)).status, path).toBe(404)
  expect((await as.stranger(`/api/ical-exports/${id}`)).status).toBe(404)

  await rotate()
  expect((await read(first)).status).toBe(404)
  expect((await read(await readAddress())).status).toBe(200)
})
