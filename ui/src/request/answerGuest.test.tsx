import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '../data/records/queryClient.ts'
import { list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import {
  capabilities,
  inHours,
  request,
  alteration,
  refund,
  preview,
  open,
  show,
} from './testing/openRequests.tsx'

afterEach(() => queryClient.clear())

it('shows what accepting does, adds it up, and accepts with one key', async () => {
  const { calls } = open([request], {
    'POST /api/requests/r1/accept': () => ({
      body: { id: 'r1', revision: 1, events: ['RequestAccepted'] },
    }),
  })
  show('r1')
  expect(await screen.findByRole('heading', { name: 'Priya N. asks to book', level: 1 })).toBeVisible()
  expect(await screen.findByText('Totals match')).toBeVisible()
  const money = screen.getByRole('table')
  expect(within(money).getByRole('row', { name: /You receive 760.00/ })).toBeVisible()
  expect(screen.getByText('We would love to come for our anniversary.')).toBeVisible()

  await userEvent.keyboard('a')
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/requests/r1/accept')).toBe(true))
  expect(calls.find(({ path }) => path.endsWith('/accept'))?.body).toEqual({
    previewToken: 'token-accept',
    note: null,
  })
})

const alterationPreview = ({ body }: { body: unknown }) => {
  const { decision } = body as { decision: 'accept' | 'decline' }
  return {
    body: {
      ...preview(decision),
      requestId: 'r3',
      lines: [
        { code: 'nights', beforeMinor: 45_000, afterMinor: 90_000 },
        { code: 'platform_fee', beforeMinor: -6_975, afterMinor: -13_950 },
      ],
      guestTotal: { beforeMinor: 45_000, afterMinor: 90_000 },
      hostPayout: { beforeMinor: 38_025, afterMinor: 76_050 },
      nights: {
        start: '2026-12-07',
        end: '2026-12-11',
        before: 'free',
        after: 'booked',
        instead: { start: '2026-12-08', end: '2026-12-10' },
      },
    },
  }
}

it('compares both stays of an alteration, and accepts it for what it brings more', async () => {
  const { calls } = open([alteration], {
    'POST /api/requests/r3/preview': alterationPreview,
    'POST /api/requests/r3/accept': () => ({
      body: { id: 'r3', revision: 1, events: ['RequestAccepted'] },
    }),
  })
  show('r3')
  expect(
    await screen.findByRole('heading', { name: 'Priya N. asks for other dates', level: 1 }),
  ).toBeVisible()
  expect(
    screen.getByRole('row', { name: /^Stay Tue\s8 .*10\sDec\s2026 Mon\s7 .*11\sDec\s2026$/ }),
  ).toBeVisible()
  expect(screen.getByRole('row', { name: 'Guests 1 3' })).toBeVisible()
  expect(await screen.findByText('Asked for, 4 nights')).toBeVisible()
  expect(screen.getByText(/^The guest is charged 450.00 USD now/)).toBeVisible()
  expect(screen.getByText(/^The booking stays as it is: Tue 8 – Thu 10 Dec 2026/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Accept, \+380.25/ }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/accept'))?.body).toEqual({
      previewToken: 'token-accept',
      note: null,
    }),
  )
})

/** Of a refund of this much, at a fee of 15.5 %. */
const refundPreview = ({ body }: { body: unknown }) => {
  const { decision, amountMinor = 0 } = body as { decision: 'accept' | 'decline'; amountMinor?: number }
  const fee = Math.round(amountMinor * 0.155)
  return {
    body: {
      ...preview(decision),
      requestId: 'r4',
      lines: [
        { code: 'of_stay', beforeMinor: 84_000, afterMinor: 84_000 },
        { code: 'refund', beforeMinor: 0, afterMinor: -amountMinor },
        { code: 'fee_returned', beforeMinor: 0, afterMinor: fee },
      ],
      guestTotal: { beforeMinor: 99_500, afterMinor: 99_500 - amountMinor },
      hostPayout: { beforeMinor: 84_000, afterMinor: 84_000 - amountMinor + fee },
      nights: null,
      counts: { acceptance: 'none' },
      token: `token-${decision}-${amountMinor}`,
    },
  }
}

it('gives back a part of what a guest asks for, after it showed what that costs', async () => {
  const { calls } = open([refund], {
    'POST /api/requests/r4/preview': refundPreview,
    'POST /api/requests/r4/grant': () => ({
      body: { id: 'r4', revision: 1, events: ['RefundWaiverGranted'] },
    }),
  })
  show('r4')
  expect(await screen.findByRole('heading', { name: 'Paula V. asks for a refund', level: 1 })).toBeVisible()
  expect(screen.getByText('Something was broken or missing')).toBeVisible()
  expect(await screen.findByText(/^It costs you 126.75 USD/)).toBeVisible()
  const amount = screen.getByLabelText('Give back')
  await userEvent.clear(amount)
  expect(screen.getByText('Enter an amount up to what the guest asks for.')).toBeVisible()
  await userEvent.type(amount, '100')
  await userEvent.click(await screen.findByRole('button', { name: /^Give back 100.00/ }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/grant'))?.body).toEqual({
      previewToken: 'token-accept-10000',
      amountMinor: 10_000,
      note: null,
    }),
  )
})

it('names the earlier stays of the guest, and of nobody else with that name', async () => {
  const stay = { listingId: 'l1', checkIn: '2026-03-03', checkOut: '2026-03-06' }
  open([request], {
    'GET /api/session': () => ({
      body: { ...session, capabilities: [...capabilities, 'review.read', 'booking.details'] },
    }),
    'GET /api/reviews': () =>
      list([
        { ...stay, id: 'b1', guestRef: request.guestRef, hostReview: { wouldHostAgain: true } },
        { ...stay, id: 'b2', guestRef: 'another', hostReview: null },
      ]),
  })
  show('r1')
  expect(await screen.findByText(/You would host them again/)).toBeVisible()
  expect(screen.getByRole('link', { name: /Mar\s2026/ })).toHaveAttribute('href', '/reviews/b1')
})

