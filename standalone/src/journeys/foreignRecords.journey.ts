import { createValid } from '@hearth/command-service/testing/arbitrary'
import { can } from '@hearth/contracts/kernel/access'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { inDays, stay } from './fixtures.ts'
import { normalize, sharedIsolation, type Records } from './isolationWorld.ts'
import type { Client, Journey } from './journey.ts'
import { readHeader, type Answer } from './request.ts'
import { commandPath, commands, listPath, lists } from './routes.ts'
import { WORDS } from './words.ts'

let journey: Journey
let here: Records
let owner: Client
let stranger: Client
let strangersListing: Id

beforeAll(async () => {
  ;({ journey, here, owner, stranger, strangersListing } = await sharedIsolation())
})

const listIds = async (client: Client, resource: string): Promise<readonly string[]> => {
  const { text } = await client.get(listPath(resource, { range: [0, 99] }))
  return (JSON.parse(text) as readonly Readonly<{ id: string }>[]).map(({ id }) => id)
}

/** Two answers from one state of the log: while others write, positions move on between two reads. */
const atOnePosition = async (
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
): Promise<readonly [Answer, Answer]> => {
  for (const deadline = Date.now() + 30_000; ;) {
    const pair = [await first(), await second()] as const
    if (
      readHeader(pair[0], 'x-projection-position') === readHeader(pair[1], 'x-projection-position') ||
      Date.now() > deadline
    )
      return pair
  }
}

describe('a foreign record is answered like an unknown one', () => {
  test('every row of every resource: alone, in a list, in an export', async () => {
    const tried: string[] = []
    for (const { name, export: columns } of lists.filter(
      ({ scope, capability }) => scope === 'tenant' && can('owner', capability),
    )) {
      const ids = await listIds(owner, name)
      // `npm run test:authz` tries resources without a row here.
      if (ids.length === 0) continue
      tried.push(name)
      const unknown = newId()
      const ways = [
        (id: string) => `/api/${name}/${encodeURIComponent(id)}`,
        (id: string) => listPath(name, { filter: { id } }),
        (id: string) => listPath(name, { filter: { id: [id] }, range: [0, 9] }),
        ...(columns === undefined
          ? []
          : ['csv', 'xlsx'].map(
              (ending) => (id: string) =>
                `/api/${name}.${ending}?filter=${encodeURIComponent(JSON.stringify({ id }))}`,
            )),
      ]
      for (const way of ways) {
        for (const id of ids.slice(0, 4)) {
          const [known, foreign] = await atOnePosition(
            () => stranger.get(way(unknown)),
            () => stranger.get(way(id)),
          )
          expect(normalize(foreign), way(id)).toEqual(normalize(known))
        }
      }
      expect((await stranger.get(`/api/${name}/${encodeURIComponent(ids[0] ?? '')}`)).status).toBe(404)
    }
    expect(tried).toEqual(
      expect.arrayContaining([
        'accounts',
        'listings',
        'bookings',
        'claims',
        'blocks',
        'calendars',
        'events',
        'ledger-entries',
        'balances',
        'payout-accounts',
      ]),
    )
  })

  test('filters by a foreign record find nothing', async () => {
    const bookingStream = `booking-${here.booking}`
    const filters: readonly (readonly [string, string, string])[] = [
      ['bookings', 'listingId', here.listing],
      ['bookings', 'hostAccountId', here.account],
      ['listings', 'hostAccountId', here.account],
      ['claims', 'listingId', here.listing],
      ['blocks', 'listingId', here.listing],
      ['calendars', 'listingId', here.listing],
      ['events', 'stream', bookingStream],
    ]
    for (const [name, field, value] of filters) {
      const read = (text: string) => stranger.get(listPath(name, { filter: { [field]: text } }))
      const [foreign, unknown] = await atOnePosition(
        () => read(value),
        () => read(field === 'stream' ? `booking-${newId()}` : newId()),
      )
      expect(normalize(foreign), `${name} ${field}`).toEqual(normalize(unknown))
      expect(JSON.parse((await read(value)).text)).toEqual([])
    }
  })

  test('quotes, timelines, explanations, the past, today', async () => {
    const now = new Date().toISOString()
    const ways: readonly (readonly [(id: string) => string, Id])[] = [
      [(id) => `/api/bookings/${id}/cancellation-quote?initiator=host`, here.booking],
      [(id) => `/api/bookings/${id}/cancellation-quote?initiator=guest&at=${now}`, here.booking],
      [(id) => `/api/bookings/${id}/history`, here.booking],
      [(id) => `/api/bookings/${id}/earnings/explain`, here.booking],
      [(id) => `/api/bookings/${id}?asOf=${now}`, here.booking],
      [(id) => `/api/listings/${id}/history`, here.listing],
      [(id) => `/api/listings/${id}/calendar/${inDays(60)}/explain`, here.listing],
      [(id) => `/api/today?hostAccountId=${id}`, here.account],
    ]
    for (const [way, id] of ways) {
      const answer = await stranger.get(way(id))
      expect([answer.status, answer.json['code']], way(id)).toEqual([404, 'NOT_FOUND'])
      expect(normalize(answer)).toEqual(normalize(await stranger.get(way(newId()))))
    }
  })

  const words = [...WORDS, 'somebody@journey.test', newId()]

  /** The body with these ids in the fields that it has. */
  const withIds = (body: object, ids: Readonly<Record<string, Id>>) => ({
    ...body,
    ...Object.fromEntries(Object.entries(ids).filter(([field]) => field in body)),
  })

  const chooseId = (collection: string, { account, listing, booking, block }: Records): Id =>
    ({ accounts: account, listings: listing, bookings: booking, blocks: block })[collection] ?? account

  test.for(commands)('$type', async (command) => {
    const { definition, route } = command
    const count = await journey.countEvents()
    const body =
      fc
        .sample(createValid(definition.schema, words), { seed: 7, numRuns: 40 })
        .find((value) => typeof value === 'object' && value !== null) ?? {}
    const variants: readonly Readonly<Record<string, string>>[] = [
      {},
      { 'if-match': '"0"' },
      { 'if-match': '"2"' },
      { 'if-match': '"0"', 'idempotency-key': here.key },
    ]
    for (const more of variants) {
      const attempt = (account: Id, listingId: Id, id: Id) =>
        stranger.post(commandPath(command, id), withIds(body, { listingId, accountId: account }), {
          ...(route.verb === undefined ? { 'x-host-account': account } : {}),
          ...more,
        })
      const foreign = await attempt(here.account, here.listing, chooseId(route.collection, here))
      expect(normalize(foreign), JSON.stringify(more)).toEqual(
        normalize(await attempt(newId(), newId(), newId())),
      )
      expect([403, 404], foreign.text).toContain(foreign.status)
    }
    expect(await journey.countEvents()).toBe(count)
  })

  test('a service that names the wrong account for a listing', async () => {
    const gateway = journey.as('gateway')
    const send = (account: Id, listing: Id) =>
      gateway.post('/api/bookings', stay(listing, inDays(200), [10_000]), { 'x-host-account': account })
    const [mixed, unknown] = [await send(here.account, strangersListing), await send(here.account, newId())]
    expect([mixed.status, normalize(mixed)]).toEqual([404, normalize(unknown)])
  })
})
