import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { NoticeRow } from '@hearth/contracts/notice'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import { MoneyNotices } from './MoneyNotices.tsx'

const notice: NoticeRow = {
  id: 'p1',
  hostAccountId: 'a',
  kind: 'payout_sent',
  at: '2026-07-15T06:00:00.000Z',
  amountMinor: 81_640,
  currency: 'USD',
  code: 'PO-4T8X2NQA',
  bookingId: null,
  text: '',
}

it('links each money notice to its explanation', async () => {
  const reduced: NoticeRow = {
    ...notice,
    id: 'e1',
    kind: 'money_reduced',
    amountMinor: -28_000,
    code: null,
    bookingId: 'b1',
    text: 'Fee for cancelling HB-1',
  }
  const held: NoticeRow = {
    ...notice,
    id: 'h1',
    kind: 'payouts_on_hold',
    amountMinor: null,
    currency: null,
    code: null,
    text: 'Send us the documents we asked for.',
  }
  fakeApi({
    'GET /api/session': () => ({
      body: { ...session, capabilities: [...session.capabilities, 'payout-account.read'] },
    }),
    'GET /api/notices': () => list([notice, reduced, held]),
  })
  renderAt('/', <MoneyNotices timezone="America/New_York" />)
  expect(await screen.findByRole('link', { name: 'Payout sent' })).toHaveAttribute(
    'href',
    expect.stringContaining('payout=p1'),
  )
  expect(screen.getByText('816.40', { exact: false })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Deduction' })).toHaveAttribute(
    'href',
    expect.stringContaining('/bookings/b1'),
  )
  expect(screen.getByText('−280.00', { exact: false })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Payouts on hold' })).toHaveAttribute(
    'href',
    expect.stringContaining('/payout-settings'),
  )
})

it('shows an error when the notices fail to load', async () => {
  fakeApi({
    'GET /api/session': () => ({
      body: { ...session, capabilities: [...session.capabilities, 'payout-account.read'] },
    }),
    'GET /api/notices': () => ({
      status: 503,
      body: {
        type: 'urn:problem:overloaded',
        title: 'Too busy; try again shortly',
        status: 503,
        code: 'OVERLOADED',
      },
    }),
  })
  renderAt('/', <MoneyNotices timezone="America/New_York" />)
  expect(await screen.findByText('Couldn’t load your payouts')).toBeVisible()
})
