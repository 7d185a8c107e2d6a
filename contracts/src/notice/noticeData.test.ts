import { expect, test } from 'vitest'
import { noticeData } from './noticeData.ts'

test('names what a notice is about, and nothing personal', () => {
  const data = { bookingId: 'b', listingId: 'l', guestName: 'Ana', guestTotalMinor: 90_000, currency: 'EUR' }
  expect(noticeData({ type: 'BookingConfirmed', data })).toEqual({ bookingId: 'b' })
})

test('has the amount of a reduction; what an account receives or carries forward makes no notice', () => {
  const data = { bookingId: 'b', kind: 'penalty', amountMinor: -500, currency: 'EUR' }
  expect(noticeData({ type: 'LedgerEntryPosted', data })).toEqual({
    bookingId: 'b',
    amountMinor: -500,
    currency: 'EUR',
  })
  expect(noticeData({ type: 'LedgerEntryPosted', data: { ...data, amountMinor: 500 } })).toBeNull()
  expect(noticeData({ type: 'LedgerEntryPosted', data: { ...data, kind: 'carried_forward' } })).toBeNull()
})

test('says of a cancelled payout only that it failed for good', () => {
  expect(noticeData({ type: 'PayoutCancelled', data: { payoutId: 'p', reason: 'failed' } })).toEqual({
    payoutId: 'p',
  })
  expect(noticeData({ type: 'PayoutCancelled', data: { payoutId: 'p', reason: 'requested' } })).toBeNull()
})

test('has what a person marked as read', () => {
  const data = { userId: 'u', until: '2026-08-01T00:00:00.000Z', noticeIds: ['n'] }
  expect(noticeData({ type: 'NoticesRead', data })).toEqual({ until: data.until, noticeIds: ['n'] })
})

test('is null for events without a notice', () => {
  expect(noticeData({ type: 'BlockCreated', data: { bookingId: 'b' } })).toBeNull()
})
