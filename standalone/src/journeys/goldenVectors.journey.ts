import { zCancellationQuote, type BookingRow, type CancellationOutcome } from '@hearth/contracts/booking'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedJourney, accepted, after, type Client, type Journey } from './journey.ts'
import { at, inDays, openAccount, openListing, rowAfter, stay } from './fixtures.ts'
import { readHeader } from './request.ts'

/**
 * The example of docs/domain/booking.md#example through HTTP: booked, quoted, cancelled and read back. Events
 * cannot lie in the future, so 2026 in the vectors becomes 2020: from March on both have the same weekdays
 * and clock changes.
 */
const moveTo2020 = (instant: string) => instant.replace(/^2026/, '2020')

const CONFIRMED = moveTo2020('2026-05-01T12:00:00.000Z')
const OPENED = moveTo2020('2026-01-01T00:00:00.000Z')
const tax = (amountMinor: number) => ({
  code: 'OCC',
  jurisdiction: 'New York',
  kind: 'percent' as const,
  base: 'nights_cleaning' as const,
  bps: 1_000,
  unitMinor: 0,
  amountMinor,
  remitter: 'platform' as const,
})
const FIVE_NIGHTS = [20_000, 20_000, 20_000, 20_000, 20_000]
const PRICE_X = { cleaningMinor: 12_000, taxes: [tax(11_200)] }

let journey: Journey
let gateway: Client
let owner: Client
let account: Id

beforeAll(async () => {
  journey = await sharedJourney()
  gateway = journey.as('gateway')
  account = await openAccount(journey, OPENED)
  owner = await journey.signIn({ role: 'owner', hostAccountId: account })
})

const receive = async (body: object, occurredAt?: Instant) =>
  accepted(await gateway.post('/api/bookings', body, { 'x-host-account': account, ...at(occurredAt) }))

const bookX = async (policy: string) =>
  receive(
    stay(
      await openListing(journey, account, { cancellationPolicyCode: policy }, OPENED),
      moveTo2020('2026-07-10'),
      FIVE_NIGHTS,
      PRICE_X,
    ),
    CONFIRMED,
  )

const quote = async (
  client: Client,
  id: Id,
  initiator: 'guest' | 'host',
  instant?: Instant,
  headers = {},
) => {
  const answer = await client.get(
    `/api/bookings/${id}/cancellation-quote?initiator=${initiator}` +
      (instant === undefined ? '' : `&at=${instant}`),
    headers,
  )
  return zCancellationQuote.parse(answer.json)
}

type Numbers = Readonly<{
  tier: string
  nights: number
  cleaning: number
  tax: number
  refund: number
  keeps: number
  fee: number
  payout: number
}>

const line = ({ refundLines }: CancellationOutcome, code: string) =>
  refundLines.find((each) => each.code === code)?.amountMinor ?? 0
const readNumbers = (outcome: CancellationOutcome): Numbers => ({
  tier: outcome.tier,
  nights: line(outcome, 'nights'),
  cleaning: line(outcome, 'cleaning'),
  tax: line(outcome, 'tax:OCC'),
  refund: outcome.refundTotalMinor,
  keeps: outcome.hostKeepsMinor,
  fee: outcome.platformFeeMinor,
  payout: outcome.hostPayoutMinor,
})

/**
 * Quotes with `at` and cancels as the guest; the numbers of the quote and of the row must be those of the
 * vector.
 */
const cancelAndCompare = async (
  received: Awaited<ReturnType<typeof receive>>,
  cancelAt: Instant,
  expected: Numbers,
  guestTotal: number,
) => {
  const { id } = received
  const quoted = await quote(gateway, id, 'guest', cancelAt, after(received))
  expect([readNumbers(quoted.outcome), quoted.quote]).toEqual([expected, null])
  const cancelled = accepted(await gateway.post(`/api/bookings/${id}/cancel-by-guest`, {}, at(cancelAt)))
  expect(cancelled.json['events']).toEqual(
    expected.refund > 0 ? ['BookingCancelled', 'RefundRequested'] : ['BookingCancelled'],
  )
  const row: BookingRow = await rowAfter(owner, id, cancelled)
  if (row.outcome === null) throw new Error('The row has no outcome')
  expect(readNumbers(row.outcome)).toEqual(expected)
  expect(row).toMatchObject({
    status: 'cancelled',
    cancelledAt: cancelAt,
    effectiveAt: null,
    guestTotalMinor: guestTotal,
    hostPayoutMinor: expected.payout,
    refundedMinor: expected.refund,
    payment:
      expected.refund === 0 ? 'paid' : expected.refund === guestTotal ? 'refunded' : 'partially_refunded',
  })
  expect(row.outcome).toMatchObject({ initiator: 'guest', cancelAt, hostFeeMinor: 0, waived: false })
  expect(row.refunds.map(({ amountMinor }) => amountMinor)).toEqual(
    expected.refund === 0 ? [] : [expected.refund],
  )
}

