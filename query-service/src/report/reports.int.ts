import { readFileSync } from 'node:fs'
import { newId } from '@hearth/contracts/kernel/ids'
import type { Performance } from '@hearth/contracts/performance'
import { folderStorage } from '@hearth/platform/storage/folderStorage'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import {
  reportPartKey,
  REPORT_TYPES,
  type ReportDifference,
  type ReportPreview,
} from '@hearth/contracts/report'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type Service } from '../testing/service.ts'
import { book, openAccount, startListing } from '../testing/stays.ts'

const [ours, theirs, cedar, harbor] = [newId(), newId(), newId(), newId()]
const by = { tenantId: ours, actorId: 'importer', actorKind: 'service', at: '2026-01-05T10:00:00.000Z' }
const AUTUMN = 'from=2026-09-01&to=2026-09-30'
const CHANGED = '2026-06-01T12:00:00.000Z'
const NOW = '2026-07-16T09:42:00.000Z'
const readFixture = (name: string): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(new URL(`../../../contracts/fixtures/${name}.json`, import.meta.url), 'utf8'))
const { outcome } = readFixture('BookingCancelled.v1')
const noShow = readFixture('BookingNoShowRecorded.v1')
const block = readFixture('BlockCreated.v1')

const stay = (listingId: string, guestName: string, checkIn: string, at = by.at) =>
  book({ listingId, guestName, checkIn, nights: 3 }, { ...by, at })

const directory = createWorkDirectory()
const storage = folderStorage(directory.path)
let service: Service
let anaId: string
let read: Awaited<ReturnType<Service['as']>>
const live = new Map<string, string>()
/** All that a report shows, as text. */
const show = async (type: string, more = ''): Promise<string> => {
  const { columns, rows, sum } = (await (
    await read(`/api/reports/preview?type=${type}&${AUTUMN}${more}`)
  ).json()) as ReportPreview
  return JSON.stringify({ columns, rows, sum })
}

beforeAll(async () => {
  service = await startService({ storage })
  service.clock.now = Date.parse(CHANGED)
  anaId = await service.addHost('ana@vale.example', 'Ana Vale', ours, 'owner')
  await service.addHost('uma@vale.example', 'Uma Patel', ours, 'cohost_messaging')
  await service.addHost('ines@lisboa.example', 'Inês Duarte', theirs, 'owner')
  read = await service.as('ana@vale.example')
  const absent = stay(harbor, 'Nora N.', '2026-11-01')
  const cancelled = stay(cedar, 'Dana F.', '2026-09-10')
  await service.project([
    openAccount(ours, 'Vale Stays', by),
    openAccount(theirs, 'Lisboa Casas', by),
    ...startListing(cedar, 'Cedar House', by),
    ...startListing(harbor, 'Harbor Loft', by),
    ...stay(cedar, '=Ruth', '2026-08-30').events,
    ...cancelled.events,
    ...absent.events,
    {
      ...by,
      stream: `booking-${absent.id}`,
      type: 'BookingNoShowRecorded',
      data: { ...noShow, bookingId: absent.id, listingId: harbor },
    },
    ...book(
      { listingId: harbor, guestName: 'Otto B.', checkIn: '2026-11-02', nights: 3, overbooked: true },
      by,
    ).events,
    {
      ...by,
      stream: `calendar-${cedar}`,
      type: 'BlockCreated',
      data: { ...block, blockId: newId(), listingId: cedar, start: '2026-11-10', end: '2026-11-14' },
    },
  ])
  for (const type of REPORT_TYPES) live.set(type, await show(type))
  service.clock.now = Date.parse(NOW)
  await service.project([
    ...stay(harbor, 'Jack N.', '2026-09-20', '2026-06-20T10:00:00.000Z').events,
    {
      ...by,
      at: '2026-07-01T15:00:00.000Z',
      stream: `booking-${cancelled.id}`,
      type: 'BookingCancelled',
      data: { bookingId: cancelled.id, listingId: cedar, reason: 'guest', outcome },
    },
    {
      ...by,
      at: '2026-07-01T15:00:00.000Z',
      stream: `calendar-${cedar}`,
      type: 'NightsReleased',
      data: {
        listingId: cedar,
        claimId: cancelled.id,
        start: '2026-09-10',
        end: '2026-09-13',
        reason: 'cancelled',
      },
    },
  ])
})
afterAll(async () => {
  await service?.stop()
  directory.remove()
})

