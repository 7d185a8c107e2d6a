import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMilliseconds, listNights } from '../../kernel/dates.ts'
import { applyBps, sum } from '../../kernel/money.ts'
import { CANCELLATION_POLICY_CODES } from '../../policy/terms.ts'
import { createPrice, createSnapshot } from '../../testing/index.ts'
import { zCancellationOutcome, type BookingPrice, type TaxLine } from '../money.ts'
import { bookingMoney, hostParts, priceProblems, taxBase } from './bookingMoney.ts'
import { computeCancellation } from './computeCancellation.ts'
import type { Cancellable } from './cancelStay.ts'
import { nextBoundary, quoteHash } from './nextBoundary.ts'
import { refundStages } from './refundStages.ts'
import { spreadNights } from './spreadNights.ts'

const CHECK_IN = '2026-07-10'
const CHECK_IN_INSTANT = '2026-07-10T19:00:00.000Z'
const amount = fc.integer({ min: 0, max: 100_000 })

const taxOf =
  (
    kind: TaxLine['kind'],
    base: TaxLine['base'],
    bps: number,
    unitMinor: number,
    remitter: TaxLine['remitter'],
  ) =>
  (price: BookingPrice): TaxLine => {
    const amountMinor = {
      percent: applyBps(taxBase(base, hostParts(price)), bps),
      per_night: unitMinor * price.nightly.length,
      per_stay: unitMinor,
    }[kind]
    return { code: kind, jurisdiction: 'X', kind, base, bps, unitMinor, amountMinor, remitter }
  }
const tax = fc
  .tuple(
    fc.constantFrom('percent' as const, 'per_night' as const, 'per_stay' as const),
    fc.constantFrom('nights' as const, 'nights_cleaning' as const, 'all' as const),
    fc.integer({ min: 0, max: 3_000 }),
    fc.integer({ min: 0, max: 900 }),
    fc.constantFrom('platform' as const, 'host' as const),
  )
  .map((parts) => taxOf(...parts))

const price = fc
  .record({
    nightly: fc.array(amount, { minLength: 1, maxLength: 70 }),
    cleaningMinor: amount,
    petMinor: amount,
    extraGuestMinor: amount,
    guestServiceFeeMinor: amount,
    discountBps: fc.integer({ min: 0, max: 10_000 }),
    taxes: fc.array(tax, { maxLength: 3 }),
  })
  .map(({ nightly, discountBps, taxes, ...fees }) => {
    const untaxed = createPrice(CHECK_IN, nightly, {
      ...fees,
      discountMinor: 0 - applyBps(sum(nightly), discountBps),
    })
    return createPrice(CHECK_IN, nightly, { ...untaxed, taxes: taxes.map((make) => make(untaxed)) })
  })

const booking: fc.Arbitrary<Cancellable> = fc
  .record({
    price,
    code: fc.constantFrom(...CANCELLATION_POLICY_CODES),
    model: fc.constantFrom('self_managed' as const, 'full_service' as const),
    leadMs: fc.integer({ min: 0, max: 100 * 86_400_000 }),
  })
  .map(({ price: agreed, code, model, leadMs }) => {
    const snapshot = createSnapshot(CHECK_IN_INSTANT, agreed.nightly.length, code, model)
    return {
      money: bookingMoney(agreed, snapshot.fee),
      snapshot,
      confirmedAt: addMilliseconds(CHECK_IN_INSTANT, -leadMs),
    }
  })

/** Around the boundaries as often as in between. */
const moment = fc.oneof(
  fc.integer({ min: -100 * 86_400_000, max: 80 * 86_400_000 }),
  fc
    .tuple(fc.integer({ min: -40 * 24, max: 70 * 24 }), fc.integer({ min: -1, max: 1 }))
    .map(([hours, ms]) => hours * 3_600_000 + ms),
)
const initiator = fc.constantFrom('guest' as const, 'host' as const)
const cancelAt = (of: Cancellable, offset: number, by: 'guest' | 'host') =>
  computeCancellation(of.money, of.snapshot, addMilliseconds(CHECK_IN_INSTANT, offset), by, of.confirmedAt)

test('keeps every refund between zero and what was paid, with lines that add up', () => {
  fc.assert(
    fc.property(booking, moment, initiator, (of, offset, by) => {
      const outcome = cancelAt(of, offset, by)
      expect(zCancellationOutcome.safeParse(outcome).success).toBe(true)
      expect(outcome.refundTotalMinor).toBe(sum(outcome.refundLines.map((line) => line.amountMinor)))
      expect(outcome.refundTotalMinor).toBeLessThanOrEqual(of.money.guestTotalMinor)
      const back = (match: (code: string) => boolean) =>
        sum(outcome.refundLines.filter((line) => match(line.code)).map((line) => line.amountMinor))
      const taxesKept =
        sum(of.money.taxes.map((line) => line.amountMinor)) - back((code) => code.startsWith('tax:'))
      const feeKept = of.money.guestServiceFeeMinor - back((code) => code === 'guest_service_fee')
      expect(of.money.guestTotalMinor - outcome.refundTotalMinor).toBe(
        outcome.hostKeepsMinor + taxesKept + feeKept,
      )
    }),
    { numRuns: 400 },
  )
})

