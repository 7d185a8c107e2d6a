import { standardTerms } from '@hearth/contracts/agreement'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { toLocalDate, toInstant } from '@hearth/platform/zones/localTime'
import { describe, expect, test } from 'vitest'
import { asAgreed, buildSnapshot } from './snapshot.ts'

const listing = {
  timezone: 'America/New_York',
  checkInTime: '15:00',
  checkOutTime: '11:00',
  cancellationPolicyCode: 'moderate',
  longTermPolicyCode: 'long_term_strict',
  feeModel: 'full_service',
} as const

describe('local times', () => {
  test.for([
    ['2026-11-01', '15:00', 'America/New_York', '2026-11-01T20:00:00.000Z'],
    ['2026-07-10', '15:00', 'America/New_York', '2026-07-10T19:00:00.000Z'],
    // The clock jumps from 2 to 3: moved forward.
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    // The hour comes twice: the earlier one.
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-03-29', '01:30', 'Europe/Lisbon', '2026-03-29T01:30:00.000Z'],
    ['2026-07-10', '15:00', 'Pacific/Kiritimati', '2026-07-10T01:00:00.000Z'],
    ['2026-07-10', '15:00', 'Pacific/Pago_Pago', '2026-07-11T02:00:00.000Z'],
  ] as const)('%s %s in %s', ([date, time, zone, instant]) =>
    expect(toInstant(date, time, zone)).toBe(instant),
  )

  test('the day of an instant is the zone’s', () => {
    expect(toLocalDate('2026-07-10T23:30:00.000Z', 'Europe/Berlin')).toBe('2026-07-11')
    expect(toLocalDate('2026-07-10T03:30:00.000Z', 'America/New_York')).toBe('2026-07-09')
  })
})

describe('a snapshot', () => {
  test('has the fee of the agreement in force', () => {
    const terms = { ...standardTerms('self_managed', 'USD', 1_550), feeBps: 1_200 }
    const computeFee = (status: 'signed' | 'active' | 'terminating' | 'terminated') => {
      const agreed = asAgreed(listing as never, FIRST_POLICIES, { status, model: 'self_managed', terms })
      return buildSnapshot(agreed.listing, '2026-07-10', '2026-07-12', agreed.policies).fee
    }
    expect(computeFee('active')).toEqual({ model: 'self_managed', bps: 1_200, version: 1 })
    expect(computeFee('terminating').bps).toBe(1_200)
    for (const status of ['signed', 'terminated'] as const)
      expect(computeFee(status)).toEqual({ model: 'full_service', bps: 2_500, version: 1 })
  })
  test('has an instant for each night, across a clock change', () => {
    const snapshot = buildSnapshot(listing, '2026-10-31', '2026-11-02', FIRST_POLICIES)
    expect(snapshot.nightInstants).toEqual(['2026-10-31T19:00:00.000Z', '2026-11-01T20:00:00.000Z'])
    expect([snapshot.checkInInstant, snapshot.checkOutInstant]).toEqual([
      '2026-10-31T19:00:00.000Z',
      '2026-11-02T16:00:00.000Z',
    ])
    expect(snapshot.fee).toEqual({ model: 'full_service', bps: 2_500, version: 1 })
  })
  test('carries the booking’s own policy, or the listing’s by length of stay', () => {
    const code = (checkOut: string, own: 'flexible' | null = null) =>
      buildSnapshot(listing, '2026-07-01', checkOut, FIRST_POLICIES, own).cancellation.code
    expect([code('2026-07-28'), code('2026-07-29'), code('2026-07-29', 'flexible')]).toEqual([
      'moderate',
      'long_term_strict',
      'flexible',
    ])
  })
})
