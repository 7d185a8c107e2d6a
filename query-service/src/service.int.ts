import { QUOTE_TOKEN, zBookingRow, zListedBookingRow, zQuotePayload } from '@hearth/contracts/booking'
import { zHistory } from '@hearth/contracts/event'
import { addDays } from '@hearth/contracts/kernel/dates'
import { zSession } from '@hearth/contracts/session'
import { zToday } from '@hearth/contracts/today'
import { newId } from '@hearth/contracts/kernel/ids'
import { readSignedToken } from '@hearth/platform/sealing/signedToken'
import { allowed } from '@hearth/platform/testing/allowed'
import { valuesWithAmounts } from '@hearth/platform/testing/values'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import type { fetchUtils } from 'ra-core'
import simpleRest from 'ra-data-simple-rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { GATEWAY_TOKEN, QUOTE_SECRET, startService, type Service } from './testing/service.ts'
import type { TestEvent } from './testing/miniProjector.ts'
import { book, openAccount, startListing } from './testing/stays.ts'

const [vale, other] = [newId(), newId()]
const [alfama, bica, foreign] = [newId(), newId(), newId()]
const NOW = '2026-07-16T09:42:00.000Z'
const zRows = z.array(z.looseObject({ id: z.string() }))

let service: Service
let cleo: string
let as: Record<
  'cleo' | 'calendar' | 'scoped' | 'stranger' | 'staff' | 'nobody',
  Awaited<ReturnType<Service['as']>>
>
let position: bigint
const ids: Record<string, string> = {}

