import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { agreementFileKey, deriveAgreementId } from '@hearth/contracts/agreement'
import { addHours, hoursBetween } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import { deriveShootDayId, type PhotoshootSlots } from '@hearth/contracts/photoshoot'
import { folderStorage } from '@hearth/platform/storage/folderStorage'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type Service } from '../testing/service.ts'
import { openAccount, startListing } from '../testing/stays.ts'

const NOW = '2026-06-12T06:00:00.000Z'
const [ours, theirs, listingId] = [newId(), newId(), newId()]
const id = deriveAgreementId(listingId)
const fixture = (type: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../contracts/fixtures/${type}.v1.json`, import.meta.url), 'utf8'),
  ) as Record<string, unknown>
const DOCUMENT = Buffer.from('%PDF-1.7 what was agreed')
const documentSha256 = createHash('sha256').update(DOCUMENT).digest('hex')
const directory = createWorkDirectory()
const storage = folderStorage(directory.path)
const by = { actorId: 'ana', actorKind: 'host', at: '2026-06-01T00:00:00.000Z' }
const happened = (type: string, change: object = {}) => ({
  ...by,
  stream: `agreement-${id}`,
  type,
  tenantId: ours,
  data: { ...fixture(type), agreementId: id, listingId, hostAccountId: ours, ...change },
})

let service: Service
beforeAll(async () => {
  service = await startService({ storage })
  service.clock.now = Date.parse(NOW)
  await service.addHost('ana@vale.example', 'Ana Vale', ours, 'owner')
  await service.addHost('uma@vale.example', 'Uma Patel', ours, 'cohost_calendar')
  await service.addHost('ines@lisboa.example', 'Inês Duarte', theirs, 'owner')
  const geo = { address: null, geo: { lat: 40.71, lng: -74.01 } }
  const moved = {
    listingId,
    hostAccountId: ours,
    section: 'location',
    version: 1,
    before: {},
    after: {},
    personalBefore: null,
    personalAfter: geo,
    changedBy: { id: 'ana', kind: 'host' },
    editId: null,
  }
  const claim = {
    shootDayId: deriveShootDayId('n40w075', '2026-06-16'),
    region: 'n40w075',
    date: '2026-06-16',
    photoshootId: newId(),
    startsAt: '2026-06-16T10:30:00.000Z',
    endsAt: '2026-06-16T22:00:00.000Z',
    until: addHours(NOW, 1),
  }
  await service.project([
    openAccount(ours, 'Vale Stays', by),
    openAccount(theirs, 'Lisboa Casas', by),
    ...startListing(listingId, 'Cedar House', { ...by, tenantId: ours }),
    { ...by, stream: `listing-${listingId}`, type: 'ListingSectionChanged', tenantId: ours, data: moved },
    {
      ...by,
      stream: `shootDay-${claim.shootDayId}`,
      type: 'ShootSlotClaimed',
      tenantId: 'platform',
      data: claim,
    },
    happened('AgreementGenerated', { documentSha256 }),
    happened('AgreementSignerNamed'),
    happened('AgreementSent'),
    happened('AgreementViewed'),
  ])
})
afterAll(async () => {
  await service?.stop()
  directory.remove()
})

test('an agreement’s row contains no names; its text does', async () => {
  const [ana, uma, ines] = await Promise.all([
    service.as('ana@vale.example'),
    service.as('uma@vale.example'),
    service.as('ines@lisboa.example'),
  ])
  const row = await (await ana(`/api/agreements/${id}`)).text()
  expect(JSON.parse(row)).toMatchObject({
    status: 'viewed',
    signers: [{ ownershipBps: 10_000, readToEnd: true }],
  })
  for (const personal of ['Ada Byron', 'Hauptstr', '203.0.113.7', 'ada@example.com'])
    expect(row).not.toContain(personal)
  expect(await (await ana(`/api/agreements/${id}/text`)).json()).toMatchObject({
    merge: { hostName: 'Hill Stays GmbH' },
    names: { [String(fixture('AgreementSignerNamed')['userId'])]: 'Ada Byron' },
  })
  expect((await uma(`/api/agreements/${id}/text`)).status).toBe(403)
  expect((await ines(`/api/agreements/${id}/text`)).status).toBe(404)
  expect((await ines(`/api/agreements/${id}/document.pdf`)).status).toBe(404)
})

test('a document is served only if it matches the hash in the record', async () => {
  const [ana, ines] = await Promise.all([service.as('ana@vale.example'), service.as('ines@lisboa.example')])
  const path = `/api/agreements/${id}/document.pdf`
  const key = agreementFileKey(ours, documentSha256)
  expect((await ana(path)).status).toBe(404)
  await storage.put(key, DOCUMENT, 'application/pdf')
  const answer = await ana(path)
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('content-disposition')?.split(';').slice(0, 2),
  ]).toEqual([200, 'application/pdf', ['attachment', ' filename="agreement-document.pdf"']])
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(DOCUMENT)
  expect([
    (await ines(path)).status,
    (await ana(`${path}?which=signed`)).status,
    (await ana(`${path}?which=else`)).status,
  ]).toEqual([404, 404, 422])
  await storage.put(key, Buffer.concat([DOCUMENT, Buffer.from('!')]), 'application/pdf')
  expect(await (await ana(path)).json()).toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' })
})

test('free slots are in daylight, at least two days ahead, and not booked by another host', async () => {
  const [ana, ines] = await Promise.all([service.as('ana@vale.example'), service.as('ines@lisboa.example')])
  const { slots, timezone, minutes } = (await (
    await ana(`/api/listings/${listingId}/photoshoot-slots`)
  ).json()) as PhotoshootSlots
  expect(timezone).toBe('Europe/Lisbon')
  expect(slots.length).toBeGreaterThan(400)
  for (const { startsAt, endsAt } of slots) {
    expect(hoursBetween(NOW, startsAt)).toBeGreaterThanOrEqual(48)
    expect(hoursBetween(startsAt, endsAt) * 60).toBe(minutes)
  }
  // The photographer is booked until 22:45 UTC that day.
  const thatDay = slots.filter(
    ({ startsAt }) => startsAt >= '2026-06-16T08:00:00.000Z' && startsAt < '2026-06-17T04:00:00.000Z',
  )
  expect(thatDay.every(({ startsAt }) => startsAt >= '2026-06-16T22:45:00.000Z')).toBe(true)
  expect((await ines(`/api/listings/${listingId}/photoshoot-slots`)).status).toBe(404)
})