it('shows what each answer does to the figures, and where there are too few', async () => {
  open([request])
  show('r1')
  expect(await screen.findByText('What it does to your numbers')).toBeVisible()
  expect(screen.getByRole('row', { name: /December 2026 51.61% 58.06% 51.61%$/ })).toBeVisible()
  expect(screen.getByRole('row', { name: 'Nights sold 16 of 31 18 of 31 16 of 31' })).toBeVisible()
  expect(
    screen.getByRole('row', {
      name: 'Booking requests accepted 3 of 4 4 of 5 3 of 5',
    }),
  ).toBeVisible()
  expect(screen.getByRole('row', { name: 'Answered in time 96% 96.15% 96.15%' })).toBeVisible()
})

it('offers something else than a guest asks for, after it showed what that does', async () => {
  const party = { adults: 1, children: 0, infants: 0, pets: 0 }
  const booking = { id: 'b1', listingId: 'l1', checkIn: '2026-12-08', checkOut: '2026-12-10' }
  const { calls } = open([alteration], {
    'POST /api/requests/r3/preview': alterationPreview,
    'GET /api/bookings/b1': () => ({ body: { ...booking, currency: 'USD', party } }),
    'POST /api/bookings/b1/offer-preview': () => ({
      body: {
        ...alterationPreview({ body: { decision: 'accept' } }).body,
        decision: 'offer',
        answerBy: inHours(72),
        token: 'token-offer',
      },
    }),
    'POST /api/requests/r3/counter': () => ({
      body: { id: 'r3', revision: 1, events: ['RequestCountered'] },
    }),
  })
  show('r3')
  await userEvent.click(await screen.findByRole('button', { name: 'Offer other dates or price' }))
  const dialog = await screen.findByRole('dialog', { name: 'Offer other dates or price' })
  const send = within(dialog).getByRole('button', { name: 'Send offer' })
  expect(send).toBeDisabled()
  await userEvent.type(within(dialog).getByLabelText(/^Price of all nights/), '400')
  expect(await within(dialog).findByText('Totals match')).toBeVisible()
  await userEvent.click(send)
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/counter'))?.body).toEqual({
      checkIn: null,
      checkOut: null,
      party: null,
      nightsMinor: 40_000,
      message: '',
      previewToken: 'token-offer',
    }),
  )
})

it('shows what the host offered while the guest decides, and lets the host withdraw it', async () => {
  open([{ ...alteration, status: 'offered', awaiting: 'guest', byHost: true, linkedId: 'r9' }], {
    'POST /api/requests/r3/preview': alterationPreview,
  })
  show('r3')
  expect(
    await screen.findByRole('heading', { name: 'You offered Priya N. another stay', level: 1 }),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'See what the guest asked for' })).toHaveAttribute(
    'href',
    '/requests/r9',
  )
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
  expect(screen.getByRole('columnheader', { name: 'Offered' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Your message to the guest' })).toBeVisible()
  expect(await screen.findByRole('columnheader', { name: 'If the guest accepts' })).toBeVisible()
  expect(screen.getByText('Offered, 4 nights')).toBeVisible()
  expect(screen.getByText('Totals match')).toBeVisible()
})

it('says why an accepted alteration was not made', async () => {
  open([{ ...alteration, status: 'failed', awaiting: null, dueAt: null, failure: 'charge_failed' }])
  show('r3')
  expect(await screen.findByText('The guest’s payment failed, so the booking is as it was.')).toBeVisible()
  expect(screen.getAllByText('Couldn’t be changed')).not.toHaveLength(0)
})

it('declines with a reason, which some must explain', async () => {
  const { calls } = open([request], {
    'POST /api/requests/r1/decline': () => ({
      body: { id: 'r1', revision: 1, events: ['RequestDeclined'] },
    }),
  })
  show('r1')
  await screen.findByText('Totals match')
  await waitFor(() => expect(screen.getByRole('button', { name: /^Decline/ })).toBeEnabled())
  await userEvent.keyboard('d')
  const dialog = await screen.findByRole('dialog', { name: 'Decline this request?' })
  const send = within(dialog).getByRole('button', { name: 'Decline' })
  expect(send).toBeDisabled()
  await userEvent.selectOptions(within(dialog).getByLabelText('Reason'), 'other')
  expect(send).toBeDisabled()
  await userEvent.type(within(dialog).getByLabelText(/Message to the guest/), 'We renovate in December.')
  await userEvent.click(send)
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/decline'))).toBe(true))
  expect(calls.find(({ path }) => path.endsWith('/decline'))?.body).toEqual({
    previewToken: 'token-decline',
    reason: 'other',
    text: 'We renovate in December.',
  })
})

it('says who decided first, and when', async () => {
  const decidedAt = new Date().toISOString()
  open([request], {
    'POST /api/requests/r1/accept': () => ({
      status: 409,
      body: {
        type: 'urn:problem:already-decided',
        title: 'Already decided',
        status: 409,
        code: 'ALREADY_DECIDED',
        requestStatus: 'declined',
        decidedBy: 'u2',
        decidedByName: 'Ben Cole',
        decidedAt,
      },
    }),
  })
  show('r1')
  await screen.findByText('Totals match')
  await userEvent.keyboard('a')
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Ben Cole declined this at \d/)
})
