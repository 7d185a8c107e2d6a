import { readSheetRows } from '@hearth/platform/testing/sheets'
import { QUOTE_TOKEN, zQuotePayload } from '@hearth/contracts/booking'
import { zHistory } from '@hearth/contracts/event'
import { zToday } from '@hearth/contracts/today'
import { readSignedToken } from '@hearth/platform/sealing/signedToken'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { QUOTE_SECRET } from '../testing/service.ts'
import { alfama, list, NOW, other, sharedVale, type Vale } from '../testing/vale.ts'

let as: Vale['as']
let ids: Vale['ids']
beforeAll(async () => {
  ;({ as, ids } = await sharedVale())
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
    const ofListing = zHistory.parse(await (await as.staff(`/api/listings/${alfama}/history`)).json())
    expect(ofListing.entries.map(({ text, who }) => [text, who.name, who.kind])).toEqual([
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
    const overbooked = await as.cleo(`/api/bookings/${ids['over']}/cancellation-quote?initiator=host`)
    expect(zQuote.parse(await overbooked.json())).toMatchObject({ quote: expect.any(String) })
    expect((await as.cleo(`/api/bookings/${ids['old0']}/cancellation-quote?initiator=host`)).status).toBe(409)
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
  expect(await explain('2026-10-06')).toEqual({
    date: '2026-10-06',
    bookable: true,
    reasons: [],
    history: [expect.objectContaining({ changedBy: 'Cleo Vale', from: null })],
  })
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
  expect((await as.cleo('/api/calendars.csv')).status).toBe(404)
})

test('an export as XLSX has the same rows, with numbers, dates and times of the account’s zone', async () => {
  const request = { filter: { checkIn_gte: '2026-01-01' }, sort: ['checkIn', 'DESC'] } as const
  const answer = await as.cleo(list('bookings.xlsx', request))
  expect([
    answer.headers.get('x-total-count'),
    answer.headers.get('content-type'),
    answer.headers.get('content-disposition'),
  ]).toEqual([
    '4',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'attachment; filename="bookings-2026-07-16.xlsx"',
  ])
  const rows = await readSheetRows(new Uint8Array(await answer.arrayBuffer()))
  expect(rows).toHaveLength(5)
  expect(rows[0]?.slice(0, 3)).toEqual(['Code', 'Guest', 'Listing'])
  expect(rows[0]?.at(-1)).toMatch(/^Payable from \(.+\)$/)
  expect(rows[1]?.slice(1, 11)).toEqual([
    'Daniel W.',
    'Alfama Terrace',
    'direct',
    new Date('2026-08-13'),
    new Date('2026-08-18'),
    5,
    'confirmed',
    'EUR',
    605,
    464.75,
  ])
  expect(rows[1]?.at(-1)).toBeInstanceOf(Date)
  expect(rows[4]?.[1]).toBe('=cmd|1')
  expect((await as.cleo('/api/calendars.xlsx')).status).toBe(404)
})
