import { describe, expect, test } from 'vitest'
import { addHours } from '../../kernel/dates.ts'
import type { CancellationPolicyCode } from '../../policy/terms.ts'
import { bookingX, createPrice, createSnapshot } from '../../testing/index.ts'
import { bookingMoney } from './bookingMoney.ts'
import { computeCancellation } from './computeCancellation.ts'
import type { Cancellable } from './cancelStay.ts'

const cancel = (
  { money, snapshot, confirmedAt }: Cancellable,
  at: string,
  by: 'guest' | 'host' | 'no_show' = 'guest',
  options = {},
) => computeCancellation(money, snapshot, at, by, confirmedAt, options)
const line = (outcome: ReturnType<typeof cancel>, code: string) =>
  outcome.refundLines.find((each) => each.code === code)?.amountMinor ?? 0

describe('booking X of docs/domain/booking.md#example', () => {
  test('has its documented amounts', () => {
    expect(bookingX('flexible').money).toMatchObject({
      guestTotalMinor: 123_200,
      hostSubtotalMinor: 112_000,
      platformFeeMinor: 17_360,
      hostPayoutMinor: 94_640,
    })
  })

  const vectors: readonly (readonly [
    name: string,
    CancellationPolicyCode,
    at: string,
    tier: string,
    nights: number,
    cleaning: number,
    tax: number,
    refund: number,
    keeps: number,
    fee: number,
    payout: number,
  ])[] = [
    ['1', 'flexible', '2026-07-09T18:00:00.000Z', 'full', 100_000, 12_000, 11_200, 123_200, 0, 0, 0],
    [
      '2',
      'flexible',
      '2026-07-10T10:00:00.000Z',
      'keep_nights',
      80_000,
      12_000,
      9_200,
      101_200,
      20_000,
      3_100,
      16_900,
    ],
    [
      '3',
      'moderate',
      '2026-07-08T12:00:00.000Z',
      'keep_nights',
      40_000,
      12_000,
      5_200,
      57_200,
      60_000,
      9_300,
      50_700,
    ],
    ['5', 'firm', '2026-07-07T19:00:00.000Z', 'none', 0, 12_000, 1_200, 13_200, 100_000, 15_500, 84_500],
    ['7', 'strict', '2026-05-02T12:00:00.000Z', 'grace', 100_000, 12_000, 11_200, 123_200, 0, 0, 0],
    [
      '7b',
      'strict',
      '2026-05-02T12:00:01.000Z',
      'partial',
      50_000,
      12_000,
      6_200,
      68_200,
      50_000,
      7_750,
      42_250,
    ],
    [
      '9',
      'limited',
      '2026-07-03T19:00:00.000Z',
      'partial',
      50_000,
      12_000,
      6_200,
      68_200,
      50_000,
      7_750,
      42_250,
    ],
    ['10', 'limited', '2026-06-26T19:00:00.000Z', 'full', 100_000, 12_000, 11_200, 123_200, 0, 0, 0],
    ['11', 'flexible', '2026-07-09T19:00:00.000Z', 'full', 100_000, 12_000, 11_200, 123_200, 0, 0, 0],
    [
      '11b',
      'flexible',
      '2026-07-09T19:00:01.000Z',
      'keep_nights',
      80_000,
      12_000,
      9_200,
      101_200,
      20_000,
      3_100,
      16_900,
    ],
  ]
  test.for(vectors)(
    'vector %s: %s at %s',
    ([, code, at, tier, nights, cleaning, tax, refund, keeps, fee, payout]) => {
      const outcome = cancel(bookingX(code), at)
      expect([
        outcome.tier,
        line(outcome, 'nights'),
        line(outcome, 'cleaning'),
        line(outcome, 'tax:OCC'),
        outcome.refundTotalMinor,
      ]).toEqual([tier, nights, cleaning, tax, refund])
      expect([
        outcome.hostKeepsMinor,
        outcome.platformFeeMinor,
        outcome.hostPayoutMinor,
        outcome.hostFeeMinor,
      ]).toEqual([keeps, fee, payout, 0])
    },
  )

  test('vector 8: rounds half a cent in favour of the guest', () => {
    const tax = {
      code: 'T',
      jurisdiction: 'X',
      kind: 'percent',
      base: 'nights',
      bps: 1_000,
      unitMinor: 0,
      amountMinor: 10_000,
      remitter: 'platform',
    } as const
    const snapshot = createSnapshot('2026-07-10T19:00:00.000Z', 3, 'limited')
    const money = bookingMoney(
      createPrice('2026-07-10', [33_333, 33_333, 33_333], { taxes: [tax] }),
      snapshot.fee,
    )
    const outcome = computeCancellation(
      money,
      snapshot,
      addHours(snapshot.checkInInstant, -192),
      'guest',
      '2026-05-01T12:00:00.000Z',
    )
    expect(outcome).toMatchObject({
      tier: 'partial',
      refundTotalMinor: 55_000,
      hostKeepsMinor: 49_999,
      platformFeeMinor: 7_750,
      hostPayoutMinor: 42_249,
    })
  })

  test.for([
    [40 * 24, 1_000, 11_200],
    [30 * 24 + 0.001, 1_000, 11_200],
    [30 * 24, 2_500, 28_000],
    [10 * 24, 2_500, 28_000],
    [48, 5_000, 56_000],
    [1, 5_000, 56_000],
    [0, 10_000, 112_000],
  ] as const)('charges a host who cancels %s hours ahead: %s basis points, %s', ([hours, bps, fee]) => {
    const x = bookingX('firm')
    const outcome = cancel(x, addHours(x.snapshot.checkInInstant, -hours), 'host')
    expect(outcome).toMatchObject({
      tier: 'host_initiated',
      refundTotalMinor: 123_200,
      hostKeepsMinor: 0,
      hostPayoutMinor: 0,
      hostFeeMinor: fee,
      hostFeeBps: bps,
    })
  })

  test('charges the host for the nights after check-in, and leaves the nights stayed', () => {
    const x = bookingX('firm')
    const outcome = cancel(x, addHours(x.snapshot.checkInInstant, 25), 'host')
    expect(outcome).toMatchObject({
      keptNights: 2,
      refundTotalMinor: 60_000 + 12_000 + 7_200,
      hostKeepsMinor: 40_000,
      hostFeeMinor: 67_200,
      hostFeeBps: 10_000,
    })
  })

  test('charges no fee after a waiver or a declared event', () => {
    const x = bookingX('firm')
    expect(cancel(x, '2026-07-01T00:00:00.000Z', 'host', { waived: true })).toMatchObject({
      hostFeeMinor: 0,
      hostFeeBps: null,
      waived: true,
      refundTotalMinor: 123_200,
    })
    expect(
      cancel(x, '2026-07-09T00:00:00.000Z', 'guest', { override: 'major_disruptive_event' }),
    ).toMatchObject({ tier: 'override', refundTotalMinor: 123_200, hostFeeMinor: 0 })
  })
})

