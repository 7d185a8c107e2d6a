import { ERASED } from '@hearth/contracts/kernel/erased'
import { MAX_MESSAGE_LENGTH } from '@hearth/contracts/thread'
import { expect, test } from 'vitest'
import { describeClaim } from './describeClaim.ts'
import type { KnownReimbursement } from './reimbursement.state.ts'

const item = (itemId: string, description: string, claimedMinor: number) => ({
  itemId,
  description,
  claimedMinor,
  category: 'other' as const,
  costMinor: null,
  repairQuoteMinor: null,
  purchasedOn: null,
  lostBookings: [],
})
const claim = {
  code: 'CL-7W2KD4XN',
  currency: 'USD',
  guestBy: '2026-07-19T13:20:00.000Z',
  items: [item('1', 'TV', 60_000), item('2', 'Lamp', 4_000)],
  decisions: [
    {
      version: 1,
      by: 'r1',
      approvedBy: null,
      approvedByItem: { 1: 45_000, 2: 0 },
      totalMinor: 45_000,
      payableMinor: 45_000,
    },
  ],
} as const satisfies Partial<KnownReimbursement> as unknown as KnownReimbursement
const describeIt = (part: Partial<KnownReimbursement> = {}, charged: 1 | 2 | null = null) =>
  describeClaim({ ...claim, ...part }, charged, 'America/New_York')

test('the guest is asked about each item, until an instant where the home is', () => {
  const text = describeIt()
  expect(text).toContain('640.00 USD after your stay (claim CL-7W2KD4XN)')
  expect(text).toContain('• TV: 600.00 USD\n• Lamp: 40.00 USD')
  expect(text).toContain('19 July 2026 at 09:20 (America/New_York)')
})

test('the guest reads what was approved of each item and charged', () => {
  const text = describeIt({}, 1)
  expect(text).toContain('You were charged 450.00 USD')
  expect(text).toContain('• TV: 450.00 USD\n• Lamp: 0.00 USD')
  expect(describeIt({}, 2)).toBeNull()
})

test('nothing is written where no guest is asked, or the texts are erased', () => {
  expect(describeIt({ guestBy: null })).toBeNull()
  expect(describeIt({ items: [item('1', ERASED, 100)] })).toBeNull()
})

test('the longest claim fits into a message', () => {
  const items = Array.from({ length: 20 }, (_, index) => item(String(index), 'x'.repeat(200), 99_999_999))
  expect(describeIt({ items })?.length).toBeLessThan(MAX_MESSAGE_LENGTH)
})
