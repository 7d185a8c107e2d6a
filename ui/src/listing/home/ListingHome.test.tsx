import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Listing } from '../../data/records/records.ts'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { ListingDetailsPage } from '../details/ListingDetailsPage.tsx'
import { TABS } from '../details/tabs.ts'

const listing = {
  id: 'l1',
  tenantId: 't1',
  revision: 3,
  title: 'Juniper Cabin',
  place: 'Joshua Tree, CA',
  status: 'live',
  timezone: 'America/Los_Angeles',
  drafted: false,
  photoIds: ['cover', 'kitchen'],
  pausedUntil: null,
} as Listing

const open = (path: string) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: ['listing.read'] } }),
    'GET /api/listings/l1': () => ({ body: listing }),
    'GET /api/listings': () => list([listing]),
  })
  renderAt(
    path,
    <Routes>
      <Route path="/listing-details/:tab" element={<ListingDetailsPage Availability={() => null} />} />
      <Route path="/listings/:id" element={null} />
    </Routes>,
  )
}
afterEach(() => vi.unstubAllGlobals())

it('names the page after the place in every section, with its cover and all sections beside it', async () => {
  open('/listing-details/team?listingId=l1')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Juniper Cabin Joshua Tree, CA')
  expect(screen.getByRole('heading', { level: 2, name: 'Team' })).toBeVisible()
  const sections = within(screen.getByRole('navigation', { name: 'Sections of this listing' }))
  expect(sections.getAllByRole('link')).toHaveLength(TABS.length)
  expect(sections.getByRole('link', { name: 'Team' })).toHaveAttribute('aria-current', 'page')
  expect(sections.getByRole('link', { name: 'Overview' })).toHaveAttribute('href', '/listings/l1')
  expect(document.querySelector('img')).toHaveAttribute('src', '/api/files/cover/640')
})

it('redirects the old address of the overview', async () => {
  open('/listing-details/overview?listingId=l1')
  await vi.waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/listings/l1'))
})

it('opens the first listing where the address names none', async () => {
  open('/listing-details/team')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Juniper Cabin')
})
