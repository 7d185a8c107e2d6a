import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { FIRST_POLICIES } from '../../policy/versions.ts'
import {
  draftDac7,
  draftDac7Homes,
  draftForms,
  listBoxLines,
  listTaxEntries,
  type TaxEntry,
} from './draft.ts'
import { isFederalDue, isStateDue } from './thresholds.ts'

const terms = FIRST_POLICIES.tax.body
const entry = (more: Partial<TaxEntry> = {}, grossMinor = 100_000, feeMinor = -15_500): TaxEntry => ({
  id: 'e1',
  kind: 'booking_earnings',
  currency: 'USD',
  bookingId: 'b1',
  listingId: 'l1',
  text: 'Earnings',
  day: '2026-03-02',
  role: 'self_managed',
  country: 'PT',
  components: [
    {
      code: 'nights',
      amountMinor: grossMinor,
      basis: { rule: 'nights', runs: [{ nights: 4, amountMinor: Math.max(0, grossMinor) }] },
    },
    { code: 'platform_fee', amountMinor: feeMinor, basis: { rule: 'stated' } },
  ],
  ...more,
})
const valueOf = (entries: readonly TaxEntry[], box: string, form = '1099-K') =>
  draftForms(entries)
    .find((one) => one.form === form)
    ?.boxes.find((one) => one.box === box)?.value

describe('thresholds', () => {
  test('of the federal rule must both be passed', () => {
    expect(isFederalDue(terms, { grossMinor: 2_500_000, payments: 150 })).toBe(false)
    expect(isFederalDue(terms, { grossMinor: 2_500_000, payments: 201 })).toBe(true)
    expect(isFederalDue(terms, { grossMinor: 2_000_000, payments: 201 })).toBe(false)
    expect(isFederalDue(terms, { grossMinor: 2_500_000, payments: 200 })).toBe(false)
  })

  test('of states give a copy where they are lower', () => {
    expect(isStateDue(terms, 'MA', { grossMinor: 70_000, payments: 1 })).toBe(true)
    expect(isStateDue(terms, 'MA', { grossMinor: 59_999, payments: 9 })).toBe(false)
    expect(isStateDue(terms, 'IL', { grossMinor: 100_000, payments: 3 })).toBe(false)
    expect(isStateDue(terms, 'IL', { grossMinor: 100_000, payments: 4 })).toBe(true)
    expect(isStateDue(terms, 'NY', { grossMinor: 9_999_999, payments: 999 })).toBe(false)
    expect(isStateDue(terms, null, { grossMinor: 9_999_999, payments: 999 })).toBe(false)
  })
})

describe('the draft of a 1099-K', () => {
  test('counts what guests paid before fees, in the month of the earnings', () => {
    const entries = [entry(), entry({ id: 'e2', bookingId: 'b2', day: '2026-12-31' }, 50_000)]
    expect(valueOf(entries, '1a')).toBe(150_000)
    expect(valueOf(entries, '3')).toBe(2)
    expect(valueOf(entries, '5c')).toBe(100_000)
    expect(valueOf(entries, '5l')).toBe(50_000)
  })

  test('takes back what was reversed, and does not count that stay', () => {
    const reversal = entry({ id: 'e2', kind: 'earnings_reversal' }, -100_000, 15_500)
    expect(valueOf([entry(), reversal], '1a')).toBe(0)
    expect(valueOf([entry(), reversal], '3')).toBe(0)
  })

  test('leaves other currencies to other forms, and rents of managed homes to the 1099-MISC', () => {
    const entries = [entry({ currency: 'EUR' }), entry({ id: 'e2', role: 'full_service' })]
    expect(valueOf(entries, '1a')).toBe(0)
    expect(valueOf(entries, '1', '1099-MISC')).toBe(100_000)
  })

  test('has referral rewards on a 1099-NEC, less those that were clawed back, and on no other form', () => {
    const reward = (id: string, kind: 'referral_reward' | 'referral_clawback', amountMinor: number) =>
      entry({
        id,
        kind,
        listingId: null,
        components: [{ code: 'reward', amountMinor, basis: { rule: 'stated' } }],
      })
    const rewards = [reward('r1', 'referral_reward', 50_000), reward('r2', 'referral_reward', 50_000)]
    const all = [...rewards, reward('r3', 'referral_clawback', -50_000)]
    expect(valueOf(all, '1', '1099-NEC')).toBe(50_000)
    expect(listBoxLines(all, '1099-NEC', '1').map(({ amountMinor }) => amountMinor)).toEqual([
      50_000, 50_000, -50_000,
    ])
    expect(valueOf(all, '1a')).toBe(0)
    expect(draftForms(all).map(({ form }) => form)).toEqual(['1099-K', '1099-NEC'])
    expect(draftDac7Homes(all, 'DE')).toEqual([])
  })

  test('shows what was withheld', () => {
    const withheld = entry({
      kind: 'tax_withholding',
      components: [{ code: 'withholding', amountMinor: -700, basis: { rule: 'stated' } }],
    })
    expect(valueOf([withheld], '4')).toBe(700)
  })

  test('has months that add up to the year, and lines that add up to each box', () => {
    const entries = fc.array(
      fc
        .record({
          month: fc.integer({ min: 1, max: 12 }),
          gross: fc.integer({ min: -90_000, max: 90_000 }),
          currency: fc.constantFrom('USD', 'USD', 'EUR'),
          role: fc.constantFrom('self_managed', 'full_service'),
          booking: fc.constantFrom('b1', 'b2', 'b3'),
        })
        .map(({ month, gross, currency, role, booking }) =>
          entry(
            {
              id: `${month}-${gross}`,
              day: `2026-${String(month).padStart(2, '0')}-11`,
              currency: currency as 'USD',
              role: role as 'self_managed',
              bookingId: booking,
              kind: gross < 0 ? 'earnings_reversal' : 'booking_earnings',
            },
            gross,
          ),
        ),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(entries, (all) => {
        for (const { form, boxes } of draftForms(all)) {
          for (const { box, kind, value } of boxes)
            if (kind === 'amount')
              expect(
                listBoxLines(all, form, box).reduce((total, { amountMinor }) => total + amountMinor, 0),
              ).toBe(value)
          const months = boxes.filter(({ box }) => box.startsWith('5'))
          if (form === '1099-K')
            expect(months.reduce((total, { value }) => total + value, 0)).toBe(
              boxes.find(({ box }) => box === '1a')?.value,
            )
        }
      }),
      { numRuns: 100 },
    )
  })
})

