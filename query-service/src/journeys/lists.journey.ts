import { newId } from '@hearth/contracts/kernel/ids'
import type { fetchUtils } from 'ra-core'
import simpleRest from 'ra-data-simple-rest'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../testing/service.ts'
import { alfama, list, other, sharedVale, vale, zRows, type Vale } from '../testing/vale.ts'

let service: Service
let as: Vale['as']
let ids: Vale['ids']
beforeAll(async () => {
  ;({ service, as, ids } = await sharedVale())
})

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
    const calendar = await provider.getOne('calendars', { id: alfama })
    expect(calendar.data).toMatchObject({ listingId: alfama, clashUntil: '2026-09-04' })
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
    ['calendars', { filter: { clashUntil_gte: 5 } }],
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
