import { zBookingRow, zListedBookingRow } from '@hearth/contracts/booking'
import { newId } from '@hearth/contracts/kernel/ids'
import { zSession } from '@hearth/contracts/session'
import { zToday } from '@hearth/contracts/today'
import { valuesWithAmounts } from '@hearth/platform/testing/values'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { GATEWAY_TOKEN } from '../testing/service.ts'
import { alfama, bica, list, NOW, sharedVale, vale, zRows, type Vale } from '../testing/vale.ts'

let as: Vale['as']
let ids: Vale['ids']
beforeAll(async () => {
  ;({ as, ids } = await sharedVale())
})

/** What this person sees in the events of Daniel's booking, opened one by one. */
const openEvents = async (who: Vale['as'][keyof Vale['as']]): Promise<string> => {
  const listed = await who(list('events', { filter: { stream: `booking-${ids['daniel']}` } }))
  const events = zRows.parse(await listed.json())
  expect(events.length).toBeGreaterThan(0)
  const opened = await Promise.all(events.map(async ({ id }) => (await who(`/api/events/${id}`)).text()))
  return `[${opened.join()}]`
}

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
      expect([path, (await as.anonymous(path)).status]).toEqual([path, 401])
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
      .array(z.object({ listingId: z.string() }))
      .parse(await (await as.scoped('/api/events?range=[0,99]')).json())
    expect(new Set(events.map(({ listingId }) => listingId))).toEqual(new Set([alfama]))
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
      fee: null,
      refunds: null,
      outcome: null,
    })
    expect(await (await as.calendar(`/api/bookings/${ids['daniel']}?asOf=${NOW}`)).json()).toMatchObject({
      money: null,
      fee: null,
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
    expect(valuesWithAmounts(await openEvents(as.calendar), [60_500, 51_122])).toEqual([])
  })

  test('hosts don’t see staff notes', async () => {
    const timeline = `/api/bookings/${ids['daniel']}/history`
    for (const path of [
      timeline,
      `/api/bookings/${ids['daniel']}`,
      `/api/bookings/${ids['daniel']}?asOf=${NOW}`,
    ]) {
      const seen = await (await as.cleo(path)).text()
      expect(seen).toContain('Late arrival')
      expect(seen).not.toContain('Suspicious')
    }
    expect(await (await as.staff(timeline)).text()).toContain('Suspicious')
    expect(await openEvents(as.cleo)).not.toContain('Suspicious')
    expect(await openEvents(as.staff)).toContain('Suspicious')
    const gateway = await as.anonymous(`/api/bookings/${ids['daniel']}`, {
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