test('DAC7 reports amounts, fees, nights and stays by currency and quarter', () => {
  const quarters = draftDac7(
    [
      entry({ currency: 'EUR' }),
      entry({ id: 'e2', bookingId: 'b2', currency: 'EUR' }),
      entry({ id: 'e3', bookingId: 'b3', country: 'US' }),
    ],
    'US',
  )
  expect(quarters).toHaveLength(4)
  expect(quarters[0]).toEqual({
    currency: 'EUR',
    quarter: 1,
    grossMinor: 200_000,
    feesMinor: 31_000,
    nights: 8,
    stays: 2,
  })
  expect(quarters[1]).toMatchObject({ grossMinor: 0, nights: 0, stays: 0 })
})

test('a DAC7 report of a host who lives in the EU counts homes everywhere', () => {
  const stays = [entry(), entry({ id: 'e2', bookingId: 'b2', country: 'US' })]
  expect(draftDac7(stays, 'DE')[0]).toMatchObject({ grossMinor: 200_000, stays: 2 })
  expect(draftDac7(stays, 'US')[0]).toMatchObject({ grossMinor: 100_000, stays: 1 })
})

test('the homes of a DAC7 report add up to its quarters, and have what was withheld', () => {
  const entries = fc.array(
    fc
      .record({
        month: fc.integer({ min: 1, max: 12 }),
        gross: fc.integer({ min: -90_000, max: 90_000 }),
        currency: fc.constantFrom('EUR' as const, 'USD' as const),
        listingId: fc.constantFrom('l1', 'l2', 'l3', null),
        country: fc.constantFrom('PT', 'US', null),
      })
      .map(({ month, gross, ...more }) =>
        entry(
          {
            ...more,
            id: `${month}/${gross}`,
            bookingId: `b${month}-${gross}`,
            day: `2026-${String(month).padStart(2, '0')}-11`,
            kind: gross < 0 ? 'earnings_reversal' : 'booking_earnings',
          },
          gross,
        ),
      ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(entries, fc.constantFrom('DE', 'US'), (all, hostCountry) => {
      const homes = draftDac7Homes(all, hostCountry)
      const quarters = draftDac7(all, hostCountry)
      const total = (of: typeof quarters, key: 'grossMinor' | 'feesMinor' | 'nights') =>
        of.reduce((so, one) => so + one[key], 0)
      for (const quarter of quarters) {
        const own = homes.filter(
          (home) => home.currency === quarter.currency && home.quarter === quarter.quarter,
        )
        for (const key of ['grossMinor', 'feesMinor', 'nights'] as const)
          expect(total(own, key)).toBe(quarter[key])
      }
      for (const key of ['grossMinor', 'feesMinor', 'nights'] as const)
        expect(total(homes, key)).toBe(total(quarters, key))
    }),
    { numRuns: 100 },
  )
  const withheld = entry({
    kind: 'tax_withholding',
    components: [{ code: 'withholding', amountMinor: -700, basis: { rule: 'stated' } }],
  })
  expect(draftDac7Homes([entry(), withheld], 'US')[0]).toMatchObject({
    listingId: 'l1',
    grossMinor: 100_000,
    taxesMinor: 700,
    stays: 1,
  })
})

test('earnings belong to the year of the first night, wherever the account is', () => {
  const posted = {
    id: 'e1',
    kind: 'booking_earnings' as const,
    currency: 'USD' as const,
    bookingId: 'b1',
    listingId: 'l1',
    text: 'Earnings',
    components: [],
    // Check-in is on 31 December in New York, and on 1 January in UTC.
    availableAt: '2027-01-02T03:00:00.000Z',
  }
  const homes = new Map([['l1', { role: 'full_service' as const, country: 'US' }]])
  const newYork = (instant: string) => new Date(Date.parse(instant) - 5 * 3_600_000).toJSON().slice(0, 10)
  expect(listTaxEntries([posted], 2026, newYork, homes)).toMatchObject([
    { id: 'e1', day: '2026-12-31', role: 'full_service', country: 'US' },
  ])
  expect(listTaxEntries([posted], 2026, (instant) => instant.slice(0, 10), homes)).toEqual([])
})
