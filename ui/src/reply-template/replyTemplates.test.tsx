import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Notification } from 'react-admin'
import { describe, expect, it } from 'vitest'
import { fakeApi, list, type Handler } from '../test/fakeApi.ts'
import { booking, session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import TemplatesPage from './TemplatesPage.tsx'

const may = ['reply-template.read', 'reply-template.write', 'booking.read', 'listing.read']
const template = {
  id: 'r1',
  hostAccountId: 'a1',
  name: 'Wi-Fi',
  body: 'Hello {{guestFirstName}}, the Wi-Fi is {{wifiName}}.',
  changedAt: '2026-07-01T10:00:00.000Z',
  state: 'kept',
}
const listing = {
  id: 'l1',
  title: 'Cedar House',
  publicTitle: 'Cedar House',
  timezone: 'America/New_York',
  checkInTime: '15:00',
  checkOutTime: '11:00',
}
const stay = { ...booking, id: 'b1', listingId: 'l1', guestName: 'Ana P.', status: 'confirmed' }
const accepted = () => ({ body: { id: 'a1', revision: 2, events: [] } })

const open = (more: Record<string, Handler> = {}, templates: readonly unknown[] = [template]) => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: [...session.capabilities, ...may] } }),
    'GET /api/reply-templates': () => list(templates),
    'GET /api/listings': () => list([listing]),
    'GET /api/listing-contents': () => list([{ id: 'l1', sections: {}, personal: {}, photos: [] }]),
    'GET /api/bookings': () => list([stay]),
    'GET /api/bookings/b1': () => ({ body: stay }),
    ...Object.fromEntries(
      ['add', 'change', 'remove', 'restore'].map((verb) => [
        `POST /api/reply-templates/a1/${verb}`,
        accepted,
      ]),
    ),
    ...more,
  })
  renderAt(
    '/saved-replies',
    <>
      <TemplatesPage />
      <Notification />
    </>,
  )
  return () =>
    calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path.split('/').at(-1), body])
}

describe('the page of saved replies', () => {
  it('adds one, with a preview for a real stay and what is missing', async () => {
    const sent = open({}, [])
    await screen.findByRole('heading', { name: 'No saved replies yet' })
    await userEvent.click(screen.getByRole('button', { name: 'New saved reply' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Directions')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Message' }), 'Hello')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Insert' }), 'guest’s first name')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Insert' }), 'Wi-Fi name')
    const preview = await dialog.findByRole('region', { name: 'Preview' })
    expect(preview).toHaveTextContent('Hello Ana {{wifiName}}')
    expect(preview).toHaveTextContent('Not known yet: Wi-Fi name.')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent()).toEqual([
        ['add', { name: 'Directions', body: 'Hello {{guestFirstName}} {{wifiName}}' }],
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('Saved reply “Directions” saved')).toBeVisible()
  })

  it('names an unknown variable before anything is sent', async () => {
    const sent = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Edit: Wi-Fi' }))
    const dialog = within(await screen.findByRole('dialog'))
    const message = dialog.getByRole('textbox', { name: 'Message' })
    await userEvent.clear(message)
    await userEvent.type(message, 'The door is {{{{doorCode}}')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('unknown variable “doorCode”')
    expect(sent()).toEqual([])
  })

  it('shows the name that is taken at its field', async () => {
    const detail = 'You already have a saved reply with this name.'
    const problem = {
      status: 409,
      code: 'DUPLICATE',
      title: '',
      type: '',
      errors: [{ pointer: '/name', detail }],
    }
    open({ 'POST /api/reply-templates/a1/change': () => ({ status: 409, body: problem }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit: Wi-Fi' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(detail)
  })

  it('shows the names of variables instead of their codes', async () => {
    open()
    expect(await screen.findByText('guest’s first name')).toBeVisible()
    expect(screen.getByText('Wi-Fi name')).toBeVisible()
    expect(screen.queryByText(/\{\{/)).toBeNull()
  })

  it('removes one, with undo', async () => {
    const sent = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Remove: Wi-Fi' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(sent()).toEqual([
        ['remove', { templateId: 'r1' }],
        ['restore', { templateId: 'r1' }],
      ]),
    )
  })
})