describe('a report as of an earlier instant', () => {
  test.for(REPORT_TYPES)('equals the one that was made then: %s', async (type) => {
    expect(await show(type, `&asOf=${CHANGED}`)).toBe(live.get(type))
  })

  test('has the nights of stays that were cancelled later, and not those booked later', async () => {
    const answer = await read(`/api/reports/preview?type=nights&${AUTUMN}&asOf=${CHANGED}`)
    const { sum, now, rows } = (await answer.json()) as ReportPreview
    // Of the first stay one night is in September.
    expect(sum).toEqual({ rows: 4, quantity: 4, amounts: [{ currency: 'EUR', amountMinor: 40_000 }] })
    expect(now.sum).toEqual({ rows: 4, quantity: 4, amounts: [{ currency: 'EUR', amountMinor: 40_000 }] })
    expect(rows).toHaveLength(4)
  })
})

test('nights and occupancy come to the figures of the performance page', async () => {
  const period = async (type: string) =>
    (
      await read(`/api/reports/preview?type=${type}&from=2026-11-01&to=2026-11-30`)
    ).json() as Promise<ReportPreview>
  const { nights, figures } = (await (
    await read('/api/performance?from=2026-11-01&to=2026-12-01')
  ).json()) as Performance
  // A guest who didn't arrive counts, an overbooked stay doesn't.
  expect([nights.guest, nights.owner, nights.total]).toEqual([3, 4, 60])
  expect((await period('nights')).sum).toEqual({
    rows: 3,
    quantity: nights.guest,
    amounts: [{ currency: 'EUR', amountMinor: figures.revenue?.value }],
  })
  const { rows } = await period('occupancy')
  const sumOf = (column: number) =>
    rows.reduce((all, cells) => all + Number((cells[column] as { number: string }).number), 0)
  expect([2, 3, 4, 5, 6].map(sumOf)).toEqual([
    nights.total,
    nights.guest,
    nights.owner,
    nights.blocked,
    nights.open,
  ])
})

test('two instants differ by exactly what happened in between', async () => {
  const { before, after, equal, changes, changed } = (await (
    await read(`/api/reports/difference?type=nights&${AUTUMN}&asOf=${CHANGED}`)
  ).json()) as ReportDifference
  expect([before.quantity, after.quantity, equal.quantity, equal.records, changed]).toEqual([4, 4, 1, 1, 2])
  expect(
    new Map(
      changes.map(({ label, before: was, after: is, because }) => [
        label.split(',')[0],
        [is.quantity - was.quantity, because?.type],
      ]),
    ),
  ).toEqual(
    new Map([
      ['Dana F.', [-3, 'BookingCancelled']],
      ['Jack N.', [3, 'BookingConfirmed']],
    ]),
  )
})

test('a ledger shows what each entry was at both instants', async () => {
  const entries = ['10:00', '11:00', '12:00'].map((time) => ({
    id: newId(),
    at: `2026-06-02T${time}:00.000Z`,
  }))
  const [first = '', second = ''] = entries.map(({ id }) => id)
  const write = (name: string, data: object, at: string, version = 1) => ({
    ...by,
    at,
    stream: `hostLedger-${ours}`,
    type: name,
    data: { ...readFixture(`${name}.v${version}`), ...data, hostAccountId: ours },
  })
  const availableAt = '2026-10-10T12:00:00.000Z'
  await service.project([
    ...entries.map(({ id, at }) => write('LedgerEntryPosted', { entryId: id, availableAt }, at)),
    write('EntriesAssigned', { entryIds: [first, second] }, '2026-06-03T10:00:00.000Z'),
    // At the same time as what it follows.
    write('EntriesUnassigned', { entryIds: [second] }, '2026-06-05T10:00:00.000Z'),
    write('EntriesSettled', { entryIds: [first] }, '2026-06-05T10:00:00.000Z', 2),
  ])
  const readStates = async (asOf: string) => {
    const path = `/api/reports/preview?type=ledger&from=2026-10-01&to=2026-10-31&asOf=${asOf}`
    const { rows } = (await (await read(path)).json()) as ReportPreview
    return rows.map((cells) => cells[8])
  }
  expect(await readStates('2026-06-02T11:30:00.000Z')).toEqual(['open', 'open'])
  expect(await readStates('2026-06-04T10:00:00.000Z')).toEqual(['assigned', 'assigned', 'open'])
  expect(await readStates('2026-06-06T10:00:00.000Z')).toEqual(['settled', 'open', 'open'])
})

