import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeApi, list, type Handler } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import PerformancePage from './page/PerformancePage.tsx'
import PhonePerformancePage from './phone/PhonePerformancePage.tsx'
import * as examples from './testing/examples.ts'

const answers: Record<string, Handler> = {
  'GET /api/session': () => ({ body: session }),
  'GET /api/listings': () => list([{ id: 'l1', title: 'Harbor Loft', place: 'ME' }]),
  'GET /api/performance': () => ({ body: examples.performance }),
  'GET /api/performance/opened': ({ query }) => ({
    body: query.get('figure') === 'rating' ? examples.openedRating : examples.opened,
  }),
  'GET /api/performance/bridge': () => ({ body: examples.bridge }),
  'GET /api/performance/gaps': () => ({ body: examples.gaps }),
  'GET /api/performance/tier': () => ({ body: examples.tier }),
}
const OCTOBER = '/performance?from=2026-10-01&to=2026-10-31'
const open = (address = OCTOBER, others: Record<string, Handler> = {}) => {
  const api = fakeApi({ ...answers, ...others })
  renderAt(address, <PerformancePage />)
  return api
}

it('shows each figure with what it was a year before, and asks for the days of the address', async () => {
  const { calls } = open()
  expect(
    await screen.findByRole('button', { name: /^Occupancy\s*77\.4%\s*\+25\.8 points\s*51\.6% in Oct 2025/ }),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: /^Rating\s*4\.71\s*−0\.16.*62 reviews$/ })).toBeVisible()
  const query = calls.find(({ path }) => path === '/api/performance')?.query
  expect(Object.fromEntries(query ?? [])).toEqual({
    from: '2026-10-01',
    to: '2026-11-01',
    by: 'night',
    against: 'year',
  })
})

it('has the numbers of each chart in a table', async () => {
  open()
  const table = await screen.findByRole('table', { name: 'Occupancy', hidden: true })
  const [, , october, november] = within(table).getAllByRole('row', { hidden: true })
  expect(october).toHaveTextContent('October 2026' + '77.4%' + '51.6%')
  expect(november).toHaveTextContent('November 2026, booked so far')
})

it('opens a figure to its formula, nights and stays, and says that they add up', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: /^Occupancy\s*77/ }))
  expect(screen.getByTestId('address')).toHaveTextContent('open=occupancy')
  expect(await screen.findByText('24 = 24 nights')).toBeVisible()
  expect(screen.getByText('Totals match')).toBeVisible()
  expect(screen.getByRole('group', { name: 'Occupancy' })).toHaveTextContent(
    /24 nights guests stayed\s*÷\s*31 nights your listings were live\s*=\s*77\.4% occupancy/,
  )
  expect(screen.getByRole('group', { name: 'Occupancy of nights on sale' })).toHaveTextContent('80.0%')
  expect(screen.getByRole('img', { name: 'Harbor Loft: 24 of 31 nights booked' })).toBeVisible()
  const stays = screen.getByRole('table', { name: 'Harbor Loft' })
  expect(within(stays).getByRole('link', { name: 'HB-CQN4AERW' })).toHaveAttribute('href', '/bookings/b1')
  expect(within(stays).getAllByRole('row').at(-1)).toHaveTextContent('2 stays' + '24' + '5,645.00USD')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByTestId('address')).not.toHaveTextContent('open=')
})

it('keeps a change when the next one comes before the page is drawn again', async () => {
  open(`${OCTOBER}&open=occupancy`)
  const close = await screen.findByRole('button', { name: 'Close' })
  const compare = screen.getByRole('combobox', { name: 'Compare with' })
  act(() => {
    close.click()
    fireEvent.change(compare, { target: { value: 'pace' } })
  })
  expect(screen.getByTestId('address')).toHaveTextContent(/to=2026-10-31&against=pace$/)
})

it('opens a figure without nights to the records that it counts', async () => {
  open(`${OCTOBER}&open=rating`)
  expect(await screen.findByRole('link', { name: 'Review' })).toHaveAttribute('href', '/reviews/b1')
  expect(screen.getByText('5 stars')).toBeVisible()
  expect(screen.getByText('not answered in time, after 1 d 1 h')).toBeVisible()
})

it('says where parts do not come to their sum', async () => {
  open(`${OCTOBER}&open=occupancy`, {
    'GET /api/performance/opened': () => ({
      body: { ...examples.opened, check: { text: '23 ≠ 24', holds: false } },
    }),
  })
  expect(await screen.findByText('Totals don’t match')).toBeVisible()
})