test('never pays a guest more for waiting', () => {
  fc.assert(
    fc.property(booking, moment, moment, (of, a, b) => {
      fc.pre(addMilliseconds(CHECK_IN_INSTANT, Math.min(a, b)) >= of.confirmedAt)
      expect(cancelAt(of, Math.min(a, b), 'guest').refundTotalMinor).toBeGreaterThanOrEqual(
        cancelAt(of, Math.max(a, b), 'guest').refundTotalMinor,
      )
    }),
    { numRuns: 400 },
  )
})

test('computes money again from price and snapshot, with parts that add up', () => {
  fc.assert(
    fc.property(booking, ({ money, snapshot }) => {
      expect(bookingMoney(money, snapshot.fee)).toEqual(money)
      expect(sum(spreadNights(money))).toBe(
        sum(money.nightly.map((night) => night.amountMinor)) + money.discountMinor + money.extraGuestMinor,
      )
      expect(spreadNights(money).every((night) => night >= 0)).toBe(true)
      expect(
        money.hostSubtotalMinor +
          money.guestServiceFeeMinor +
          sum(money.taxes.map((line) => line.amountMinor)),
      ).toBe(money.guestTotalMinor)
      expect(priceProblems(money, CHECK_IN, addDays(CHECK_IN, money.nightly.length))).toEqual([])
    }),
  )
})

test('changes nothing until the next boundary, and something after it', () => {
  fc.assert(
    fc.property(
      booking,
      moment,
      initiator,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (of, offset, by, part) => {
        const at = addMilliseconds(CHECK_IN_INSTANT, offset)
        const next = nextBoundary(of, by, at)
        const promise = quoteHash(cancelAt(of, offset, by))
        const span =
          (next === null ? Date.parse(CHECK_IN_INSTANT) + 90 * 86_400_000 : Date.parse(next) - 1) -
          Date.parse(at)
        if (span > 0) expect(quoteHash(cancelAt(of, offset + Math.floor(span * part), by))).toBe(promise)
        if (next !== null)
          expect(
            quoteHash(
              computeCancellation(of.money, of.snapshot, addMilliseconds(next, 1), by, of.confirmedAt),
            ),
          ).not.toBe(promise)
      },
    ),
    { numRuns: 300 },
  )
})

test('covers the time to check-in with refund stages, each worth no more than the one before', () => {
  fc.assert(
    fc.property(booking, (of) => {
      const stages = refundStages(of, of.confirmedAt)
      if (of.confirmedAt < CHECK_IN_INSTANT) expect(stages.at(-1)?.until).toBe(CHECK_IN_INSTANT)
      expect(stages.map((stage) => stage.until)).toEqual(stages.map((stage) => stage.until).toSorted())
      for (const [index, stage] of stages.entries())
        expect(stage.refundTotalMinor).toBeLessThanOrEqual(
          stages[index - 1]?.refundTotalMinor ?? of.money.guestTotalMinor,
        )
    }),
  )
})

test('refuses a price that does not add up or is for other nights, and names the field', () => {
  const good = createPrice(CHECK_IN, [10_000, 10_000])
  const end = addDays(CHECK_IN, 2)
  const pointers = (changed: Partial<BookingPrice>) =>
    priceProblems({ ...good, ...changed }, CHECK_IN, end).map((each) => each.pointer)
  expect(pointers({})).toEqual([])
  expect(pointers({ guestTotalMinor: 19_999 })).toEqual(['/price/guestTotalMinor'])
  expect(pointers({ nightly: good.nightly.slice(1) })).toEqual(['/price/nightly'])
  expect(pointers({ nightly: good.nightly.toReversed() })).toEqual(['/price/nightly'])
  expect(pointers({ discountMinor: -20_001 })).toEqual(['/price/discountMinor'])
  const line = {
    code: 'T',
    jurisdiction: 'X',
    kind: 'percent',
    base: 'all',
    bps: 1_000,
    unitMinor: 0,
    amountMinor: 4_000,
    remitter: 'host',
  } as const
  expect(pointers({ taxes: [line], guestTotalMinor: 24_000 })).toEqual(['/price/taxes/0/amountMinor'])
  expect(listNights(CHECK_IN, end)).toHaveLength(2)
})
