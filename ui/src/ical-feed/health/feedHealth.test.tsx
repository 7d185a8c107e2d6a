import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FeedHealthOverview } from '@hearth/contracts/ical-feed/feedHealth'
import { fakeApi } from '../../test/fakeApi.ts'
import { renderAt } from '../../test/renderAt.tsx'
import FeedHealthReport from './FeedHealthReport.tsx'

const overview: FeedHealthOverview = {
  counts: [
    { health: 'failing', feeds: 1 },
    { health: 'ok', feeds: 4 },
  ],
  total: 5,
  feeds: [
    {
      id: 'f1',
      listingId: 'l1',
      listingTitle: 'Alfama Terrace',
      hostAccountId: 'a1',
      hostName: 'Vale Stays',
      source: 'calendar.example',
      health: 'failing',
      healthSince: '2026-07-16T09:00:00.000Z',
      problem: 'timeout',
      attempts: 3,
      unread: 0,
      checkedAt: null,
      triedAt: '2026-07-16T10:00:00.000Z',
      nextAt: '2026-07-16T11:00:00.000Z',
    },
  ],
}

const show = (answer: FeedHealthOverview) => {
  fakeApi({ 'GET /api/feed-health': () => ({ body: answer }) })
  renderAt('/internal/reports?report=feeds', <FeedHealthReport />)
}

it('shows the state of feeds, their last success and the next try', async () => {
  show(overview)
  const row = within(await screen.findByRole('table', { name: 'Calendar feeds' })).getByRole('row', {
    name: /Alfama Terrace/,
  })
  expect(row).toHaveTextContent('Its server took too long to respond.')
  expect(row).toHaveTextContent('Thu 16 Jul 2026, 11:00')
  expect(screen.getByRole('link', { name: /^Not working/ })).toHaveTextContent('1')
  expect(screen.getByRole('link', { name: /^All/ })).toHaveTextContent('5')
})

it('says that no feed is in the state', async () => {
  show({ counts: [], total: 0, feeds: [] })
  expect(await screen.findByText('No feeds here')).toBeVisible()
})
