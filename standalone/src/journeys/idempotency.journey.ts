import { newId, type Id } from '@hearth/contracts/kernel/ids'
import type { LogPosition } from '@hearth/platform/testing/openLog'
import { beforeAll, describe, expect, test } from 'vitest'
import { after, sharedJourney, accepted, type Client, type Journey } from './journey.ts'
import { endedStay, inDays, openAccount, openListing, readListingTag, stay } from './fixtures.ts'
import { readHeader, type Answer } from './request.ts'
import { commandPath, commands, whoCan } from './routes.ts'

const TOGETHER = 50

let journey: Journey
let account: Id
let listing: Id
let gateway: Client
let owner: Client
let day = 10

beforeAll(async () => {
  journey = await sharedJourney()
  gateway = journey.as('gateway')
  account = await openAccount(journey)
  listing = await openListing(journey, account)
  owner = await journey.signIn({ role: 'owner', hostAccountId: account })
})

const nextStay = () => stay(listing, inDays((day += 3)), [20_000, 20_000])
const book = (headers: Readonly<Record<string, string>> = {}, body: object = nextStay()) =>
  gateway.post('/api/bookings', body, { 'x-host-account': account, ...headers })
const readRevision = async (id: Id) => readHeader(await owner.get(`/api/bookings/${id}`), 'etag') ?? ''

const readPosition = (answer: Answer): bigint => {
  const token = readHeader(answer, 'x-position') ?? ''
  expect(token).toMatch(/^c0\.\d+$/)
  return BigInt(token.slice('c0.'.length))
}

/** The part of an answer that a repeat must equal. Its position may be later. */
const same = (answer: Answer) => {
  readPosition(answer)
  return { status: answer.status, json: answer.json, etag: readHeader(answer, 'etag') }
}

/** The events of a command itself, after a position of the log, without those that followed from it. */
const typesBy = async (key: Id, start: LogPosition) =>
  (await journey.events.readAfter(start))
    .filter(({ metadata }) => metadata['commandId'] === key)
    .map(({ type }) => type)

describe('fifty concurrent repeats of a command', () => {
  test.for([
    [
      'a booking',
      async () => ({
        client: gateway,
        path: '/api/bookings',
        body: nextStay(),
        headers: { 'x-host-account': account },
      }),
    ],
    [
      'a block',
      async () => ({
        client: owner,
        path: '/api/blocks',
        body: { listingId: listing, kind: 'other', start: inDays((day += 3)), end: inDays(day + 1) },
        headers: {},
      }),
    ],
    [
      'a note',
      async () => ({
        client: owner,
        path: `/api/bookings/${accepted(await book()).id}/add-note`,
        body: { text: 'Late arrival', visibility: 'host' },
        headers: {},
      }),
    ],
    [
      'a price',
      async () => ({
        client: owner,
        path: `/api/listings/${listing}/set-pricing`,
        body: { pricing: { baseNightMinor: 21_000 } },
        headers: { 'if-match': await readListingTag(journey, listing) },
      }),
    ],
    [
      'a cancellation',
      async () => ({
        client: gateway,
        path: `/api/bookings/${accepted(await book()).id}/cancel-by-guest`,
        body: {},
        headers: {},
      }),
    ],
    [
      'a listing',
      async () => ({
        client: owner,
        path: '/api/listings',
        body: {
          title: 'Another flat',
          place: 'New York',
          timezone: 'America/New_York',
          currency: 'USD',
          maxGuests: 2,
          pricing: { baseNightMinor: 9_000 },
        },
        headers: {},
      }),
    ],
  ] as const)('%s: written once, with equal answers', async ([, prepare]) => {
    const { client, path, body, headers } = await prepare()
    const key = newId()
    const start = await journey.events.end()
    const answers = await Promise.all(
      Array.from({ length: TOGETHER }, () => client.post(path, body, { ...headers, 'idempotency-key': key })),
    )
    const [first] = answers
    if (first === undefined) throw new Error('No answer')
    expect(first.status, first.text).toBeLessThan(300)
    for (const answer of answers) expect(same(answer)).toEqual(same(first))
    expect(await typesBy(key, start)).toEqual(first.json['events'])
    // The key is the same in upper case.
    const late = await client.post(path, body, { ...headers, 'idempotency-key': key.toUpperCase() })
    expect(same(late)).toEqual(same(first))
    for (const answer of answers) expect(readPosition(late)).toBeGreaterThanOrEqual(readPosition(answer))
  })
})

