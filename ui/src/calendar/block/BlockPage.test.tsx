import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { claim, listing } from '../testing/openCalendar.tsx'
import BlockPage from './BlockPage.tsx'

const CALENDAR_COHOST = ['calendar.read', 'booking.read', 'listing.read', 'block.write'] as const

/** The page of a block by this person, as a calendar co-host sees it: without prices. */
const open = async (createdBy: string) => {
  fakeApi({
    'GET /api/session': () => ({
      body: { ...session, role: 'cohost_calendar', capabilities: CALENDAR_COHOST },
    }),
    'GET /api/blocks/k1': () => ({
      body: claim('k1', '2026-07-24', '2026-07-27', { kind: 'maintenance', note: 'Boiler', createdBy }),
    }),
    'GET /api/listings/l1': () => ({ body: { ...listing, pricing: null } }),
    'GET /api/listings': () => list([{ ...listing, pricing: null }]),
    'GET /api/listings/l1/history': () => ({ body: { items: [], asOf: '2026-07-16T14:00:00.000Z' } }),
    'GET /api/night-overrides': () => list([]),
  })
  renderAt(
    '/blocks/k1',
    <Routes>
      <Route path="/blocks/:id" element={<BlockPage />} />
    </Routes>,
  )
  await screen.findByRole('heading', { name: /Juniper Cabin/ })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-16T14:00:00.000Z') })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('lets a calendar co-host change their own block, without an amount', async () => {
  await open(session.user.id)
  expect(await screen.findByRole('button', { name: 'Remove block' })).toBeEnabled()
  expect(screen.getByLabelText(/^Note/)).toBeEnabled()
  expect(screen.queryByText(/USD/)).toBeNull()
})

it('says that an import made the block, not Hearth', async () => {
  await open('importer')
  expect(await screen.findByText('by an import')).toBeVisible()
})

it('shows them someone else’s block as text, and says who can change it', async () => {
  await open('u2')
  expect(await screen.findByText(/can only change blocks that you made/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove block' })).toBeNull()
  expect(screen.getByText('Boiler')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
})
