import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { fakeApi, list } from '../../test/fakeApi.ts'
import { listedBooking, session as withoutViews } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import BookingListPage from './BookingListPage.tsx'

const session = {
  ...withoutViews,
  capabilities: [...withoutViews.capabilities, 'saved-view.read', 'saved-view.write'],
}
const me = session.user.id
const view = (id: string, data: object = {}) => ({
  id,
  tenantId: 'a1',
  revision: 1,
  hostAccountId: 'a1',
  list: 'bookings',
  name: `View ${id}`,
  ownerId: me,
  shared: false,
  position: 1,
  filter: { status: ['completed'] },
  order: { field: 'guestName', direction: 'DESC' },
  columns: null,
  needs: [],
  listingIds: null,
  state: 'kept',
  ...data,
})
type ViewRow = ReturnType<typeof view>

/** An account whose views commands change as the server would. */
const openAccount = (rows: readonly ViewRow[], signedIn: object = session) => {
  let views = rows
  const answer = { body: { id: 'a1', revision: 2, events: [] } }
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: signedIn }),
    'GET /api/listings': () => list([]),
    'GET /api/bookings': () => list([listedBooking], 64),
    'GET /api/saved-views': () => list(views),
    'POST /api/saved-views/a1/save': ({ body }) => {
      views = [...views, view('new', body as object)]
      return answer
    },
    'POST /api/saved-views/a1/update': () => answer,
    'POST /api/saved-views/a1/remove': ({ body }) => {
      views = views.filter(({ id }) => id !== (body as { viewId: string }).viewId)
      return answer
    },
  })
  return {
    sent: (verb: string) => calls.find(({ path }) => path.endsWith(`/${verb}`))?.body,
    asked: () =>
      calls
        .filter(({ path, query }) => path === '/api/bookings' && query.get('range') === '[0,24]')
        .map(({ query }) => [query.get('filter'), query.get('sort')]),
  }
}
const tabs = () => within(screen.getByRole('navigation', { name: 'Views' })).getAllByRole('link')
const tab = (name: RegExp) => screen.findByRole('link', { name })
afterEach(cleanup)

it('shows the built-in tabs first, then the person’s views and the team’s', async () => {
  openAccount([view('team', { shared: true, ownerId: 'other' }), view('mine', { position: 2 })])
  renderAt('/bookings', <BookingListPage />)
  await tab(/View mine/)
  expect(tabs().map(({ textContent }) => textContent?.trim())).toEqual([
    expect.stringMatching(/^Next 30 days/),
    ...Array.from({ length: 5 }, () => expect.any(String)),
    'View mine',
    'View team (shared with the team)',
  ])
})

it('opens a view with its filter, order and columns', async () => {
  const { asked } = openAccount([view('mine', { columns: ['code', 'guest'] })])
  renderAt('/bookings', <BookingListPage />)
  await userEvent.click(await tab(/View mine/))
  await waitFor(() => expect(asked().at(-1)).toEqual(['{"status":["completed"]}', '["guestName","DESC"]']))
  expect(await tab(/View mine/)).toHaveAttribute('aria-current', 'true')
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['', 'Code', 'Guest'])
  expect(screen.queryByRole('button', { name: 'Save as view' })).toBeNull()
})

it('saves what is shown as a view once it differs from every tab', async () => {
  const { sent } = openAccount([])
  renderAt('/bookings', <BookingListPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Stay' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save as view' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Not cancelled')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Share with the team' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }))
  const saved = await tab(/Not cancelled/)
  expect(saved).toHaveAttribute('aria-current', 'true')
  expect(sent('save')).toMatchObject({
    list: 'bookings',
    name: 'Not cancelled',
    shared: true,
    filter: { status: expect.arrayContaining(['confirmed']) },
    order: { field: 'checkIn', direction: 'ASC' },
    columns: expect.arrayContaining(['code', 'guest']),
  })
})

it('offers to update or reset a view that was changed', async () => {
  const { sent } = openAccount([view('mine')])
  renderAt('/bookings', <BookingListPage />)
  await userEvent.click(await tab(/View mine/))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Status' }))
  expect(await tab(/View mine.*changed/)).toHaveAttribute('aria-current', 'true')
  await userEvent.click(await screen.findByRole('button', { name: 'Reset' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Status' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Update view' }))
  await waitFor(() => expect(sent('update')).toMatchObject({ viewId: 'mine', filter: {} }))
})

it('opens a view without what the list no longer has, and says so', async () => {
  const { asked } = openAccount([view('old', { filter: { status: ['completed'], color: 'red' } })])
  renderAt('/bookings', <BookingListPage />)
  await userEvent.click(await tab(/View old/))
  expect(await screen.findByText('Part of this view no longer exists.')).toBeVisible()
  await waitFor(() => expect(asked().at(-1)?.[0]).toBe('{"status":["completed"]}'))
})

it('removes a view, and offers to undo it', async () => {
  const { sent } = openAccount([view('mine')])
  renderAt('/bookings', <BookingListPage />)
  await userEvent.click(await tab(/View mine/))
  await userEvent.click(await screen.findByRole('button', { name: 'Options for “View mine”' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await waitFor(() => expect(sent('remove')).toEqual({ viewId: 'mine' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: /View mine/ })).toBeNull())
  await waitFor(() =>
    expect(screen.getByRole('link', { name: /Next 30 days/ })).toHaveAttribute('aria-current', 'true'),
  )
})

it('asks for no views where the session may not see them', async () => {
  openAccount([view('mine')], withoutViews)
  renderAt('/bookings', <BookingListPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Stay' }))
  expect(screen.queryByRole('link', { name: /View mine/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save as view' })).toBeNull()
})
