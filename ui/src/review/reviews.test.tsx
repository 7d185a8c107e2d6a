import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Review } from '../data/records/records.ts'
import { queryClient } from '../data/records/queryClient.ts'
import { fakeApi, list, type Handler } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import ReviewListPage from './list/ReviewListPage.tsx'
import ReviewPage from './page/ReviewPage.tsx'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const open: Review = {
  id: 'b1',
  tenantId: 'a1',
  revision: 1,
  hostAccountId: 'a1',
  listingId: 'l1',
  bookingCode: 'HB-GGTYZV1G',
  guestRef: 'g1',
  guestName: 'Paula V.',
  checkIn: '2026-11-12',
  checkOut: '2026-11-19',
  timezone: 'America/New_York',
  state: 'open',
  opensAt: inDays(-6),
  closesAt: inDays(8),
  hostReviewedAt: null,
  guestReviewedAt: null,
  revealedAt: null,
  revealCause: null,
  overall: null,
  guestReview: null,
  hostReview: null,
  reply: null,
  dispute: null,
  disputed: false,
  disputedAt: null,
  removedAt: null,
  todo: 'write',
  dueAt: inDays(8),
  place: 1,
}
const sealed: Review = { ...open, state: 'partly_written', guestReviewedAt: inDays(-1) }
const revealed: Review = {
  ...sealed,
  id: 'b2',
  guestName: 'Grace A.',
  state: 'revealed',
  hostReviewedAt: inDays(-1),
  revealedAt: inDays(-1),
  revealCause: 'both',
  overall: 2,
  guestReview: {
    overall: 2,
    cleanliness: 5,
    accuracy: 5,
    checkIn: 5,
    communication: 1,
    location: 5,
    value: 2,
    publicText: 'The loft is nice. Not again.',
    privateText: 'Drop the claim and I change my mind.',
  },
  hostReview: {
    cleanliness: 2,
    communication: 4,
    houseRules: 3,
    wouldHostAgain: false,
    publicText: 'Easy to talk to.',
    privateText: '',
  },
  todo: 'reply',
  dueAt: inDays(25),
}

const capabilities = [...session.capabilities, 'review.read', 'review.write'] as const
const ratings = {
  all: { count: 4, stars: 17 },
  listings: [{ listingId: 'l1', count: 4, stars: 17 }],
}

const start = (rows: readonly Review[], more: Readonly<Record<string, Handler>> = {}) =>
  fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities } }),
    'GET /api/reviews': () => list(rows),
    'GET /api/listings': () => list([]),
    'GET /api/ratings': () => ({ body: ratings }),
    ...Object.fromEntries(
      rows.flatMap((row) => [
        [`GET /api/reviews/${row.id}`, () => ({ body: row })],
        [`GET /api/reviews/${row.id}/history`, () => ({ body: { entries: [] } })],
      ]),
    ),
    ...more,
  })
const show = (id: string) =>
  renderAt(
    `/reviews/${id}`,
    <Routes>
      <Route path="/reviews/:id" element={<ReviewPage />} />
    </Routes>,
  )
const done =
  (id: string, ...events: readonly string[]) =>
  () => ({ body: { id, revision: 2, events } })

beforeEach(() => localStorage.clear())
afterEach(() => queryClient.clear())

const write = async () => {
  const form = await screen.findByRole('form', { name: 'Your review' })
  for (const category of ['Cleanliness', 'Communication', 'House rules'])
    await userEvent.click(
      within(within(form).getByRole('radiogroup', { name: category })).getByRole('radio', { name: '4 of 5' }),
    )
  await userEvent.click(within(form).getByRole('radio', { name: 'Yes' }))
  await userEvent.type(within(form).getByLabelText('Public review'), 'Left the loft tidy.')
  return form
}

it('claims no zeros where nothing could be loaded', async () => {
  const fail = () => {
    throw new TypeError('Failed to fetch')
  }
  start([], { 'GET /api/reviews': fail, 'GET /api/ratings': fail })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderAt('/reviews', <ReviewListPage />)
  expect(await screen.findByText('Couldn’t load reviews')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
  expect(screen.queryByText(/^0$|0 reviews|0 rows|nothing to do|no reviews yet|done twice/)).toBeNull()
  vi.restoreAllMocks()
})

it('lists sealed and revealed reviews, with the rating that they make', async () => {
  start([sealed, revealed])
  renderAt('/reviews', <ReviewListPage />)
  expect(await screen.findByText('4.25')).toBeVisible()
  expect(await screen.findByRole('link', { name: /Paula V\./ })).toHaveAttribute('href', '/reviews/b1')
  expect(screen.getByText('Written, sealed')).toBeVisible()
  expect(screen.getByText('“The loft is nice. Not again.”')).toBeVisible()
  expect(screen.getByText('You can reply')).toBeVisible()
})

it('sends a review once all of it is there', async () => {
  const { calls } = start([open], { 'POST /api/reviews/b1/submit': done('b1', 'HostReviewSubmitted') })
  show('b1')
  expect(await screen.findByRole('heading', { name: /^Review Paula V\./, level: 1 })).toBeVisible()
  const send = await screen.findByRole('button', { name: 'Send review' })
  expect(send).toBeDisabled()
  await write()
  await waitFor(() => expect(send).toBeEnabled())
  await userEvent.click(send)
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/submit'))?.body).toEqual({
      cleanliness: 4,
      communication: 4,
      houseRules: 4,
      wouldHostAgain: true,
      publicText: 'Left the loft tidy.',
      privateText: '',
    }),
  )
  await waitFor(() => expect(localStorage).toHaveLength(0))
})

