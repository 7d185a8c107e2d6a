import { bookings } from '@hearth/contracts/booking'
import { can } from '@hearth/contracts/kernel/access'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { isVisible } from '@hearth/contracts/kernel/visibility'
import { valuesWithAmounts } from '@hearth/platform/testing/values'
import type { OutgoingHttpHeaders } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { inDays } from './fixtures.ts'
import { NIGHT_MINOR, normalize, sharedIsolation, type Records } from './isolationWorld.ts'
import { accepted, after, type Client, type Journey } from './journey.ts'
import { listPath, lists } from './routes.ts'

let journey: Journey
let here: Records
let owner: Client
let settled: OutgoingHttpHeaders

beforeAll(async () => {
  ;({ journey, here, owner, settled } = await sharedIsolation())
})

/** Fields of a booking that need a capability are null in the row. */
const expectNullAmounts = async (client: Client): Promise<void> => {
  const { visibility } = bookings
  const restricted = Object.keys(visibility).filter(
    (field) => !isVisible(visibility, field, (capability) => can('cohost_messaging', capability)),
  )
  expect(restricted).toContain('hostPayoutMinor')
  const row = (await client.get(`/api/bookings/${here.booking}`, settled)).json
  expect(Object.fromEntries(restricted.map((field) => [field, row[field]]))).toEqual(
    Object.fromEntries(restricted.map((field) => [field, null])),
  )
  expect(row).toMatchObject({ guestName: 'Daniel W.', status: 'confirmed' })
}

/** No answer contains an amount of the booking. */
const expectNoAmounts = async (client: Client): Promise<void> => {
  const own = (await owner.get(`/api/bookings/${here.booking}`)).json
  const shown = [NIGHT_MINOR, Number(own['guestTotalMinor']), Number(own['hostPayoutMinor'])]
  expect(valuesWithAmounts(JSON.stringify(own), shown)).toEqual(expect.arrayContaining(shown.map(String)))
  const amounts = [...shown, 2 * NIGHT_MINOR]
  const paths = [
    ...lists
      .filter(({ scope, capability }) => scope === 'tenant' && can('cohost_messaging', capability))
      .map(({ name }) => listPath(name, { range: [0, 99] })),
    `/api/bookings/${here.booking}`,
    `/api/bookings/${here.booking}?asOf=${new Date().toISOString()}`,
    `/api/bookings/${here.booking}/history`,
    '/api/bookings.csv',
    '/api/today',
    `/api/listings/${here.listing}/history`,
  ]
  for (const path of paths) {
    const answer = await client.get(path)
    expect([answer.status, path]).toEqual([200, path])
    expect(valuesWithAmounts(answer.text, amounts), path).toEqual([])
  }
}

/** Another co-host of one listing. */
const signInScoped = () =>
  journey.signIn({ role: 'cohost_full', hostAccountId: here.account, listingIds: [here.listing] })

describe('a co-host of one listing', () => {
  let scoped: Client
  beforeAll(async () => {
    scoped = await signInScoped()
  })

  test('saves views of their own account only', async () => {
    const other = await signInScoped()
    const view = {
      list: 'bookings',
      name: 'Of this listing',
      shared: false,
      filter: { listingId: here.listing },
      order: { field: 'checkIn', direction: 'ASC' },
      columns: null,
    }
    const save = (account: Id) => other.post(`/api/saved-views/${account}/save`, view)
    const saved = await save(here.account)
    accepted(saved)
    const { text } = await other.get(listPath('saved-views', { range: [0, 99] }), after(saved))
    expect(text).toContain('Of this listing')
    expect((await owner.get(listPath('saved-views', { range: [0, 99] }), after(saved))).text).toBe('[]')
    expect(normalize(await save(newId()))).toMatchObject({ status: 404 })
  })

  test('sees this listing only', async () => {
    const shown: string[] = []
    for (const { name, listings, capability } of lists.filter(({ scope }) => scope === 'tenant')) {
      const { text, status } = await scoped.get(listPath(name, { range: [0, 99] }), settled)
      // Resources without a row here stay empty.
      const mayRead = can('cohost_full', capability)
      const hasRow =
        mayRead && (await owner.get(listPath(name, { range: [0, 99] }))).text.includes(here.listing)
      if (hasRow) shown.push(name)
      expect([
        name,
        status,
        text.includes(here.listing),
        text.includes(here.other),
        text.includes(here.otherBooking),
        listings,
      ]).toEqual([name, mayRead ? 200 : 403, hasRow, false, false, listings])
    }
    expect(shown).toEqual(
      expect.arrayContaining([
        'listings',
        'bookings',
        'claims',
        'blocks',
        'calendars',
        'events',
        'ledger-entries',
      ]),
    )
    const { text } = await scoped.get('/api/bookings.csv')
    expect(text.trim().split('\n')).toHaveLength(2)
    expect((await scoped.get('/api/today')).json).toMatchObject({ inHouse: { listings: 1 } })
  })

  test('gets the same answer for the other listing as for an unknown one', async () => {
    const ways: readonly (readonly [(id: string) => string, Id])[] = [
      [(id) => `/api/listings/${id}`, here.other],
      [(id) => `/api/listings/${id}/history`, here.other],
      [(id) => `/api/listings/${id}/calendar/${inDays(60)}/explain`, here.other],
      [(id) => `/api/bookings/${id}`, here.otherBooking],
      [(id) => `/api/bookings/${id}/history`, here.otherBooking],
      [(id) => `/api/bookings/${id}/cancellation-quote?initiator=host`, here.otherBooking],
      [(id) => `/api/claims/${id}`, here.otherBooking],
      [(id) => listPath('bookings', { filter: { listingId: id } }), here.other],
    ]
    for (const [way, id] of ways)
      expect(normalize(await scoped.get(way(id))), way(id)).toEqual(normalize(await scoped.get(way(newId()))))
    const note = { text: 'Hello', visibility: 'host' }
    const block = (listingId: Id) => ({ listingId, kind: 'other', start: inDays(10), end: inDays(11) })
    const count = await journey.countEvents()
    expect(normalize(await scoped.post(`/api/bookings/${here.otherBooking}/add-note`, note))).toEqual(
      normalize(await scoped.post(`/api/bookings/${newId()}/add-note`, note)),
    )
    expect(normalize(await scoped.post('/api/blocks', block(here.other)))).toEqual(
      normalize(await scoped.post('/api/blocks', block(newId()))),
    )
    expect(normalize(await scoped.post(`/api/listings/${here.other}/pause`, { reason: 'Works' }))).toEqual(
      normalize(await scoped.post(`/api/listings/${newId()}/pause`, { reason: 'Works' })),
    )
    expect(await journey.countEvents()).toBe(count)
    accepted(await scoped.post(`/api/bookings/${here.booking}/add-note`, note))
  })
})