test('a file is given to the person who has just recorded the download', async () => {
  const [runId, fileId, downloadId] = [newId(), newId(), newId()]
  const requested = {
    ...readFixture('ReportRequested.v1'),
    runId,
    hostAccountId: ours,
    requestedBy: newId(),
  }
  const write = (type: string, data: object, at = NOW) => ({
    ...by,
    at,
    stream: `report-${ours}`,
    type,
    data: { runId, hostAccountId: ours, ...data },
  })
  const ready = {
    fileId,
    rows: 2,
    bytes: 12,
    parts: 2,
    sha256: 'ab'.repeat(32),
    expiresAt: '2026-08-15T09:42:00.000Z',
  }
  await service.project([write('ReportRequested', requested), write('ReportReady', ready)])
  for (const [part, text] of ['one,\n', 'two,\n'].entries())
    await storage.put(
      reportPartKey({ hostAccountId: ours, runId, fileId }, part),
      Buffer.from(text),
      'text/csv',
    )
  const path = `/api/report-files/${runId}/download?download=${downloadId}`
  expect((await read(path)).status).toBe(404)
  const recorded = { downloadId, downloadedBy: anaId }
  await service.project([write('ReportDownloaded', recorded)])
  const answer = await read(path)
  expect(answer.headers.get('content-disposition')).toContain('nights-2026-10-01-2026-10-31.csv')
  expect(await answer.text()).toBe('one,\ntwo,\n')
  const [uma, ines] = [await service.as('uma@vale.example'), await service.as('ines@lisboa.example')]
  expect((await uma(path)).status).toBe(403)
  expect((await ines(path)).status).toBe(404)
  service.clock.now += 11 * 60_000
  expect((await read(path)).status).toBe(404)
})

describe('parameters', () => {
  test.each([
    ['from=2026-09-30&to=2026-09-01', '/to'],
    ['from=2026-01-01&to=2076-01-01', '/to'],
    ['from=2026-13-01&to=2026-09-01', '/from'],
    [`${AUTUMN}&asOf=2027-01-01T00:00:00.000Z`, '/asOf'],
    [`${AUTUMN}&asOf=2020-01-01T00:00:00.000Z`, '/asOf'],
    [`${AUTUMN}&currency=XXX`, '/currency'],
    [`${AUTUMN}&listingId=${newId()}`, '/listingId'],
    [`${AUTUMN}&page=1`, '/page'],
  ])('%s is refused at its field', async (query, pointer) => {
    const answer = await read(`/api/reports/preview?type=bookings&${query}`)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
    })
  })

  test('one day is a period, and another currency leaves nothing', async () => {
    const day = (await (
      await read(
        '/api/reports/preview?type=nights&from=2026-09-11&to=2026-09-11&asOf=2026-06-01T12:00:00.000Z',
      )
    ).json()) as ReportPreview
    expect(day.sum.quantity).toBe(1)
    const none = (await (
      await read(`/api/reports/preview?type=nights&${AUTUMN}&currency=USD`)
    ).json()) as ReportPreview
    expect(none.sum).toEqual({ rows: 0, quantity: 0, amounts: [] })
  })

  test('an instant after the second one is refused', async () =>
    expect(
      (await read(`/api/reports/difference?type=nights&${AUTUMN}&asOf=${CHANGED}&until=${by.at}`)).status,
    ).toBe(422))
})

test('only those who may see amounts run reports, each of their own account', async () => {
  const [uma, ines] = [await service.as('uma@vale.example'), await service.as('ines@lisboa.example')]
  expect((await uma(`/api/reports/preview?type=bookings&${AUTUMN}`)).status).toBe(403)
  expect((await ines(`/api/reports/preview?type=bookings&${AUTUMN}&hostAccountId=${ours}`)).status).toBe(404)
  const other = (await (await ines(`/api/reports/preview?type=bookings&${AUTUMN}`)).json()) as ReportPreview
  expect(other.sum.rows).toBe(0)
  expect((await read(`/api/reports/preview?type=secrets&${AUTUMN}`)).status).toBe(422)
})