beforeAll(async () => {
  service = await startService()
  service.clock.now = Date.parse(NOW)
  cleo = await service.addHost('cleo@example.test', 'Cleo Vale', vale, 'owner')
  await service.addHost('cal@example.test', 'Cal Endar', vale, 'cohost_calendar')
  await service.addHost('sco@example.test', 'Sco Ped', vale, 'cohost_full', [alfama])
  await service.addHost('str@example.test', 'Stra Nger', other, 'owner')
  await service.addStaff('joan@example.test', 'Joan M.', 'support')
  const by = { tenantId: vale, actorId: cleo, actorKind: 'host', at: '2026-01-02T10:00:00.000Z' }
  const guest = { ...by, actorId: 'gateway', actorKind: 'service', at: '2026-06-21T14:03:00.000Z' }
  const make = (name: string, stay: Parameters<typeof book>[0], from = guest) => {
    const { id, events } = book(stay, from)
    ids[name] = id
    return events
  }
  const events: TestEvent[] = [
    openAccount(vale, 'Vale Stays', by),
    openAccount(other, 'Other Stays', { ...by, actorId: 'importer' }),
    ...startListing(alfama, 'Alfama Terrace', by),
    ...startListing(bica, 'Bica Studio', by),
    ...startListing(foreign, 'Elsewhere House', { ...by, tenantId: other }),
    ...make('daniel', { listingId: alfama, guestName: 'Daniel W.', checkIn: '2026-08-13', nights: 5 }),
    ...make('hana', { listingId: alfama, guestName: 'Hana 50%_K.', checkIn: '2026-07-16', nights: 2 }),
    ...make('noah', { listingId: bica, guestName: '=cmd|1', checkIn: '2026-07-14', nights: 2 }),
    ...make('over', {
      listingId: bica,
      guestName: 'Ove R.',
      checkIn: '2026-07-20',
      nights: 1,
      source: 'airbnb',
      overbooked: true,
    }),
    ...make(
      'foreign',
      { listingId: foreign, guestName: 'Foreign F.', checkIn: '2026-08-13', nights: 2 },
      { ...guest, tenantId: other },
    ),
    ...Array.from({ length: 60 }, (_, index) =>
      make(`old${index}`, {
        listingId: bica,
        guestName: `Past ${index}`,
        checkIn: addDays(`2025-${String(1 + (index % 12)).padStart(2, '0')}-01`, 5 * Math.floor(index / 12)),
        nights: 3,
      }),
    ).flat(),
  ]
  const stream = (name: string) => ({ ...by, stream: `booking-${ids[name]}` })
  const of = (name: string, listingId = alfama) => ({ bookingId: ids[name], listingId })
  events.push(
    {
      ...stream('noah'),
      at: '2026-07-14T14:00:00.000Z',
      actorId: 'scheduler',
      actorKind: 'service',
      type: 'BookingCheckedIn',
      data: { ...of('noah', bica), at: '2026-07-14T14:00:00.000Z', by: 'scheduler' },
    },
    {
      ...stream('daniel'),
      at: '2026-07-10T10:00:00.000Z',
      type: 'BookingNoteAdded',
      data: {
        ...of('daniel'),
        noteId: newId(),
        guestRef: 'g',
        text: 'Late arrival',
        visibility: 'host',
        by: cleo,
      },
    },
    {
      ...stream('daniel'),
      at: '2026-07-13T10:05:00.000Z',
      type: 'BookingNoteAdded',
      data: {
        ...of('daniel'),
        noteId: newId(),
        guestRef: 'g',
        text: 'Suspicious card',
        visibility: 'staff',
        by: cleo,
      },
    },
    {
      ...stream('daniel'),
      at: '2026-07-15T10:05:00.000Z',
      type: 'RefundRequested',
      data: {
        ...of('daniel'),
        refundId: (ids['refund'] = newId()),
        amountMinor: 1_000,
        currency: 'EUR',
        lines: [],
        cause: 'goodwill',
      },
    },
    {
      ...stream('daniel'),
      at: '2026-07-15T10:06:00.000Z',
      actorId: 'provider',
      actorKind: 'service',
      type: 'RefundFailed',
      data: { ...of('daniel'), refundId: ids['refund'], code: 'card_closed' },
    },
    {
      ...by,
      at: '2026-03-01T10:00:00.000Z',
      stream: `calendar-${alfama}`,
      type: 'BlockCreated',
      data: {
        listingId: alfama,
        blockId: (ids['block'] = newId()),
        kind: 'maintenance',
        start: '2026-09-01',
        end: '2026-09-04',
        note: 'Boiler',
        ownerStay: null,
      },
    },
    {
      ...by,
      at: '2026-03-02T10:00:00.000Z',
      stream: `calendar-${alfama}`,
      type: 'BlockCreated',
      data: {
        listingId: alfama,
        blockId: newId(),
        kind: 'safety_hold',
        start: '2026-09-03',
        end: '2026-09-05',
        note: null,
        ownerStay: null,
      },
    },
  )
  position = await service.project(events)
  as = {
    cleo: await service.as('cleo@example.test'),
    calendar: await service.as('cal@example.test'),
    scoped: await service.as('sco@example.test'),
    stranger: await service.as('str@example.test'),
    staff: await service.as('joan@example.test'),
    nobody: Object.assign(
      (path: string, headers: Readonly<Record<string, string>> = {}) =>
        fetch(`${service.url}${path}`, { headers }),
      { cookie: '' },
    ),
  }
})
afterAll(() => service?.stop())

const formatParameter = ([name, value]: [string, unknown]): [string, string] => [
  name,
  typeof value === 'string' ? value : JSON.stringify(value),
]
const list = (resource: string, query: Readonly<Record<string, unknown>>) =>
  `/api/${resource}?${new URLSearchParams(Object.entries(query).map(formatParameter))}`