it('compares with the pace of a year before, and counts revenue by payout with a bridge', async () => {
  const { calls } = open(OCTOBER, {
    'GET /api/performance': ({ query }) => ({
      body: {
        ...examples.performance,
        by: query.get('by'),
        against:
          query.get('against') === 'pace'
            ? { ...examples.performance.against, kind: 'pace', bookedBy: '2025-11-25T15:42:00.000Z' }
            : examples.performance.against,
      },
    }),
  })
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Compare with' }), 'pace')
  expect(
    await screen.findByText(/^Compared with October 2025, as it was booked by Tue 25 Nov 2025/),
  ).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Count revenue by' }), 'payout')
  expect(await screen.findByText('5,645.00 − 645.00 + 1,000.00 = 6,000.00')).toBeVisible()
  expect(screen.getAllByRole('button', { name: /^Revenue by payout date/ })).toHaveLength(2)
  expect(
    calls
      .filter(({ path }) => path === '/api/performance/bridge')
      .at(-1)
      ?.query.get('lead'),
  ).toBe('payout')
})

it('says what one more event would do to Gold, and leads open nights to the calendar', async () => {
  open()
  expect(await screen.findByText('192 of 200. You can be late 13 more times.')).toBeVisible()
  expect(screen.getByText('1 of 125. One more before Fri 1 Jan 2027 ends Gold: 1.6%.')).toBeVisible()
  expect(
    screen.getByText(/^One 3-star review keeps you above\. One 2-star review doesn’t: 4\.78\.$/),
  ).toBeVisible()
  expect(await screen.findByRole('link', { name: /^Harbor Loft.*2 nights$/ })).toHaveAttribute(
    'href',
    '/calendar?from=2026-11-30',
  )
  expect(screen.getByText('Show all 7')).toBeVisible()
})

it('hides amounts from those who may not see them', async () => {
  const { figures, months, listings } = examples.performance
  const hidden = { ...figures, revenue: null, adr: null, revpar: null, adjusted_revpar: null }
  open(OCTOBER, {
    'GET /api/performance': () => ({
      body: {
        ...examples.performance,
        figures: hidden,
        months: months.map((month) => ({
          ...month,
          revenue: null,
          before: { ...month.before, revenue: null },
        })),
        listings: listings.map((listing) => ({ ...listing, figures: hidden })),
      },
    }),
  })
  expect(await screen.findByRole('button', { name: /^Occupancy\s*77/ })).toBeVisible()
  expect(screen.queryByText('Revenue')).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Count revenue by' })).toBeNull()
})

it('explains when figures appear, before there is a listing', async () => {
  open(OCTOBER, {
    'GET /api/performance': () => ({ body: { ...examples.performance, currency: null, currencies: [] } }),
  })
  expect(await screen.findByText('No figures yet')).toBeVisible()
})

it('offers to retry figures that failed to load', async () => {
  open(OCTOBER, {
    'GET /api/performance': () => ({
      status: 500,
      body: { type: 'urn:problem:internal', title: 'Broken', status: 500, code: 'INTERNAL' },
    }),
  })
  expect(await screen.findByText('Couldn’t load your performance')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

it('sorts the listings, and opens the nights of one', async () => {
  open()
  const table = await screen.findByRole('table', { name: 'Listings' })
  await userEvent.click(within(table).getByRole('button', { name: 'Nights' }))
  expect(screen.getByTestId('address')).toHaveTextContent('sort=nights')
  await userEvent.click(
    within(table).getByRole('button', { name: 'Harbor Loft, Revenue, 5,645.00, show details' }),
  )
  expect(screen.getByTestId('address')).toHaveTextContent('open=revenue&in=l1')
})

it('steps through months on a phone, and opens a figure', async () => {
  fakeApi(answers)
  renderAt('/mobile/performance?from=2026-10-01&to=2026-10-31', <PhonePerformancePage />)
  expect(
    await screen.findByRole('img', { name: /^Occupancy from Sep 2026 to Oct 2026: 77\.4%; 77\.4%$/ }),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Occupancy\s*77/ }))
  expect(await screen.findByText('Totals match')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }))
  await waitFor(() =>
    expect(screen.getByTestId('address')).toHaveTextContent('from=2026-11-01&to=2026-11-30'),
  )
})