describe('a guest cancels booking X', () => {
  const full = {
    nights: 100_000,
    cleaning: 12_000,
    tax: 11_200,
    refund: 123_200,
    keeps: 0,
    fee: 0,
    payout: 0,
  }
  const oneKept = {
    tier: 'keep_nights',
    nights: 80_000,
    cleaning: 12_000,
    tax: 9_200,
    refund: 101_200,
    keeps: 20_000,
    fee: 3_100,
    payout: 16_900,
  }
  const half = {
    tier: 'partial',
    nights: 50_000,
    cleaning: 12_000,
    tax: 6_200,
    refund: 68_200,
    keeps: 50_000,
    fee: 7_750,
    payout: 42_250,
  }
  test.for<[string, string, string, Numbers]>([
    ['1', 'flexible', '2026-07-09T18:00:00.000Z', { tier: 'full', ...full }],
    ['2', 'flexible', '2026-07-10T10:00:00.000Z', oneKept],
    [
      '3',
      'moderate',
      '2026-07-08T12:00:00.000Z',
      {
        tier: 'keep_nights',
        nights: 40_000,
        cleaning: 12_000,
        tax: 5_200,
        refund: 57_200,
        keeps: 60_000,
        fee: 9_300,
        payout: 50_700,
      },
    ],
    [
      '5',
      'firm',
      '2026-07-07T19:00:00.000Z',
      {
        tier: 'none',
        nights: 0,
        cleaning: 12_000,
        tax: 1_200,
        refund: 13_200,
        keeps: 100_000,
        fee: 15_500,
        payout: 84_500,
      },
    ],
    ['7', 'strict', '2026-05-02T12:00:00.000Z', { tier: 'grace', ...full }],
    ['7b', 'strict', '2026-05-02T12:00:01.000Z', half],
    ['9', 'limited', '2026-07-03T19:00:00.000Z', half],
    ['10', 'limited', '2026-06-26T19:00:00.000Z', { tier: 'full', ...full }],
    ['11', 'flexible', '2026-07-09T19:00:00.000Z', { tier: 'full', ...full }],
    ['11b', 'flexible', '2026-07-09T19:00:01.000Z', oneKept],
  ])('vector %s: %s, %s', async ([, policy, cancelAt, expected]) => {
    const received = await bookX(policy)
    const row = await rowAfter(owner, received.id, received)
    expect(row).toMatchObject({
      status: 'confirmed',
      confirmedAt: CONFIRMED,
      checkInInstant: moveTo2020('2026-07-10T19:00:00.000Z'),
      payableAt: moveTo2020('2026-07-11T19:00:00.000Z'),
      guestTotalMinor: 123_200,
      hostSubtotalMinor: 112_000,
      hostPayoutMinor: 94_640,
      money: { platformFeeMinor: 17_360 },
      snapshot: { cancellation: { code: policy } },
    })
    await cancelAndCompare(received, moveTo2020(cancelAt), expected, 123_200)
  })

  test('vector 8: 3 × 333.33 without cleaning, 192 h before; half a cent goes to the guest', async () => {
    const listing = await openListing(journey, account, { cancellationPolicyCode: 'limited' }, OPENED)
    const received = await receive(
      stay(listing, moveTo2020('2026-07-10'), [33_333, 33_333, 33_333], { taxes: [tax(10_000)] }),
      CONFIRMED,
    )
    const expected = {
      tier: 'partial',
      nights: 50_000,
      cleaning: 0,
      tax: 5_000,
      refund: 55_000,
      keeps: 49_999,
      fee: 7_750,
      payout: 42_249,
    }
    await cancelAndCompare(
      received,
      addHours(moveTo2020('2026-07-10T19:00:00.000Z'), -192),
      expected,
      109_999,
    )
  })
})

