import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { loadSession } from '../../session/session.ts'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { createCase } from '../testing/openOnboarding.tsx'
import HubPage from './HubPage.tsx'

const DRAFT = { id: 'l9', title: 'Graça Hideaway', place: 'Lisboa, PT', status: 'draft' }

const open = async (cases: readonly unknown[]) => {
  fakeApi({
    'GET /api/session': () => ({
      body: { ...session, capabilities: [...session.capabilities, 'listing.write'] },
    }),
    'GET /api/onboarding': () => list(cases),
    'GET /api/listings': () => list([DRAFT]),
  })
  renderAt('/onboarding', <HubPage />)
  await loadSession()
}

it('lists a draft below the listings in setup, each with its next step', async () => {
  await open([createCase('l1')])
  expect(await screen.findByRole('link', { name: 'Continue: Graça Hideaway' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Continue: Larkspur House' })).toBeVisible()
  const card = screen.getByRole('heading', { name: /^In progress/ }).closest('section') as HTMLElement
  expect(within(card).getAllByRole('listitem')).toHaveLength(2)
  expect(within(card).getByText('2')).toBeVisible()
})

it('shows the next step of the only draft', async () => {
  await open([])
  expect(await screen.findByRole('link', { name: 'Continue the draft' })).toHaveAttribute(
    'href',
    '/listings/l9',
  )
})
