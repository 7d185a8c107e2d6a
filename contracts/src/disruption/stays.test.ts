import { expect, test } from 'vitest'
import { sumDisruptedStays, type DisruptedStay } from './stays.ts'

const stay = (currency: 'EUR' | 'USD', guestTotalMinor: number): DisruptedStay => ({
  bookingId: 'b',
  hostAccountId: 'a',
  hostName: 'Vale Stays',
  listingId: 'l',
  listingTitle: 'Loft',
  code: 'HB-1',
  checkIn: '2026-11-10',
  checkOut: '2026-11-12',
  status: 'confirmed',
  currency,
  guestTotalMinor,
  hostPayoutMinor: 7,
  refundedMinor: 1,
})

test('totals are by currency and never mixed', () =>
  expect(sumDisruptedStays([stay('USD', 100), stay('EUR', 5), stay('USD', 20)]).totals).toEqual([
    { currency: 'EUR', stays: 1, guestTotalMinor: 5, hostPayoutMinor: 7, refundedMinor: 1 },
    { currency: 'USD', stays: 2, guestTotalMinor: 120, hostPayoutMinor: 14, refundedMinor: 2 },
  ]))
