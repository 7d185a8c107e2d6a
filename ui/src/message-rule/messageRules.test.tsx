import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Notification } from 'react-admin'
import { describe, expect, it } from 'vitest'
import { fakeApi, list, type Handler } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import RulesPage from './RulesPage.tsx'

const may = ['message-rule.read', 'message-rule.write', 'reply-template.read', 'listing.read']
const template = {
  id: '2f1a9a3e-7d1b-5c0e-9a44-5b8b8a1f6c21',
  hostAccountId: 'a1',
  name: 'Directions',
  body: 'Walk.',
  changedAt: '2026-07-01T10:00:00.000Z',
  state: 'kept',
}
const rule = {
  id: 'r1',
  hostAccountId: 'a1',
  templateId: template.id,
  trigger: 'checkin-3d',
  time: '10:00',
  minNights: 3,
  listingIds: null,
  isOn: true,
  changedAt: '2026-07-01T10:00:00.000Z',
  state: 'kept',
}
const terms = {
  templateId: template.id,
  trigger: 'checkin-3d',
  time: '10:00',
  minNights: 3,
  listingIds: null,
  isOn: true,
}
const LISTING = '3b0f4ad2-8c31-5c55-9d0a-1f8d2c7b6a54'
const listing = { id: LISTING, title: 'Cedar House', place: 'Vale' }
const accepted = () => ({ body: { id: 'a1', revision: 2, events: [] } })

const open = (more: Record<string, Handler> = {}, rules: readonly unknown[] = [rule]) => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: [...session.capabilities, ...may] } }),
    'GET /api/message-rules': () => list(rules),
    'GET /api/reply-templates': () => list([template]),
    'GET /api/listings': () => list([listing]),
    'GET /api/bookings': () => list([]),
    ...Object.fromEntries(
      ['add', 'change', 'remove', 'restore'].map((verb) => [`POST /api/message-rules/a1/${verb}`, accepted]),
    ),
    ...more,
  })
  renderAt(
    '/scheduled-messages',
    <>
      <RulesPage />
      <Notification />
    </>,
  )
  return () =>
    calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path.split('/').at(-1), body])
}

describe('the page of scheduled messages', () => {
  it('says what goes out, when, and to which stays', async () => {
    open()
    const item = (await screen.findByRole('heading', { name: 'Directions' })).closest('li')
    expect(item).toHaveTextContent('3 days before check-in, at 10:00')
    expect(item).toHaveTextContent('Stays of 3 nights or more · All listings')
  })

  it('adds one for some listings when a booking is confirmed, which has no time', async () => {
    const sent = open({}, [])
    await screen.findByRole('heading', { name: 'No scheduled messages yet' })
    await userEvent.click(screen.getByRole('button', { name: 'New scheduled message' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'When to send' }), 'confirmed')
    expect(dialog.queryByLabelText('Time of day')).toBeNull()
    await userEvent.click(dialog.getByRole('radio', { name: 'Some listings' }))
    expect(dialog.getByText('Choose at least one listing.')).toBeVisible()
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'Cedar House' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    const added = { ...terms, trigger: 'confirmed', time: null, minNights: 1, listingIds: [LISTING] }
    await waitFor(() => expect(sent()).toEqual([['add', added]]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('changes one, and turns it off', async () => {
    const sent = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Edit: Directions' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'When to send' }), 'checkin-1d')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Turn off: Directions' }))
    await waitFor(() =>
      expect(sent()).toEqual([
        ['change', { ruleId: 'r1', ...terms, trigger: 'checkin-1d' }],
        ['change', { ruleId: 'r1', ...terms, isOn: false }],
      ]),
    )
  })

  it('removes one, with undo', async () => {
    const sent = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Remove: Directions' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(sent()).toEqual([
        ['remove', { ruleId: 'r1' }],
        ['restore', { ruleId: 'r1' }],
      ]),
    )
  })

  it('says why it could not be loaded, and that a saved reply comes first', async () => {
    open({ 'GET /api/message-rules': () => ({ status: 500, body: { status: 500, title: '', type: '' } }) })
    expect(await screen.findByText('Couldn’t load your scheduled messages')).toBeVisible()
  })
})