describe('the minimum fee for a host', () => {
  test.for([
    ['USD', 12_000, 5_000],
    ['GBP', 12_000, 4_000],
    ['CHF', 12_000, 5_000],
    ['JPY', 12_000, 5_000],
    ['KWD', 120_000, 50_000],
  ] as const)('%s', ([currency, night, fee]) => {
    const snapshot = createSnapshot('2026-07-10T19:00:00.000Z', 1, 'flexible')
    const money = bookingMoney(createPrice('2026-07-10', [night], { currency }), snapshot.fee)
    expect(
      computeCancellation(
        money,
        snapshot,
        addHours(snapshot.checkInInstant, -960),
        'host',
        '2026-01-01T00:00:00.000Z',
      ).hostFeeMinor,
    ).toBe(fee)
  })
})

describe('taxes', () => {
  const tax = (kind: 'percent' | 'per_night' | 'per_stay', more: object) =>
    ({
      code: kind,
      jurisdiction: 'X',
      kind,
      base: 'all',
      bps: 0,
      unitMinor: 0,
      amountMinor: 0,
      remitter: 'host',
      ...more,
    }) as const
  const booking = (code: CancellationPolicyCode): Cancellable => {
    const snapshot = createSnapshot('2026-07-10T19:00:00.000Z', 5, code)
    const taxes = [
      tax('per_night', { unitMinor: 200, amountMinor: 1_000 }),
      tax('per_stay', { unitMinor: 700, amountMinor: 700 }),
    ]
    return {
      money: bookingMoney(
        createPrice('2026-07-10', [10_000, 10_000, 10_000, 10_000, 10_000], {
          taxes,
          petMinor: 500,
          guestServiceFeeMinor: 333,
        }),
        snapshot.fee,
      ),
      snapshot,
      confirmedAt: '2026-05-01T12:00:00.000Z',
    }
  }
  const at = (hours: number) => addHours('2026-07-10T19:00:00.000Z', -hours)

  test('pass through to a host who remits them', () => {
    expect(booking('flexible').money).toMatchObject({
      hostTaxPassThroughMinor: 1_700,
      hostPayoutMinor: 50_500 - 7_828 + 1_700,
    })
  })
  test('per night and per stay follow the kept nights', () => {
    const outcome = cancel(booking('flexible'), at(2))
    expect([
      line(outcome, 'tax:per_night'),
      line(outcome, 'tax:per_stay'),
      line(outcome, 'guest_service_fee'),
      outcome.hostTaxPassThroughMinor,
    ]).toEqual([800, 0, 0, 900])
  })
  test('as a percentage keep no night before check-in, and every night after it', () => {
    const before = cancel(booking('limited'), at(200))
    expect([line(before, 'tax:per_night'), line(before, 'tax:per_stay'), before.keptNights]).toEqual([
      1_000, 700, 0,
    ])
    const after = cancel(booking('limited'), at(-1))
    expect([
      line(after, 'tax:per_night'),
      line(after, 'tax:per_stay'),
      line(after, 'pet'),
      after.keptNights,
      after.refundTotalMinor,
    ]).toEqual([0, 0, 0, 5, 0])
  })
  test('return the service fee only with every night', () => {
    expect(line(cancel(booking('flexible'), at(24)), 'guest_service_fee')).toBe(333)
  })
})