describe('a co-host for messages', () => {
  test('sees no amount anywhere', async () => {
    const client = await journey.signIn({ role: 'cohost_messaging', hostAccountId: here.account })
    await expectNullAmounts(client)
    await expectNoAmounts(client)
    for (const path of [
      listPath('bookings', { sort: ['hostPayoutMinor', 'ASC'] }),
      listPath('bookings', { sort: ['guestTotalMinor', 'ASC'] }),
    ])
      expect((await client.get(path)).status).toBe(422)
    expect((await client.get(`/api/bookings/${here.booking}/cancellation-quote?initiator=host`)).status).toBe(
      403,
    )
    for (const [verb, body] of [
      ['cancel', { quote: 'x', reason: 'other', message: 'A sentence of more than twenty characters.' }],
      ['add-note', { text: 'x', visibility: 'host' }],
    ] as const) {
      expect(
        (await client.post(`/api/bookings/${here.booking}/${verb}`, body, { 'if-match': '"0"' })).status,
      ).toBe(403)
    }
  })
})

describe('staff without access to guests', () => {
  test('read a history with masked names and texts', async () => {
    const path = `/api/bookings/${here.booking}/history`
    expect((await (await journey.signIn({ staffRole: 'support' })).get(path)).text).toContain('Daniel W.')
    for (const staffRole of ['finance', 'auditor'] as const) {
      const { status, text } = await (await journey.signIn({ staffRole })).get(path)
      expect([status, text.includes('••• booked'), text.includes('Daniel')]).toEqual([200, true, false])
    }
  })
})

describe('a co-host for the calendar', () => {
  let cohost: Client
  beforeAll(async () => {
    cohost = await journey.signIn({ role: 'cohost_calendar', hostAccountId: here.account })
  })

  test('blocks nights and changes only their own blocks', async () => {
    const nights = { listingId: here.listing, start: inDays(30), end: inDays(32) }
    const { id } = accepted(await cohost.post('/api/blocks', { ...nights, kind: 'maintenance' }))
    accepted(await cohost.post(`/api/blocks/${id}/edit`, { ...nights, end: inDays(33) }))
    accepted(await cohost.post(`/api/blocks/${id}/remove`, { listingId: here.listing }))
    accepted(await cohost.post(`/api/blocks/${id}/restore`, { listingId: here.listing }))
    const count = await journey.countEvents()
    expect(
      (await cohost.post(`/api/blocks/${here.block}/remove`, { listingId: here.listing })).json,
    ).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    const feed = {
      listingId: here.listing,
      name: 'Airbnb',
      url: 'https://www.airbnb.com/calendar/ical/1.ics',
    }
    expect((await cohost.post('/api/ical-feeds', feed)).status).toBe(403)
    expect((await cohost.get('/api/ical-exports')).status).toBe(403)
    expect(await journey.countEvents()).toBe(count)
    accepted(await owner.post(`/api/blocks/${id}/remove`, { listingId: here.listing }))
  })

  test('sees no price of a night', async () => {
    const shown = (await owner.get(`/api/listings/${here.listing}`, settled)).json
    expect(shown['baseNightMinor']).toEqual(expect.any(Number))
    expect((await cohost.get(`/api/listings/${here.listing}`, settled)).json).toMatchObject({
      baseNightMinor: null,
      pricing: null,
    })
    const stay = `checkIn=${inDays(50)}&checkOut=${inDays(52)}`
    expect((await owner.get(`/api/listings/${here.listing}/quote?${stay}`)).status).toBe(200)
    expect((await cohost.get(`/api/listings/${here.listing}/quote?${stay}`)).status).toBe(403)
    expect((await cohost.get(listPath('listings', { sort: ['baseNightMinor', 'ASC'] }))).status).toBe(422)
  })

  test('downloads no column that their role does not show', async () => {
    const [full] = (await owner.get('/api/bookings.csv')).text.split('\r\n')
    const [limited] = (await cohost.get('/api/bookings.csv')).text.split('\r\n')
    expect(full).toContain('Guest')
    expect(limited).toContain('Check-in')
    for (const column of ['Code', 'Guest', 'Guest total', 'You receive'])
      expect(limited?.split(',')).not.toContain(column)
  })
})
