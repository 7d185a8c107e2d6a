import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { loadSession } from '../../session/session.ts'
import { fakeApi, type Handler } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import { createCase } from '../testing/openOnboarding.tsx'
import StartPage from './StartPage.tsx'

const LISBON = {
  label: 'Lisbon, PT',
  geo: { lat: 38.71667, lng: -9.13333 },
  accuracyMeters: 8_000,
  city: 'Lisbon',
  region: null,
  country: 'PT',
}

const LISBON_ADDRESS = {
  line1: 'Rua Garrett 12',
  line2: null,
  city: 'Lisboa',
  region: null,
  postalCode: '1200-204',
  country: 'PT',
}

const open = async (handlers: Record<string, Handler> = {}) => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({
      body: { ...session, capabilities: ['listing.read', 'listing.write'] },
    }),
    ...handlers,
  })
  renderAt(
    '/listings/start',
    <Routes>
      <Route path="/listings/start" element={<StartPage />} />
    </Routes>,
  )
  await loadSession()
  await screen.findByRole('button', { name: 'Find on the map' })
  return { user: userEvent.setup(), calls }
}

beforeEach(() => sessionStorage.clear())

it('goes on to the details while the pin is still to be confirmed', async () => {
  const at = '2026-07-06T10:00:00.000Z'
  const values = {
    location: {
      address: LISBON_ADDRESS,
      geo: LISBON.geo,
      geoAccuracyMeters: 8_000,
      pinConfirmed: false,
    },
    type: { propertyType: 'house', relationship: 'owner', consentToList: true },
    info: { bedrooms: 2 },
  }
  const sections = Object.fromEntries(
    Object.entries(values).map(([section, answers]) => [
      section,
      { version: 1, changedAt: at, changedBy: 'u1', values: answers },
    ]),
  )
  const { calls } = fakeApi({
    'GET /api/session': () => ({
      body: { ...session, capabilities: ['listing.read', 'listing.write'] },
    }),
    'GET /api/listings/l1': () => ({
      body: { id: 'l1', revision: 1, timezone: 'Europe/Lisbon', currency: 'EUR', registration: null },
    }),
    'GET /api/onboarding/l1': () => ({ body: createCase('l1') }),
    'GET /api/listing-contents/l1': () => ({
      body: {
        id: 'l1',
        tenantId: 'a1',
        revision: 1,
        hostAccountId: 'a1',
        photos: [],
        personal: {},
        sections,
      },
    }),
  })
  renderAt(
    '/listings/start?listingId=l1&page=right',
    <Routes>
      <Route path="/listings/start" element={<StartPage />} />
      <Route path="/onboarding/:listingId" element={<h1>Details</h1>} />
    </Routes>,
  )
  await loadSession()
  expect(
    await screen.findByRole('heading', { name: 'You can do this later, before it goes live' }),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Continue to details' }))
  expect(await screen.findByRole('heading', { name: 'Details' })).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

describe('the start of a listing', () => {
  it('shows no map before there is a pin, and says that the pin can wait', async () => {
    await open()
    expect(screen.queryByRole('application')).toBeNull()
    expect(screen.getByRole('status')).toHaveTextContent(
      'No pin yet. You can set it later, before your listing goes live.',
    )
  })

  it('shows the map at the town that is found', async () => {
    const { user } = await open({
      'GET /api/geocode': ({ query }) => ({
        body: {
          available: true,
          places: query.get('q') === 'Lisboa' ? [LISBON] : [],
        },
      }),
    })
    await user.type(screen.getByLabelText('City'), 'Lisboa')
    await user.click(screen.getByRole('button', { name: 'Find on the map' }))
    expect(await screen.findByRole('application')).toHaveAccessibleName(
      'Map. The pin is at 38.71667, -9.13333',
    )
    expect(screen.getByLabelText('City')).toHaveValue('Lisboa')
  })

  it('falls back to the outline where the browser cannot draw the street map', async () => {
    const meta = document.createElement('meta')
    meta.name = 'map-style'
    meta.content = 'https://maps.example/style.json'
    document.head.append(meta)
    onTestFinished(() => meta.remove())
    const { user } = await open()
    await user.type(screen.getByLabelText('Coordinates'), '38.7, -9.1')
    expect(await screen.findByRole('button', { name: 'Zoom in' })).toBeVisible()
    expect(screen.getByRole('application')).toHaveAccessibleName('Map. The pin is at 38.70000, -9.10000')
  })

  it.each([
    ['the town of the address', [LISBON], { geo: LISBON.geo, geoAccuracyMeters: 8_000 }],
    ['no pin where no town is found', [], { geo: null, geoAccuracyMeters: null }],
  ])('continues with %s', async (_title, places, pin) => {
    const { user, calls } = await open({
      'GET /api/geocode': () => ({ body: { available: true, places } }),
      'POST /api/listing-drafts': () => ({ status: 201, body: { id: 'l1', revision: 1, events: [] } }),
    })
    await user.selectOptions(screen.getByLabelText('Country'), 'PT')
    await user.type(screen.getByLabelText('Street and number'), 'Rua Garrett 12')
    await user.type(screen.getByLabelText('City'), 'Lisboa')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/api/listing-drafts')?.body).toMatchObject({
        ...pin,
        pinConfirmed: false,
      }),
    )
  })

  it('focuses the first wrong field each time that it does not continue', async () => {
    const { user, calls } = await open()
    const next = screen.getByRole('button', { name: 'Continue' })
    await user.click(next)
    await waitFor(() => expect(screen.getByLabelText('Country')).toHaveFocus())
    await user.selectOptions(screen.getByLabelText('Country'), 'PT')
    await user.click(next)
    await waitFor(() => expect(screen.getByLabelText('Street and number')).toHaveFocus())
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('focuses a field that the server refuses', async () => {
    const { user } = await open({
      'POST /api/listing-drafts': () => ({
        status: 409,
        body: {
          type: 'urn:problem:duplicate',
          title: 'Duplicate',
          status: 409,
          code: 'DUPLICATE',
          errors: [{ pointer: '/address/line2', detail: 'must include the apartment or unit' }],
        },
      }),
    })
    await user.selectOptions(screen.getByLabelText('Country'), 'PT')
    await user.type(screen.getByLabelText('Street and number'), 'Rua Garrett 12')
    await user.type(screen.getByLabelText('City'), 'Lisboa')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-invalid', 'true'))
    expect(document.activeElement).toHaveAccessibleName('Apartment, floor, building (optional)')
  })
})