describe('long stays', () => {
  const long = (nights: number): Cancellable => {
    const snapshot = createSnapshot('2026-07-01T15:00:00.000Z', nights, 'long_term_firm')
    return {
      money: bookingMoney(
        createPrice(
          '2026-07-01',
          Array.from({ length: nights }, () => 1_000),
        ),
        snapshot.fee,
      ),
      snapshot,
      confirmedAt: '2026-01-01T00:00:00.000Z',
    }
  }
  test('refund everything 30 days before', () =>
    expect(cancel(long(60), '2026-06-01T15:00:00.000Z').refundTotalMinor).toBe(60_000))
  test('keep the first 30 nights later', () =>
    expect(cancel(long(60), '2026-06-01T15:00:00.001Z')).toMatchObject({
      keptNights: 30,
      refundTotalMinor: 30_000,
    }))
  test('keep 30 more nights than have begun during the stay', () =>
    expect(cancel(long(60), '2026-07-11T16:00:00.000Z')).toMatchObject({
      keptNights: 41,
      refundTotalMinor: 19_000,
    }))
  test('never keep more nights than there are', () =>
    expect(cancel(long(28), '2026-06-20T00:00:00.000Z')).toMatchObject({
      keptNights: 28,
      refundTotalMinor: 0,
    }))
})

describe('discounts and extra guests', () => {
  test('apply to the nights, so a kept night carries its part', () => {
    const snapshot = createSnapshot('2026-07-10T19:00:00.000Z', 3, 'flexible')
    const money = bookingMoney(
      createPrice('2026-07-10', [10_000, 10_000, 20_000], { discountMinor: -4_001, extraGuestMinor: 100 }),
      snapshot.fee,
    )
    const outcome = computeCancellation(
      money,
      snapshot,
      '2026-07-10T10:00:00.000Z',
      'guest',
      '2026-05-01T12:00:00.000Z',
    )
    expect(money.hostSubtotalMinor).toBe(36_099)
    expect(outcome.hostKeepsMinor).toBe(10_000 - 1_000 + 34)
    expect(outcome.refundTotalMinor + outcome.hostKeepsMinor).toBe(money.guestTotalMinor)
  })
})

describe('a no-show', () => {
  test('counts as a cancellation by the guest at check-in', () => {
    const x = bookingX('flexible')
    expect(cancel(x, x.snapshot.checkInInstant, 'no_show')).toMatchObject({
      tier: 'keep_nights',
      keptNights: 1,
      refundTotalMinor: 88_000 - 0,
      hostKeepsMinor: 32_000,
    })
    expect(cancel(bookingX('firm'), x.snapshot.checkInInstant, 'no_show')).toMatchObject({
      tier: 'none',
      refundTotalMinor: 0,
      hostPayoutMinor: 94_640,
    })
  })
})

describe('full service', () => {
  test('keeps the cleaning and charges its fee on the nights', () => {
    const snapshot = createSnapshot('2026-07-10T19:00:00.000Z', 2, 'firm', 'full_service')
    const money = bookingMoney(
      createPrice('2026-07-10', [10_000, 10_000], { cleaningMinor: 5_000 }),
      snapshot.fee,
    )
    expect(money).toMatchObject({
      hostSubtotalMinor: 25_000,
      platformFeeMinor: 5_000,
      cleaningRetainedMinor: 5_000,
      hostPayoutMinor: 15_000,
    })
    expect(
      computeCancellation(money, snapshot, '2026-07-10T00:00:00.000Z', 'guest', '2026-05-01T00:00:00.000Z'),
    ).toMatchObject({
      hostKeepsMinor: 20_000,
      platformFeeMinor: 5_000,
      hostPayoutMinor: 15_000,
      cleaningRetainedMinor: 0,
    })
  })
})
