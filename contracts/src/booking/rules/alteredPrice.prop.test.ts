import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addHours, listNights, nightsBetween } from '../../kernel/dates.ts'
import { zPricing } from '../../listing/pricing.ts'
import { bookingX, createPrice, createSnapshot } from '../../testing/index.ts'
import type { AgreedStay } from '../alterationMessages.ts'
import { alteredPrice, type AlterationWish } from './alteredPrice.ts'
import { bookingMoney, priceProblems } from './bookingMoney.ts'

const FIRST = '2026-07-10'
const pricing = zPricing.parse({
  baseNightMinor: 17_777,
  weekendNightMinor: 23_333,
  extraGuest: { after: 2, feeMinor: 1_111 },
  weeklyDiscountBps: 700,
  monthlyDiscountBps: 2_000,
  petFeeMinor: 4_500,
})
const prices = { pricing, overrides: {} }
const { taxes } = bookingX('moderate').money
const CITY = {
  code: 'CITY',
  jurisdiction: 'New York',
  kind: 'per_night',
  base: 'nights',
  bps: 0,
  unitMinor: 250,
  remitter: 'host',
} as const

const snapshotFor = (start: number, nights: number) =>
  createSnapshot(addHours('2026-07-10T19:00:00.000Z', 24 * start), nights, 'moderate')

const stays: fc.Arbitrary<AgreedStay> = fc
  .record({
    nightly: fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 30 }),
    cleaningMinor: fc.nat(20_000),
    extraGuestMinor: fc.nat(9_999),
    discountBps: fc.nat(3_000),
    adults: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ nightly, cleaningMinor, extraGuestMinor, discountBps, adults }) => {
    const nightsMinor = nightly.reduce((total, night) => total + night, 0)
    const discountMinor = -Math.floor((nightsMinor * discountBps) / 10_000)
    const base = nightsMinor + discountMinor + extraGuestMinor + cleaningMinor
    const percent = taxes.map((tax) => ({ ...tax, amountMinor: Math.round(base / 10) }))
    const city = { ...CITY, amountMinor: 250 * nightly.length }
    const price = createPrice(FIRST, nightly, {
      cleaningMinor,
      extraGuestMinor,
      discountMinor,
      taxes: [...percent, city],
    })
    const snapshot = snapshotFor(0, nightly.length)
    return {
      party: { adults, children: 0, infants: 0, pets: 0 },
      checkIn: FIRST,
      checkOut: addDays(FIRST, nightly.length),
      money: bookingMoney(price, snapshot.fee),
      snapshot,
    }
  })

const wishes: fc.Arbitrary<AlterationWish> = fc
  .record({
    start: fc.integer({ min: -5, max: 8 }),
    nights: fc.integer({ min: 1, max: 35 }),
    adults: fc.integer({ min: 1, max: 6 }),
    pets: fc.nat(1),
    nightsMinor: fc.option(fc.nat(500_000), { nil: null }),
  })
  .map(({ start, nights, adults, pets, nightsMinor }) => ({
    party: { adults, children: 0, infants: 0, pets },
    checkIn: addDays(FIRST, start),
    checkOut: addDays(FIRST, start + nights),
    nightsMinor,
  }))

const alter = (agreed: AgreedStay, current: AgreedStay, wish: AlterationWish): AgreedStay => {
  const price = alteredPrice({ agreed, current }, wish, prices)
  expect(priceProblems(price, wish.checkIn, wish.checkOut)).toEqual([])
  const snapshot = snapshotFor(nightsBetween(FIRST, wish.checkIn), nightsBetween(wish.checkIn, wish.checkOut))
  const { party, checkIn, checkOut } = wish
  return { party, checkIn, checkOut, money: bookingMoney(price, snapshot.fee), snapshot }
}

test('an altered price adds up, keeps agreed nights, and goes back to the first one', () => {
  let kept = 0
  fc.assert(
    fc.property(stays, fc.array(wishes, { minLength: 1, maxLength: 4 }), (agreed, story) => {
      let current = agreed
      for (const wish of story) {
        const next = alter(agreed, current, wish)
        const isReturn = next.money.guestTotalMinor === agreed.money.guestTotalMinor
        if (wish.nightsMinor === null && !isReturn)
          for (const { date, amountMinor } of next.money.nightly) {
            const known = [current, agreed]
              .flatMap(({ money }) => money.nightly)
              .find((night) => night.date === date)
            if (known === undefined) continue
            kept += 1
            expect(amountMinor).toBe(known.amountMinor)
          }
        expect(next.money.nightly.map(({ date }) => date)).toEqual(listNights(wish.checkIn, wish.checkOut))
        current = next
      }
      const { party, checkIn, checkOut } = agreed
      const isBack = current.checkIn === checkIn && current.checkOut === checkOut
      if (isBack && current.party.adults === party.adults) return
      expect(alter(agreed, current, { party, checkIn, checkOut, nightsMinor: null })).toEqual(agreed)
    }),
    { numRuns: 300 },
  )
  expect(kept).toBeGreaterThan(300)
})

test('the nights cost together what guest and host agree on', () =>
  fc.assert(
    fc.property(stays, wishes, (agreed, wish) => {
      const nightsMinor = wish.nightsMinor ?? 0
      const { money } = alter(agreed, agreed, { ...wish, nightsMinor })
      expect(money.nightly.reduce((total, night) => total + night.amountMinor, 0)).toBe(nightsMinor)
      expect([money.discountMinor, money.extraGuestMinor]).toEqual([0, 0])
    }),
  ))