describe('lists', () => {
  test('ra-data-simple-rest works', async () => {
    const client: typeof fetchUtils.fetchJson = (url, options = {}) =>
      fetch(String(url), {
        headers: { ...Object.fromEntries(new Headers(options.headers)), cookie: as.cleo.cookie },
      }).then(async (answer) => ({
        status: answer.status,
        headers: answer.headers,
        body: '',
        json: await answer.json(),
      }))
    const provider = simpleRest(`${service.url}/api`, client)
    const first = await provider.getList('bookings', {
      pagination: { page: 1, perPage: 25 },
      sort: { field: 'checkIn', order: 'ASC' },
      filter: {},
    })
    expect([first.total, first.data.length]).toEqual([64, 25])
    const last = await provider.getList('bookings', {
      pagination: { page: 3, perPage: 25 },
      sort: { field: 'checkIn', order: 'ASC' },
      filter: {},
    })
    expect(last.data.at(-1)).toMatchObject({ id: ids['daniel'], guestName: 'Daniel W.', tenantId: vale })
    const none = await provider.getList('bookings', {
      pagination: { page: 9, perPage: 25 },
      sort: { field: 'id', order: 'DESC' },
      filter: {},
    })
    expect([none.total, none.data]).toEqual([64, []])
    const many = await provider.getMany('bookings', {
      ids: [ids['daniel'], ids['hana'], ids['foreign'], newId()],
    })
    expect(many.data.map(({ id }) => id).toSorted()).toEqual([ids['daniel'], ids['hana']].toSorted())
    const one = await provider.getOne('bookings', { id: ids['daniel'] })
    expect(one.data).toMatchObject({ id: ids['daniel'], guestTotalMinor: 60_500, revision: 4 })
    const related = await provider.getManyReference('bookings', {
      target: 'listingId',
      id: alfama,
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'guestName', order: 'DESC' },
      filter: {},
    })
    expect([related.total, related.data.map(({ guestName }) => guestName)]).toEqual([
      2,
      ['Hana 50%_K.', 'Daniel W.'],
    ])
    const night = await provider.getOne('nights', { id: `${alfama}/2026-09-03` })
    expect(night.data).toMatchObject({ clash: true, date: '2026-09-03' })
  })

  test('pages follow each other without gap or overlap, in both directions', async () => {
    for (const [field, order] of [
      ['status', 'ASC'],
      ['status', 'DESC'],
      ['checkIn', 'DESC'],
      ['id', 'ASC'],
    ] as const) {
      const seen: string[] = []
      for (let at = 0; at < 64; at += 20)
        seen.push(
          ...zRows
            .parse(
              await (await as.cleo(list('bookings', { sort: [field, order], range: [at, at + 19] }))).json(),
            )
            .map(({ id }) => id),
        )
      expect(new Set(seen).size).toBe(64)
    }
  })

  test('Content-Range, default sort, empty pages', async () => {
    const range = async (query: Readonly<Record<string, unknown>>) =>
      (await as.cleo(list('bookings', query))).headers.get('content-range')
    expect(await range({})).toBe('bookings 0-24/64')
    expect(await range({ range: [60, 80] })).toBe('bookings 60-63/64')
    expect(await range({ range: [100, 120] })).toBe('bookings */64')
    expect(await range({ filter: { listingId: newId() } })).toBe('bookings */0')
    expect(await range({ filter: { id: [] } })).toBe('bookings */0')
  })

  test('filters', async () => {
    const names = async (filter: unknown, resource = 'bookings', who = as.cleo) =>
      zRows
        .parse(await (await who(list(resource, { filter, sort: ['id', 'ASC'] }))).json())
        .map(({ guestName, title }) => guestName ?? title)
        .toSorted()
    expect(await names({ q: 'dan w' })).toEqual(['Daniel W.'])
    expect(await names({ q: '50%_k' })).toEqual(['Hana 50%_K.'])
    expect(await names({ q: '%' })).toEqual(['Hana 50%_K.'])
    expect(await names({ q: 'x\\' })).toEqual([])
    expect(await names({ status: ['overbooked', 'in_stay'] })).toEqual(['=cmd|1', 'Ove R.'])
    expect(await names({ checkIn_gte: '2026-07-16', checkIn_lte: '2026-07-20' })).toEqual([
      'Hana 50%_K.',
      'Ove R.',
    ])
    expect(await names({ stay: { from: '2026-08-17', to: '2026-08-18' } })).toEqual(['Daniel W.'])
    expect(await names({ stay: { from: '2026-08-18' } })).toEqual([])
    expect(await names({ hostAccountId: other }, 'bookings', as.staff)).toEqual(['Foreign F.'])
    expect(await names({ hostAccountId: other })).toEqual([])
    expect(await names({ kind: 'maintenance' }, 'blocks')).toHaveLength(1)
    expect(await names({}, 'blocks')).toHaveLength(2)
  })

  test('more than 100 ids are refused', async () => {
    expect(
      (await as.cleo(list('bookings', { filter: { id: Array.from({ length: 101 }, () => newId()) } })))
        .status,
    ).toBe(422)
    expect(
      (await as.cleo(list('bookings', { filter: { id: Array.from({ length: 100 }, () => newId()) } })))
        .status,
    ).toBe(200)
  })

  test.each([
    ['bookings', { sort: ['guestRef', 'ASC'] }],
    ['bookings', { sort: ['checkIn', 'UP'] }],
    ['bookings', { sort: 'checkIn' }],
    ['bookings', { sort: ['checkIn'] }],
    ['bookings', { range: [0, 100] }],
    ['bookings', { range: [5, 2] }],
    ['bookings', { range: [-1, 5] }],
    ['bookings', { range: [1e9, 2e9] }],
    ['bookings', { range: '[' }],
    ['bookings', { filter: [] }],
    ['bookings', { filter: 'null' }],
    ['bookings', { filter: { nope: 1 } }],
    ['bookings', { filter: { checkIn: '2026-01-01' } }],
    ['bookings', { filter: { checkIn_gt: '2026-01-01' } }],
    ['bookings', { filter: { checkIn_gte: '2026-02-30' } }],
    ['bookings', { filter: { status: 'gone' } }],
    ['bookings', { filter: { q: 1 } }],
    ['bookings', { filter: { q: 'a\0' } }],
    ['bookings', { filter: { listingId: { $ne: 1 } } }],
    ['bookings', { filter: { listingId: 'a\0b' } }],
    ['bookings', { filter: { listingId: '\ud800' } }],
    ['bookings', { filter: { __proto__: 1, 'tenant_id) or 1=1--': 1 } }],
    ['bookings', { filter: { stay: { from: 'x' } } }],
    ['bookings', { page: '1' }],
    ['nights', { filter: { clash: 'yes' } }],
    ['nights', { filter: { date_gte: 5 } }],
    ['events', { filter: { occurredAt_gte: 'now' } }],
    ['bookings.csv', { range: [0, 1] }],
  ])('%s %j is refused with its field', async (resource, query) => {
    const answer = await as.cleo(list(resource, query))
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      {
        code: 'VALIDATION_FAILED',
        errors: [{ pointer: expect.stringMatching(/^\/(sort|range|filter|page)/) }],
      },
    ])
  })
})

