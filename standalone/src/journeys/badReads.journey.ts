import { newId } from '@hearth/contracts/kernel/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  findFailures,
  ONE_IN,
  selectShare,
  sharedBadInput,
  type Attempt,
  type BadInput,
} from './badInputWorld.ts'
import { IDS, LIST_QUERIES } from './badRequests.ts'
import type { Client } from './journey.ts'
import { LEAKS } from './leaks.ts'
import { HOSTILE, toJson } from './nearMiss.ts'
import { RAW_CASES, speak, type RawCase } from './rawHttp.ts'
import { exchange, readHeader } from './request.ts'
import { lists } from './routes.ts'

let badInput: BadInput
beforeAll(async () => {
  badInput = await sharedBadInput()
})

describe('reads', () => {
  const readers = () =>
    [badInput.clients.owner, badInput.clients.admin].filter((client) => client !== undefined)
  const get = (client: Client, path: string, headers = {}): Attempt => ({
    name: `GET ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 60)}`,
    send: () => client.get(path.replaceAll(/["[\]{} ]/g, encodeURIComponent), headers),
  })

  test.for(lists.map((list, at) => ({ ...list, at })))(
    '$name',
    async ({ name, scope, export: columns, filter, at }) => {
      const client = scope === 'platform' ? badInput.clients.admin : badInput.clients.owner
      if (client === undefined) throw new Error('No client')
      const attempts: readonly Attempt[] = [
        ...selectShare(LIST_QUERIES, at, name === 'bookings' ? 1 : ONE_IN.shared)
          .flatMap((query) => [
            `/api/${name}?${query}`,
            ...(columns === undefined ? [] : [`/api/${name}.csv?${query}`, `/api/${name}.xlsx?${query}`]),
          ])
          .map((path) => get(client, path)),
        ...IDS.map(({ id = '' }) => get(client, `/api/${name}/${id}`)),
        ...['', 'x', 'c1.5', 'c0.-1', 'c0.1e5', `c0.${'9'.repeat(30)}`].flatMap((position) =>
          [`/api/${name}`, `/api/${name}/${newId()}`].map((path) =>
            get(client, path, { 'x-min-position': position }),
          ),
        ),
        ...['asOf=x', 'x=1', 'id=1'].map((query) => get(client, `/api/${name}/${newId()}?${query}`)),
      ]
      expect(await findFailures(attempts)).toEqual([])
      // A filter may accept the value: then the list is answered.
      const fields = Object.entries(filter).flatMap(([field, kind]) =>
        kind === 'range' ? [`${field}_gte`, `${field}_lte`] : [field],
      )
      const asked = fields.flatMap((field, place) =>
        selectShare(HOSTILE, at + place, ONE_IN.values).map((value) =>
          get(client, `/api/${name}?range=[0,0]&filter=${encodeURIComponent(toJson({ [field]: value }))}`),
        ),
      )
      expect((await findFailures(asked)).filter((failure) => !failure.includes(': status 200: '))).toEqual([])
      await badInput.expectUnchanged()
    },
  )

  test('quotes, timelines, explanations, today', async () => {
    const booking = badInput.targets['bookings']
    const paths = [
      ...[
        '',
        'initiator=x',
        'initiator=guest&at=x',
        'initiator=guest&at=2026-02-30T00:00:00.000Z',
        'initiator=guest&at=%2B275760-09-13T00:00:00.000Z',
        'initiator=guest&initiator=host',
        'initiator=guest&x=1',
        'initiator=%00',
        'at=',
      ].map((query) => `/api/bookings/${booking}/cancellation-quote?${query}`),
      ...[
        'asOf=',
        'asOf=x',
        'asOf=2026-02-30T00:00:00.000Z',
        'asOf=1999-12-31T23:59:59.999Z',
        'asOf=%00',
        'recordedBy=x',
        'asOf=2026-01-01&asOf=2026-01-01',
      ].map((query) => `/api/bookings/${booking}?${query}`),
      ...['2026-02-30', '0000-00-00', '275760-09-13', 'x', '%00', 'q'.repeat(3_000), '%ff'].map(
        (date) => `/api/listings/${badInput.listing}/calendar/${date}/explain`,
      ),
      ...[
        '',
        'checkIn=2027-06-01',
        'checkIn=2027-06-01&checkOut=2027-06-01',
        'checkIn=0000-00-00&checkOut=275760-09-13',
        'checkIn=2027-06-01&checkOut=2027-06-04&guests=0',
        'checkIn=2027-06-01&checkOut=2027-06-04&guests=1e9',
        'checkIn=2027-06-01&checkOut=2027-06-04&pets=%00',
      ].map((query) => `/api/listings/${badInput.listing}/quote?${query}`),
      `/api/bookings/${booking}/history?x=1`,
      `/api/listings/${badInput.listing}/history?limit=-1`,
      '/api/today?hostAccountId=x',
      '/api/today?x=1',
      '/api/today?hostAccountId=%00',
      '/api/session?x=1',
      ...IDS.flatMap(({ id }) => [
        `/api/bookings/${id}/history`,
        `/api/bookings/${id}/cancellation-quote?initiator=host`,
        `/api/listings/${id}/calendar/2026-01-01/explain`,
      ]),
    ]
    expect(await findFailures(paths.flatMap((path) => readers().map((client) => get(client, path))))).toEqual(
      [],
    )
    await badInput.expectUnchanged()
  })

  test('unsupported methods', async () => {
    const { owner } = badInput.clients
    const attempts = (['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const).flatMap((method) =>
      [
        '/api/bookings',
        `/api/bookings/${badInput.targets['bookings']}`,
        `/api/bookings/${badInput.targets['bookings']}/cancel`,
        '/api/nothing',
        '/',
        '/bookings',
      ].map((path) => ({
        name: `${method} ${path}`,
        send: () => exchange(badInput.journey.baseUrl, path, { method, headers: { ...owner?.headers } }),
      })),
    )
    expect(await findFailures(attempts)).toEqual([])
    await badInput.expectUnchanged()
  })
})

describe('below HTTP', () => {
  const cookie = () => String(badInput.clients.owner?.headers['cookie'])
  // Waits for one second where no answer is expected.
  const cut: RawCase = {
    name: 'a body that ends too early',
    expected: /^$|^HTTP\/1\.1 4/,
    text: (_, own) =>
      [
        'POST /api/logout HTTP/1.1',
        'Host: x',
        `Origin: ${badInput.journey.baseUrl}`,
        `Cookie: ${own}`,
        'Content-Type: application/json',
        'Content-Length: 100',
        '',
        '{',
      ].join('\r\n'),
  }

  test.for([...RAW_CASES, cut])('$name', async ({ text, expected }) => {
    const response = await speak(
      badInput.journey.baseUrl,
      text('/api/bookings', cookie()),
      expected.test('') ? 1_000 : 15_000,
    )
    expect(response).toMatch(expected)
    expect(response).not.toMatch(LEAKS)
    await badInput.expectUnchanged()
  })

  test('the session is still the same', async () => {
    expect((await badInput.clients.owner?.get('/api/session'))?.status).toBe(200)
    expect(readHeader(await badInput.journey.anonymous.get('/healthz'), 'content-type')).toBe('text/plain')
  })
})