describe('one key', () => {
  test('belongs to one body', async () => {
    const key = newId()
    const body = nextStay()
    const first = accepted(await book({ 'idempotency-key': key }, body))
    const count = await journey.countEvents()
    const other = await book({ 'idempotency-key': key }, { ...body, party: { adults: 1 } })
    expect([other.status, other.json['code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const note = { text: 'Once', visibility: 'host' }
    accepted(
      await owner.post(`/api/bookings/${first.id}/add-note`, note, {
        'idempotency-key': key.replace(/^./, 'f'),
      }),
    )
    const changed = await owner.post(
      `/api/bookings/${first.id}/add-note`,
      { ...note, text: 'Twice' },
      { 'idempotency-key': key.replace(/^./, 'f') },
    )
    expect([changed.status, changed.json['code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await journey.countEvents()).toBe(count + 1)
  })

  test('the same fields in another order are the same body', async () => {
    const key = newId()
    const body = nextStay()
    const first = await book({ 'idempotency-key': key }, body)
    expect(
      same(await book({ 'idempotency-key': key }, Object.fromEntries(Object.entries(body).toReversed()))),
    ).toEqual(same(first))
  })

  test('of concurrent commands with one key and different bodies, one is written', async () => {
    const key = newId()
    const { id } = accepted(await book())
    const answers = await Promise.all(
      Array.from({ length: TOGETHER }, (_, number) =>
        owner.post(
          `/api/bookings/${id}/add-note`,
          { text: `Number ${number}`, visibility: 'host' },
          { 'idempotency-key': key },
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json['code'] === 'IDEMPOTENCY_KEY_REUSED')).toHaveLength(TOGETHER - 1)
  })
})

describe('If-Match', () => {
  test('a repeat is answered before If-Match is checked', async () => {
    const booked = accepted(await book())
    const quote = (
      await owner.get(`/api/bookings/${booked.id}/cancellation-quote?initiator=host`, after(booked))
    ).json['quote']
    const body = { quote, reason: 'owner_use', message: 'We need the place for ourselves, sorry.' }
    const key = newId()
    const first = accepted(
      await owner.post(`/api/bookings/${booked.id}/cancel`, body, {
        'idempotency-key': key,
        'if-match': readHeader(booked, 'etag'),
      }),
    )
    for (const more of [{ 'if-match': readHeader(booked, 'etag') }, { 'if-match': '"999"' }, {}]) {
      expect(
        same(
          await owner.post(`/api/bookings/${booked.id}/cancel`, body, { 'idempotency-key': key, ...more }),
        ),
      ).toEqual(same(first))
    }
  })

  test('a stale revision is refused with the current one, and a missing one if required', async () => {
    const staff = await journey.signIn({ staffRole: 'support' })
    const clients = {
      owner,
      support: staff,
      admin: await journey.signIn({ staffRole: 'admin' }),
      importer: journey.as('importer'),
    }
    const booked = accepted(await book())
    accepted(await owner.post(`/api/bookings/${booked.id}/add-note`, { text: 'Hello', visibility: 'host' }))
    const claim = accepted(await owner.post('/api/reimbursements', { kind: 'expense', listingId: listing }))
    const bodies: Readonly<Record<string, object>> = {
      RenameAccount: { displayName: 'Another name' },
      SetPricing: { pricing: { baseNightMinor: 1_000 } },
      SetAvailabilityRules: { rules: { minNights: 2 } },
      SetCancellationPolicy: { code: 'moderate' },
      AcceptOverbooking: { reason: 'separate_rooms' },
      MoveBooking: { toListingId: listing, message: 'A sentence of more than twenty characters.' },
      CancelBookingByHost: {
        quote: 'x',
        reason: 'other',
        message: 'A sentence of more than twenty characters.',
      },
      CancelBookingByStaff: { quote: 'x', reason: 'A sentence of more than twenty characters.' },
      ApproveReimbursementDecision: {},
      ReturnReimbursementDecision: { reason: 'The invoice is of another table.' },
      IssueGoodwillRefund: { amountMinor: 1, reason: 'A sentence of more than twenty characters.' },
      DecideDispute: { decision: 'uphold', reason: 'A sentence of more than twenty characters.' },
    }
    const bookingId = await endedStay(journey, account, listing, 3)
    accepted(
      await journey
        .as('importer')
        .post('/api/reviews', { hostAccountId: account, listingId: listing, bookingId }),
    )
    const ids: Readonly<Record<string, Id>> = {
      accounts: account,
      listings: listing,
      bookings: booked.id,
      reviews: bookingId,
      reimbursements: claim.id,
    }
    const needed = commands.filter(({ definition }) => definition.ifMatch === 'required')
    expect(needed.map(({ type }) => type).toSorted()).toEqual(Object.keys(bodies).toSorted())
    const count = await journey.countEvents()
    for (const command of needed) {
      const client = whoCan(clients, command.definition.capability)
      const send = (headers: Readonly<Record<string, string>>) =>
        client.post(commandPath(command, ids[command.route.collection] ?? ''), bodies[command.type], headers)
      const absent = await send({})
      expect([command.type, absent.status, absent.json['code']]).toEqual([
        command.type,
        428,
        'REVISION_REQUIRED',
      ])
      const stale = await send({ 'if-match': '"99"' })
      expect([command.type, stale.status, stale.json['code']]).toEqual([command.type, 412, 'REVISION_STALE'])
      expect(readHeader(stale, 'etag')).toBe(`"${stale.json['currentRevision']}"`)
    }
    expect(await journey.countEvents()).toBe(count)
    const stale = await owner.post(
      `/api/bookings/${booked.id}/revoke-cancellation`,
      {},
      { 'if-match': readHeader(booked, 'etag') },
    )
    expect([stale.status, stale.json['currentRevision'], readHeader(stale, 'etag')]).toEqual([
      412,
      1,
      await readRevision(booked.id),
    ])
  })
})
