import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '../data/records/queryClient.ts'
import { renderAt } from '../test/renderAt.tsx'
import RequestListPage from './list/RequestListPage.tsx'
import { request, expense, open, show } from './testing/openRequests.tsx'

afterEach(() => queryClient.clear())

it('lists what waits with the time that is left, and says when nothing does', async () => {
  open([request, expense])
  const { unmount } = renderAt('/requests', <RequestListPage />)
  expect(await screen.findByRole('link', { name: /Priya N/ })).toHaveAttribute('href', '/requests/r1')
  expect(screen.getAllByText(/^10 h, until /)).toHaveLength(2)
  unmount()
  queryClient.clear()
  open([])
  renderAt('/requests', <RequestListPage />)
  expect(await screen.findByText('No request waits for you')).toBeVisible()
})

it('shows an unknown request as such, and an error with a way to try again', async () => {
  open([])
  const { unmount } = show('r9')
  expect(await screen.findByRole('heading', { name: 'No such request' })).toBeVisible()
  unmount()
  open([], {
    'GET /api/requests/r9': () => ({
      status: 503,
      body: { type: 'x', title: 'Too busy; try again shortly', status: 503, code: 'OVERLOADED' },
    }),
  })
  show('r9')
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})