describe('visibility', () => {
  test('without a session everything answers 401', async () => {
    for (const path of [
      '/api/bookings',
      `/api/bookings/${ids['daniel']}`,
      '/api/today',
      '/api/session',
      '/api/live',
      '/api/nothing',
      '/api/openapi.json',
      '/api/bookings.csv',
      '/api/bookings?sort=x',
    ]) {
      expect([path, (await as.nobody(path)).status]).toEqual([path, 401])
    }
  })

  test('a foreign record answers like an unknown or malformed one, byte for byte', async () => {
    const shown = async (id: string, tail: string) => {
      const answer = await as.cleo(`/api/bookings/${id}${tail}`)
      const headers = Object.fromEntries(
        [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-correlation-id'),
      )
      return JSON.stringify([answer.status, headers, await answer.text()])
    }
    for (const tail of ['', '/history', '/cancellation-quote?initiator=host', '?asOf=2026-07-01T00:00:00Z']) {
      const unknown = await shown(newId(), tail)
      expect(unknown).toContain('NOT_FOUND')
      for (const id of [
        ids['foreign'] ?? '',
        'nonsense',
        '%00',
        'x'.repeat(300),
        encodeURIComponent("'; drop table read.booking"),
      ])
        expect(await shown(id, tail)).toBe(unknown)
    }
    expect((await as.stranger(`/api/listings/${alfama}/calendar/2026-09-02/explain`)).status).toBe(404)
    expect(zRows.parse(await (await as.stranger('/api/bookings')).json()).map(({ id }) => id)).toEqual([
      ids['foreign'],
    ])
    expect(await (await as.stranger('/api/bookings.csv')).text()).not.toContain('Daniel')
  })

  test('a co-host sees the listings in scope only', async () => {
    expect(
      zRows
        .parse(await (await as.scoped('/api/bookings?range=[0,99]')).json())
        .every(({ listingId }) => listingId === alfama),
    ).toBe(true)
    expect(zRows.parse(await (await as.scoped('/api/listings')).json()).map(({ id }) => id)).toEqual([alfama])
    expect((await as.scoped(`/api/bookings/${ids['noah']}`)).status).toBe(404)
    expect((await as.scoped(`/api/listings/${bica}/history`)).status).toBe(404)
    const events = z
      .array(z.object({ data: z.object({ listingId: z.string() }) }))
      .parse(await (await as.scoped('/api/events?range=[0,99]')).json())
    expect(new Set(events.map(({ data }) => data.listingId))).toEqual(new Set([alfama]))
    const today = zToday.parse(await (await as.scoped('/api/today')).json())
    expect([today.inHouse, today.departures.count]).toEqual([{ count: 0, listings: 1 }, 0])
  })

  test('lists leave out what only a record’s own page shows', async () => {
    const shortened = Object.keys(zBookingRow.shape).filter(
      (field) => !Object.hasOwn(zListedBookingRow.shape, field),
    )
    expect(shortened).toEqual(expect.arrayContaining(['money', 'outcome', 'refunds', 'notes']))
    for (const [who, guestName] of [
      ['cleo', 'Daniel W.'],
      ['calendar', null],
    ] as const) {
      const [row] = zRows.parse(
        await (await as[who](list('bookings', { filter: { id: ids['daniel'] } }))).json(),
      )
      const whole = z
        .record(z.string(), z.unknown())
        .parse(await (await as[who](`/api/bookings/${ids['daniel']}`)).json())
      expect(Object.keys(whole)).toEqual(expect.arrayContaining(shortened))
      expect(row).toEqual({
        ...Object.fromEntries(Object.entries(whole).filter(([field]) => !shortened.includes(field))),
        snapshot: { timezone: 'Europe/Lisbon' },
      })
      expect(row).toMatchObject({ guestName })
    }
  })

  test('a co-host without access to money sees no amounts', async () => {
    const row = await (await as.calendar(`/api/bookings/${ids['daniel']}`)).json()
    expect(row).toMatchObject({
      guestName: null,
      guestTotalMinor: null,
      hostPayoutMinor: null,
      money: null,
      refunds: null,
      outcome: null,
    })
    expect(await (await as.calendar(`/api/bookings/${ids['daniel']}?asOf=${NOW}`)).json()).toMatchObject({
      money: null,
    })
    expect((await as.calendar(list('bookings', { sort: ['hostPayoutMinor', 'ASC'] }))).status).toBe(422)
    expect(
      (await as.calendar(`/api/bookings/${ids['daniel']}/cancellation-quote?initiator=host`)).status,
    ).toBe(403)
    const everything = [
      await as.calendar(`/api/bookings/${ids['daniel']}/history`),
      await as.calendar('/api/bookings.csv'),
      await as.calendar('/api/today'),
      await as.calendar('/api/events?range=[0,99]'),
    ]
    for (const answer of everything)
      expect(valuesWithAmounts(await answer.text(), [60_500, 51_122]), answer.url).toEqual([])
  })

  test('hosts don’t see staff notes', async () => {
    const timelines = [
      `/api/bookings/${ids['daniel']}/history`,
      list('events', { filter: { stream: `booking-${ids['daniel']}` } }),
    ]
    for (const path of [
      ...timelines,
      `/api/bookings/${ids['daniel']}`,
      `/api/bookings/${ids['daniel']}?asOf=${NOW}`,
    ]) {
      const seen = await (await as.cleo(path)).text()
      expect(seen).toContain('Late arrival')
      expect(seen).not.toContain('Suspicious')
    }
    for (const path of timelines) expect(await (await as.staff(path)).text()).toContain('Suspicious')
    const gateway = await as.nobody(`/api/bookings/${ids['daniel']}`, {
      authorization: `Bearer ${GATEWAY_TOKEN}`,
    })
    expect(await gateway.text()).not.toContain('Suspicious')
    expect(await (await as.cleo('/api/events')).text()).not.toContain('commandHash')
  })

  test('the session names the user, the account and the capabilities', async () => {
    expect(zSession.parse(await (await as.cleo('/api/session')).json())).toMatchObject({
      user: { name: 'Cleo Vale', email: 'cleo@example.test' },
      role: 'owner',
      account: { id: vale, displayName: 'Vale Stays', timezone: 'Europe/Lisbon' },
      accounts: [{ id: vale, role: 'owner' }],
    })
    const staff = zSession.parse(await (await as.staff('/api/session')).json())
    expect([
      staff.role,
      staff.account,
      staff.capabilities.includes('policy.review'),
      staff.capabilities.includes('booking.cancel'),
    ]).toEqual(['support', null, true, false])
    expect((await as.cleo('/api/policies')).status).toBe(403)
  })
})

describe('a booking', () => {
  test('has a history in plain words that names the actors', async () => {
    const { entries } = zHistory.parse(await (await as.cleo(`/api/bookings/${ids['daniel']}/history`)).json())
    expect(entries.map(({ text, who, amountMinor }) => [text, who.kind, amountMinor])).toEqual([
      ['The refund failed. Hearth is looking into it.', 'service', 1_000],
      ['Refund started', 'you', 1_000],
      ['Note: “Late arrival”', 'you', null],
      ['Daniel W. booked 5 nights, Thu 13 – Tue 18 Aug 2026.', 'guest', 60_500],
    ])
    const told = zHistory.parse(await (await as.staff(`/api/listings/${alfama}/history`)).json())
    expect(told.entries.map(({ text, who }) => [text, who.name, who.kind])).toEqual([
      ['Blocked for safety reasons, Thu 3 – Sat 5 Sep 2026.', 'Cleo Vale', 'host'],
      ['Blocked for maintenance, Tue 1 – Fri 4 Sep 2026: Boiler.', 'Cleo Vale', 'host'],
      ['The listing went live.', 'Cleo Vale', 'host'],
      ['The listing “Alfama Terrace” was started.', 'Cleo Vale', 'host'],
    ])
  })

  test('is shown as of an instant', async () => {
    const at = async (instant: string) =>
      (await as.cleo(`/api/bookings/${ids['daniel']}?asOf=${instant}`)).json()
    expect((await as.cleo(`/api/bookings/${ids['daniel']}?asOf=2026-06-21T14:02:59Z`)).status).toBe(404)
    expect(await at('2026-06-21T14:03:00Z')).toMatchObject({
      status: 'confirmed',
      notes: [],
      revision: 0,
      guestName: 'Daniel W.',
    })
    expect(await at('2026-07-15T10:05:30Z')).toMatchObject({
      refunds: [{ state: 'requested' }],
      refundedMinor: 1_000,
      revision: 3,
    })
    const present = await (await as.staff(`/api/bookings/${ids['daniel']}`)).json()
    expect(await (await as.staff(`/api/bookings/${ids['daniel']}?asOf=${NOW}`)).json()).toEqual(present)
    expect((await as.cleo(`/api/bookings/${ids['daniel']}?recordedBy=${NOW}`)).status).toBe(422)
    expect(
      await (await as.staff(`/api/bookings/${ids['daniel']}?recordedBy=2026-06-30T00:00:00Z`)).json(),
    ).toMatchObject({ revision: 0 })
  })

  test('only a quote for the present is signed', async () => {
    const zQuote = z.looseObject({
      quote: z.string().nullable(),
      scenarios: z.array(z.looseObject({ key: z.string() })),
      revision: z.int(),
    })
    const quote = zQuote.parse(
      await (await as.cleo(`/api/bookings/${ids['daniel']}/cancellation-quote?initiator=host`)).json(),
    )
    expect(quote.scenarios.map(({ key }) => key)).toEqual(['now', 'later', 'guest'])
    const payload = zQuotePayload.parse(readSignedToken(QUOTE_SECRET, QUOTE_TOKEN, quote.quote ?? ''))
    expect(payload).toMatchObject({ bookingId: ids['daniel'], initiator: 'host', revision: 4 })
    expect(payload.validUntil > NOW).toBe(true)
    const later = zQuote.parse(
      await (
        await as.cleo(
          `/api/bookings/${ids['daniel']}/cancellation-quote?initiator=guest&at=2026-08-12T12:00:00Z`,
        )
      ).json(),
    )
    expect(later).toMatchObject({ quote: null, outcome: { tier: 'keep_nights', keptNights: 1 } })
    expect((await as.cleo(`/api/bookings/${ids['over']}/cancellation-quote?initiator=host`)).status).toBe(409)
    expect((await as.cleo(`/api/bookings/${ids['daniel']}/cancellation-quote?initiator=us`)).status).toBe(422)
  })
})

test('a night is explained with its causes', async () => {
  const explain = async (date: string) =>
    (await as.cleo(`/api/listings/${alfama}/calendar/${date}/explain`)).json()
  expect(await explain('2026-09-02')).toMatchObject({
    bookable: false,
    reasons: [
      {
        code: 'maintenance',
        claimId: ids['block'],
        changedBy: 'Cleo Vale',
        changedAt: '2026-03-01T10:00:00.000Z',
        fixRoute: `/blocks/${ids['block']}`,
      },
    ],
  })
  expect(await explain('2026-08-14')).toMatchObject({
    bookable: false,
    reasons: [{ code: 'booking', changedBy: 'Guest', fixRoute: `/bookings/${ids['daniel']}` }],
  })
  expect(await explain('2026-08-18')).toMatchObject({
    bookable: false,
    reasons: [
      {
        code: 'prep_time',
        changedBy: 'Cleo Vale',
        changedAt: '2026-01-02T10:00:00.000Z',
        fixRoute: `/listings/${alfama}`,
      },
    ],
  })
  expect(await explain('2026-10-05')).toMatchObject({
    bookable: true,
    reasons: [{ code: 'closed_to_arrival' }],
  })
  expect(await explain('2026-10-06')).toEqual({ date: '2026-10-06', bookable: true, reasons: [] })
  expect((await as.cleo(`/api/listings/${alfama}/calendar/2026-02-30/explain`)).status).toBe(404)
})

test('today lists arrivals, departures, occupancy and open decisions', async () => {
  const today = zToday.parse(await (await as.cleo('/api/today')).json())
  expect(today).toMatchObject({
    date: '2026-07-16',
    timezone: 'Europe/Lisbon',
    arrivals: {
      count: 1,
      items: [{ guestName: 'Hana 50%_K.', listingTitle: 'Alfama Terrace', time: '15:00' }],
    },
    departures: { count: 1, late: 0, items: [{ bookingId: ids['noah'], time: '11:00' }] },
    inHouse: { count: 1, listings: 2 },
  })
  expect(today.occupancy.nights).toHaveLength(30)
  expect(today.occupancy.nights.slice(0, 3).map(({ occupied }) => occupied)).toEqual([1, 1, 0])
  expect(today.occupancy.bps).toBe(Math.round(((2 + 2) * 10_000) / 60))
  expect(
    today.waiting.map(({ kind, listingTitle, amountMinor }) => [kind, listingTitle, amountMinor]),
  ).toEqual([
    ['overbooking', 'Bica Studio', 12_675],
    ['refund_failed', 'Alfama Terrace', 1_000],
    ['clash', 'Alfama Terrace', null],
  ])
  expect(zToday.parse(await (await as.staff('/api/today')).json()).inHouse.listings).toBe(3)
  expect(
    zToday.parse(await (await as.staff(`/api/today?hostAccountId=${other}`)).json()).inHouse.listings,
  ).toBe(1)
  expect((await as.cleo(`/api/today?hostAccountId=${other}`)).status).toBe(404)
})

test('an export has the list’s filter and order, decimals, and no formulas', async () => {
  const answer = await as.cleo(
    list('bookings.csv', { filter: { checkIn_gte: '2026-01-01' }, sort: ['checkIn', 'DESC'] }),
  )
  expect([
    answer.headers.get('x-total-count'),
    answer.headers.get('content-type'),
    answer.headers.get('content-disposition'),
  ]).toEqual([
    '4',
    'text/csv; charset=utf-8; header=present',
    'attachment; filename="bookings-2026-07-16.csv"',
  ])
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines[0]).toMatch(/^"Code","Guest","Listing"/)
  expect(lines[1]).toMatch(
    new RegExp(
      '^"HB-[0-9A-Z]{8}","Daniel W\\.","Alfama Terrace","direct",' +
        '"2026-08-13","2026-08-18","5","confirmed","EUR","605\\.00","464\\.75"',
    ),
  )
  expect(lines[4]).toContain(`"'=cmd|1"`)
  expect(
    (await (await as.cleo('/api/bookings.csv?sort=["status","DESC"]')).text()).trim().split('\r\n'),
  ).toHaveLength(65)
  expect((await as.cleo('/api/nights.csv')).status).toBe(404)
})