it('keeps what was typed over a reload, on this device only', async () => {
  const { calls } = start([open])
  const first = show('b1')
  await write()
  expect(await screen.findByText('Draft saved on this device')).toBeVisible()
  first.unmount()
  show('b1')
  expect(await screen.findByLabelText('Public review')).toHaveValue('Left the loft tidy.')
  expect(calls.every(({ method }) => method === 'GET')).toBe(true)
})

it('says that the guest has written, that it stays sealed, and that sending reveals both', async () => {
  start([sealed], {
    'POST /api/reviews/b1/submit': done('b1', 'HostReviewSubmitted', 'ReviewsRevealed'),
  })
  show('b1')
  expect(await screen.findByRole('img', { name: 'A sealed envelope' })).toBeVisible()
  expect(screen.getByText(/^Paula wrote theirs on /)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Send and reveal both' })).toBeVisible()
  expect(screen.getByText(/^14 days after check-out, /)).toBeVisible()
})

it('shows a host what they sent, and changes it', async () => {
  const own = { ...revealed.hostReview, publicText: 'Left the loft tidy.' }
  const sent: Review = {
    ...open,
    state: 'partly_written',
    hostReviewedAt: inDays(-1),
    todo: 'none',
    dueAt: null,
  }
  const { calls } = start([sent], {
    'POST /api/reviews/b1/own-review': () => ({ body: { hostReview: own } }),
    'POST /api/reviews/b1/edit': done('b1', 'HostReviewEdited'),
  })
  show('b1')
  expect(await screen.findByText('“Left the loft tidy.”')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const text = await screen.findByLabelText('Public review')
  await userEvent.type(text, ' Thank you!')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/edit'))?.body).toEqual({
      ...own,
      publicText: 'Left the loft tidy. Thank you!',
    }),
  )
})

it('replies in public, and asks for removal with evidence', async () => {
  const { calls } = start([revealed], {
    'POST /api/reviews/b2/reply': done('b2', 'ReviewReplied'),
    'POST /api/reviews/b2/dispute': done('b2', 'ReviewDisputed'),
  })
  show('b2')
  expect(await screen.findByText('“The loft is nice. Not again.”')).toBeVisible()
  expect(screen.getByText(/Drop the claim/)).toBeVisible()
  await userEvent.type(await screen.findByLabelText('Your public reply'), 'We are sorry.')
  await userEvent.click(screen.getByRole('button', { name: 'Post reply' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/reply'))?.body).toEqual({ text: 'We are sorry.' }),
  )
  const ask = screen.getByRole('button', { name: 'Ask for removal' })
  expect(ask).toBeDisabled()
  await userEvent.selectOptions(screen.getByLabelText('Why'), 'extortion')
  await userEvent.click(screen.getByRole('checkbox', { name: 'What Grace wrote only for you' }))
  expect(screen.getByRole('row', { name: /^All listings, 4 reviews 4.25 5.00/ })).toBeVisible()
  await userEvent.click(ask)
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/dispute'))?.body).toEqual({
      ground: 'extortion',
      explanation: '',
      evidence: [{ kind: 'private_text' }],
    }),
  )
})

it('lets staff decide a dispute with a reason, and shows them no form of the host', async () => {
  const disputed: Review = {
    ...revealed,
    disputed: true,
    disputedAt: inDays(-1),
    dispute: {
      ground: 'extortion',
      explanation: 'Read the private text.',
      evidence: [{ kind: 'private_text' }],
      at: inDays(-1),
      decision: null,
      reason: null,
      decidedAt: null,
    },
  }
  const { calls } = start([disputed], {
    'GET /api/session': () => ({
      body: { ...session, account: null, capabilities: ['review.read', 'review.decide'] },
    }),
    'POST /api/reviews/b2/decide-dispute': done('b2', 'ReviewDisputeDecided', 'ReviewRemoved'),
  })
  show('b2')
  expect(await screen.findByText('“Read the private text.”')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Post reply' })).toBeNull()
  await userEvent.click(await screen.findByRole('radio', { name: 'Remove the review' }))
  await userEvent.type(
    screen.getByLabelText('Reason, as the host reads it'),
    'The guest demanded money for another review.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/decide-dispute'))?.body).toMatchObject({
      decision: 'remove',
    }),
  )
})
