import { expect, test } from 'vitest'
import { findQueryErrors, isSortable, listNamedListings, readViewFilter } from './filter.ts'
import { VIEW_LISTS } from './lists.ts'

const { bookings, listings } = VIEW_LISTS

test('knows every kind of parameter that the list has', () => {
  const filter = {
    status: ['confirmed', 'in_stay'],
    source: 'direct',
    checkIn_gte: '2026-07-01',
    checkIn_lte: '2026-07-31',
    stay: { from: '2026-07-01' },
    q: 'Ada',
  }
  expect(readViewFilter(bookings, filter)).toEqual({ known: filter, unknown: [] })
})

test('names parameters that the list does not have, or whose value it does not take', () =>
  expect(
    readViewFilter(bookings, {
      source: 'direct',
      color: 'red',
      toString: 'x',
      checkIn: '2026-07-01',
      status_gte: 'confirmed',
      payableAt_gte: 'soon',
      stay: '2026-07-01',
      status: 'lost',
    }),
  ).toEqual({
    known: { source: 'direct' },
    unknown: ['color', 'toString', 'checkIn', 'status_gte', 'payableAt_gte', 'stay', 'status'],
  }))

test('names a field that the list cannot be sorted by', () => {
  expect(isSortable(bookings, 'id')).toBe(true)
  expect(
    findQueryErrors(listings, { filter: {}, order: { field: 'checkIn', direction: 'ASC' } }),
  ).toMatchObject([{ pointer: '/order/field' }])
})

test('finds the listings that a filter names', () => {
  expect(listNamedListings(bookings, { listingId: 'l1' })).toEqual(['l1'])
  expect(listNamedListings(bookings, { listingId: ['l1', 'l2'] })).toEqual(['l1', 'l2'])
  expect(listNamedListings(bookings, { q: 'Ada' })).toBeNull()
})
