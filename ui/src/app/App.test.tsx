import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, list } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'

const token = 'A'.repeat(43)
const today = {
  date: '2026-07-16',
  timezone: 'America/New_York',
  arrivals: { count: 0, items: [] },
  departures: { count: 0, late: 0, items: [] },
  inHouse: { count: 0, listings: 0 },
  occupancy: { bps: 0, nights: [] },
  waiting: [],
}

beforeEach(() => {
  vi.stubGlobal(
    'EventSource',
    class {
      close() {}
      addEventListener() {}
    },
  )
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: () => Promise.resolve() },
  })
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }))
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  vi.resetModules()
  window.history.replaceState(null, '', '/')
})

const open = async (address: string) => {
  window.history.replaceState(null, '', address)
  const { App } = await import('./App.tsx')
  render(<App />)
}
const pages = {
  'GET /api/login/providers': () => ({ body: { providers: [] } }),
  'GET /api/today': () => ({ body: today }),
  'GET /api/listings': () => list([]),
  'GET /api/bookings': () => list([]),
}
const nobody = { status: 401, body: { type: '', title: '', status: 401, code: 'UNAUTHENTICATED' } }

it('opens a link from outside after sign-in, without ending a session', async () => {
  let signedIn = false
  const { calls } = fakeApi({
    'GET /api/session': () => (signedIn ? { body: session } : nobody),
    'POST /api/login/ticket/look': () => ({
      body: {
        purpose: 'email_login',
        email: 'c…@example.com',
        about: null,
        needs: [],
        redirect: null,
        expiresAt: '2030-01-01T12:00:00.000Z',
      },
    }),
    'POST /api/login/ticket': () => {
      signedIn = true
      return {
        body: {
          user: { id: 'u1', email: 'clara@example.com', name: 'Clara Vale', staffRole: null },
          accounts: [],
          hostAccountId: 'a1',
          redirect: null,
          secondFactor: null,
          linked: null,
        },
      }
    },
    ...pages,
  })
  await open(`/login/ticket#token=${token}`)
  await userEvent.click(await screen.findByRole('button', { name: /^Continue as/ }))
  expect(await screen.findByRole('heading', { level: 1, name: /^Today/ })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Clara Vale' })).toBeVisible())
  expect(window.location.pathname + window.location.hash).toBe('/')
  expect(calls.filter(({ path }) => path === '/api/logout')).toEqual([])
})

it('asks a session without its second step for it on every page, and keeps the session', async () => {
  let secondFactor: 'prove' | null = 'prove'
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, secondFactor } }),
    'POST /api/session/prove': () => {
      secondFactor = null
      return { body: { provedAt: '2026-07-16T13:00:00.000Z' } }
    },
    ...pages,
  })
  await open('/?from=mail')
  await userEvent.type(await screen.findByLabelText('Code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { level: 1, name: /^Today/ })).toBeVisible()
  expect(window.location.search).toBe('?from=mail')
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/session/prove',
  ])
})

it('shows that a provider that is not set up has no page', async () => {
  fakeApi({ 'GET /api/session': () => nobody, ...pages })
  await open('/login/idp/nobody')
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

it('leads from the phone’s address of a page to the page where phones have none of their own', async () => {
  fakeApi({ ...pages, 'GET /api/session': () => ({ body: session }) })
  await open('/mobile/reports?type=nights')
  await waitFor(() => expect(window.location.pathname).toBe('/reports'))
  expect(window.location.search).toBe('?type=nights')
})

it('leads from a phone’s page that is opened on a larger screen to the same page of the console', async () => {
  fakeApi({ ...pages, 'GET /api/session': () => ({ body: session }) })
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media === '(min-width: 701px)',
    media,
    addEventListener() {},
    removeEventListener() {},
  }))
  await open('/mobile/bookings?sort=checkIn')
  await waitFor(() => expect(window.location.pathname).toBe('/bookings'))
  expect(window.location.search).toBe('?sort=checkIn')
})

it('stays on its own site where the phone’s address goes on with two slashes', async () => {
  fakeApi({ ...pages, 'GET /api/session': () => ({ body: session }) })
  await open('/mobile//elsewhere.example/reports')
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  expect(window.location.pathname).toBe('/elsewhere.example/reports')
})