describe('the host cancels', () => {
  test('booking X: the fee grows towards check-in, and the guest is refunded in full', async () => {
    const received = await bookX('firm')
    const feeAt = async (hoursBefore: number) => {
      const { outcome } = await quote(
        owner,
        received.id,
        'host',
        addHours(moveTo2020('2026-07-10T19:00:00.000Z'), -hoursBefore),
        after(received),
      )
      return [outcome.hostFeeMinor, outcome.refundTotalMinor, outcome.hostPayoutMinor]
    }
    expect(await feeAt(40 * 24)).toEqual([11_200, 123_200, 0])
    expect(await feeAt(30 * 24)).toEqual([28_000, 123_200, 0])
    expect(await feeAt(10 * 24)).toEqual([28_000, 123_200, 0])
    expect(await feeAt(48)).toEqual([56_000, 123_200, 0])
    // Two of five nights are over: they stay paid, and the fee is the price of the other three.
    expect(await feeAt(-25)).toEqual([67_200, 79_200, 33_800])
  })

  test.for([
    ['X in 41 days', 41, FIVE_NIGHTS, PRICE_X, 11_200, 123_200],
    ['X in 10 days', 10, FIVE_NIGHTS, PRICE_X, 28_000, 123_200],
    ['a subtotal of 120.00 in 41 days: the minimum', 41, [12_000], {}, 5_000, 12_000],
  ] as const)('by command: %s', async ([, days, nightly, price, fee, guestTotal]) => {
    const received = await receive(stay(await openListing(journey, account), inDays(days), nightly, price))
    const quoted = await quote(owner, received.id, 'host', undefined, after(received))
    expect(quoted.outcome).toMatchObject({
      hostFeeMinor: fee,
      refundTotalMinor: guestTotal,
      hostPayoutMinor: 0,
    })
    const body = {
      quote: quoted.quote,
      reason: 'owner_use',
      message: 'We need the place for ourselves, sorry.',
    }
    const started = accepted(
      await owner.post(`/api/bookings/${received.id}/cancel`, body, {
        'if-match': readHeader(received, 'etag'),
      }),
    )
    expect(await rowAfter(owner, received.id, started)).toMatchObject({
      status: 'cancelling',
      outcome: { hostFeeMinor: fee, refundTotalMinor: guestTotal, hostKeepsMinor: 0 },
    })
  })
})

describe('clock changes', () => {
  test('the flexible boundary is 24 hours before check-in, not a day', async () => {
    const listing = await openListing(journey, account, { cancellationPolicyCode: 'flexible' }, OPENED)
    const received = await receive(stay(listing, moveTo2020('2026-11-01'), [20_000, 20_000]), CONFIRMED)
    expect(await rowAfter(owner, received.id, received)).toMatchObject({
      checkInInstant: moveTo2020('2026-11-01T20:00:00.000Z'),
    })
    const tierAt = async (instant: string) =>
      (await quote(gateway, received.id, 'guest', moveTo2020(instant))).outcome.tier
    expect(await tierAt('2026-10-31T20:00:00.000Z')).toBe('full')
    expect(await tierAt('2026-10-31T20:00:01.000Z')).toBe('keep_nights')
    expect(
      (await quote(gateway, received.id, 'guest', moveTo2020('2026-10-01T00:00:00.000Z'))).nextBoundaryAt,
    ).toBe(moveTo2020('2026-10-31T20:00:00.000Z'))
  })

  test('a skipped time is moved forward', async () => {
    const listing = await openListing(journey, account, { checkInTime: '02:30' }, OPENED)
    const received = await receive(
      stay(listing, moveTo2020('2026-03-08'), [20_000, 20_000]),
      moveTo2020('2026-02-01T00:00:00.000Z'),
    )
    expect(await rowAfter(owner, received.id, received)).toMatchObject({
      checkInInstant: moveTo2020('2026-03-08T07:30:00.000Z'),
    })
  })
})

describe('adjacent nights', () => {
  const nights = (count: number) => Array.from({ length: count }, () => 20_000)
  const send = (listing: Id, from: string, count: number) =>
    gateway.post('/api/bookings', stay(listing, moveTo2020(from), nights(count)), {
      'x-host-account': account,
      ...at(CONFIRMED),
    })

  test('a check-out day is free for the next check-in, a night is not', async () => {
    const listing = await openListing(journey, account, {}, OPENED)
    accepted(await send(listing, '2026-07-10', 5))
    accepted(await send(listing, '2026-07-15', 3))
    const refused = await send(listing, '2026-07-14', 2)
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { code: 'NIGHTS_UNAVAILABLE', conflicts: [{ kind: 'booking' }, { kind: 'booking' }] },
    ])
  })

  test('with one night of preparation the next stay begins a night later', async () => {
    const listing = await openListing(journey, account, { rules: { prepNights: 1 } }, OPENED)
    accepted(await send(listing, '2026-07-10', 5))
    expect((await send(listing, '2026-07-15', 3)).status).toBe(409)
    accepted(await send(listing, '2026-07-16', 2))
  })
})