describe('positions and live changes', () => {
  test('a read waits for its position, or reports that it is behind', async () => {
    const read = (token: string) => as.cleo(`/api/bookings/${ids['hana']}`, { 'x-min-position': token })
    const there = await read(`c0.${position}`)
    expect([there.status, there.headers.get('x-projection-position'), there.headers.get('etag')]).toEqual([
      200,
      `c0.${position}`,
      '"0"',
    ])
    const started = Date.now()
    const behind = await read(`c0.${position + 1_000_000n}`)
    expect([behind.status, behind.headers.get('retry-after'), await behind.json()]).toMatchObject([
      503,
      '1',
      { code: 'READ_MODEL_BEHIND' },
    ])
    expect(Date.now() - started).toBeGreaterThan(2_900)
    expect((await read('c0.x')).status).toBe(400)
    const waiting = read(`c0.${position + 100n}`)
    position = await service.project([
      {
        tenantId: vale,
        actorId: cleo,
        actorKind: 'host',
        at: NOW,
        stream: `listing-${bica}`,
        type: 'ListingPaused',
        data: { listingId: bica, hostAccountId: vale, until: null, reason: 'Roof' },
      },
    ])
    expect((await waiting).status).toBe(200)
  })

  test('a lost notification delays a read only briefly', async () => {
    await service.pool.query(
      `update read.segment set commit = commit + 50, prepare = prepare + 50 where projection = 'booking'`,
    )
    const started = Date.now()
    expect((await as.cleo('/api/bookings', { 'x-min-position': `c0.${position + 50n}` })).status).toBe(200)
    expect(Date.now() - started).toBeLessThan(allowed(1_000))
  })

  test('changes are pushed to their own account, until the session ends', async () => {
    const connect = async (who: typeof as.cleo) => {
      const controller = new AbortController()
      const answer = await fetch(`${service.url}/api/live`, {
        headers: { cookie: who.cookie },
        signal: controller.signal,
      })
      expect(answer.headers.get('content-type')).toBe('text/event-stream')
      const heard = { text: '', ended: false, close: () => controller.abort() }
      const read = async () => {
        if (!answer.body) return
        for await (const chunk of answer.body) heard.text += Buffer.from(chunk).toString()
      }
      read()
        .catch(() => undefined)
        .finally(() => (heard.ended = true))
      await waitUntil(() => heard.text.includes('listening'))
      return heard
    }
    const [owner, stranger, scoped] = [
      await connect(as.cleo),
      await connect(as.stranger),
      await connect(as.scoped),
    ]
    position = await service.project([
      {
        tenantId: vale,
        actorId: cleo,
        actorKind: 'host',
        at: NOW,
        stream: `listing-${bica}`,
        type: 'ListingResumed',
        data: { listingId: bica, hostAccountId: vale },
      },
    ])
    await waitUntil(() => owner.text.includes(bica) && scoped.text.includes('listings'), 10_000)
    expect(owner.text).toContain(
      `event: change\ndata: {"resource":"listings","id":"${bica}","revision":3,"position":"c0.${position}"}`,
    )
    expect(scoped.text).not.toContain(bica)
    expect(stranger.text).not.toContain('change')
    const more = await Promise.all(Array.from({ length: 4 }, () => connect(as.stranger)))
    expect((await fetch(`${service.url}/api/live`, { headers: { cookie: as.stranger.cookie } })).status).toBe(
      429,
    )
    for (const { close } of more) close()
    await service.pool.query('delete from app.session where user_id = $1', [cleo])
    await waitUntil(() => owner.ended, 10_000)
    stranger.close()
    scoped.close()
  })
})

test('the API describes itself', async () => {
  const document = z
    .object({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.looseObject({})) })
    .parse(await (await as.staff('/api/openapi.json')).json())
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/api/bookings',
      '/api/bookings/{id}',
      '/api/bookings.csv',
      '/api/bookings/{id}/cancel',
      '/api/today',
      '/api/blocks/{id}/restore',
    ]),
  )
  expect(Object.keys(document.paths['/api/bookings'] ?? {}).toSorted()).toEqual(['get', 'post'])
})
