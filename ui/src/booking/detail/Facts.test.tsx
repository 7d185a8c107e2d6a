import { screen } from '@testing-library/react'
import type { EarningsExplanation } from '@hearth/contracts/ledger'
import { expect, it } from 'vitest'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { booking, session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { Facts } from './Facts.tsx'

const earnings: EarningsExplanation = {
  bookingId: 'b1',
  currency: 'USD',
  totalMinor: 64_220,
  check: { text: '642.20 = 642.20', holds: true },
  entries: [
    {
      entryId: 'e1',
      kind: 'booking_earnings',
      title: 'Earnings',
      text: 'Stay HB-7K2M9QXD',
      currency: 'USD',
      amountMinor: 64_220,
      availableAt: '2026-07-17T19:00:00.000Z',
      postedAt: '2026-07-16T19:00:00.000Z',
      state: 'settled',
      payoutId: 'p1',
      settledOn: '2026-07-21',
      bookingId: 'b1',
      listingId: 'l1',
      subject: { listingTitle: null, stay: null },
      policies: [],
      cause: null,
      components: [],
      check: { text: '642.20 = 642.20', holds: true },
    },
  ],
}
const showFacts = (of: typeof booking) => {
  fakeApi({
    'GET /api/session': () => ({
      body: { ...session, capabilities: [...session.capabilities, 'ledger.read', 'payout.read'] },
    }),
    'GET /api/bookings/b1/earnings/explain': () => ({ body: earnings }),
    'GET /api/payouts': () => list([{ id: 'p1', code: 'PO-7K2M9QXD', methodLast4: '4417' }]),
  })
  renderAt('/bookings/b1', <Facts booking={of} now={of} listing={undefined} past={false} at={undefined} />)
}

it('says when and in which payout a stay was paid, and nothing of a guest who can no longer cancel', async () => {
  showFacts({ ...booking, status: 'completed' })
  expect(await screen.findByRole('link', { name: 'PO-7K2M9QXD' })).toHaveAttribute(
    'href',
    '/performance/payouts-breakdown?payout=p1',
  )
  expect(screen.getByText(/^Paid Tue 21 Jul 2026 in/)).toHaveTextContent(
    'Paid Tue 21 Jul 2026 in PO-7K2M9QXD to the account ending in 4417',
  )
  expect(screen.queryByText(/If the guest cancels/)).toBeNull()
})

it('has only the facts that the role sees', async () => {
  showFacts({
    ...booking,
    status: 'confirmed',
    guests: null,
    party: null,
    money: null,
    hostPayoutMinor: null,
  })
  expect(await screen.findByText(/^Stay, New York time/)).toBeVisible()
  expect(screen.getAllByRole('term')).toHaveLength(1)
})
