import { expect, test } from 'vitest'
import type { Item } from '../reimbursement.ts'
import { listMissingEvidence } from './missingEvidence.ts'

const item = (part: Partial<Item>): Item => ({
  itemId: 'i1',
  description: 'A table',
  category: 'furniture',
  claimedMinor: 100,
  costMinor: null,
  repairQuoteMinor: null,
  purchasedOn: null,
  lostBookings: [],
  ...part,
})
const photo = { itemId: 'i1', kind: 'photo_after' } as const
const receipt = { itemId: null, kind: 'receipt' } as const
const invoice = { itemId: 'i1', kind: 'invoice' } as const

test('an item needs a photo and a proof of its price', () => {
  expect(listMissingEvidence('damage', [item({})], [])).toEqual([
    { itemId: 'i1', missing: 'photo' },
    { itemId: 'i1', missing: 'price' },
  ])
  expect(listMissingEvidence('damage', [item({})], [photo, receipt])).toEqual([])
})

test('a file of one item proves nothing of another', () => {
  expect(listMissingEvidence('damage', [item({ itemId: 'i2' })], [photo, receipt])).toEqual([
    { itemId: 'i2', missing: 'photo' },
  ])
})

test('cleaning needs an invoice, lost income its bookings, and an expense no photo', () => {
  const cleaning = item({ category: 'cleaning' })
  expect(listMissingEvidence('extra_cleaning', [cleaning], [photo, receipt])).toEqual([
    { itemId: 'i1', missing: 'price' },
  ])
  expect(listMissingEvidence('extra_cleaning', [cleaning], [photo, invoice])).toEqual([])
  expect(listMissingEvidence('damage', [item({ category: 'lost_income' })], [])).toEqual([
    { itemId: 'i1', missing: 'bookings' },
  ])
  expect(listMissingEvidence('expense', [item({})], [receipt])).toEqual([])
})
