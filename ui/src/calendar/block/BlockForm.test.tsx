import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { AdminContext, memoryStore } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dataProvider } from '../../data/records/dataProvider.ts'
import { queryClient } from '../../data/records/queryClient.ts'
import { i18nProvider } from '../../i18n/i18nProvider.ts'
import { fakeApi, type Reply } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { claim } from '../testing/openCalendar.tsx'
import { BlockForm } from './BlockForm.tsx'

const LISTING = '6f1c2b1e-0d3a-4a57-9b0e-2f6d1c9a7e10'
const block = claim('k1', '2026-07-24', '2026-07-27', {
  kind: 'maintenance',
  listingId: LISTING,
  note: 'Boiler',
})
const ACCEPTED = { body: { id: 'k1', revision: 4, events: ['BlockEdited'] } }

const open = (answer: Reply = ACCEPTED) => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: session }),
    'POST /api/blocks/k1/edit': () => answer,
  })
  const form = <BlockForm block={block} listingTitle="Juniper Cabin" today="2026-07-16" />
  const router = createMemoryRouter([
    {
      path: '*',
      element: (
        <AdminContext
          dataProvider={dataProvider}
          i18nProvider={i18nProvider}
          queryClient={queryClient}
          store={memoryStore()}
        >
          {form}
        </AdminContext>
      ),
    },
  ])
  render(<RouterProvider router={router} />)
  return () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
}
const change = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => screen.getByRole('button', { name: 'Save' })

beforeEach(() => queryClient.clear())
afterEach(() => vi.unstubAllGlobals())

it('sends the dates and the note of a block', async () => {
  const sent = open()
  expect(save()).toBeDisabled()
  change(/^Available from/, '2026-07-28')
  change(/^Note/, ' ')
  fireEvent.click(save())
  await waitFor(() =>
    expect(sent()).toEqual([{ listingId: LISTING, start: '2026-07-24', end: '2026-07-28', note: null }]),
  )
})

it('says immediately which date is wrong when the other one changes, and discards both', async () => {
  open()
  change(/^First night/, '2026-07-30')
  expect(screen.getByLabelText(/^Available from/)).toHaveAccessibleDescription(/after/)
  expect(save()).toBeDisabled()
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.getByLabelText(/^First night/)).toHaveValue('24/07/2026'))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('keeps what was typed when the nights are taken, and says by what', async () => {
  open({
    status: 409,
    body: {
      type: 'urn:problem:nights-unavailable',
      title: 'These nights aren’t available',
      status: 409,
      code: 'NIGHTS_UNAVAILABLE',
      detail: 'These nights are booked.',
      conflicts: [{ kind: 'booking', start: '2026-07-27', end: '2026-07-29' }],
    },
  })
  change(/^Available from/, '2026-07-29')
  fireEvent.click(save())
  expect(await screen.findByRole('alert')).toHaveTextContent('Booking, Mon 27 – Wed 29 Jul 2026')
  expect(screen.getByLabelText(/^Available from/)).toHaveValue('2026-07-29')
  expect(save()).toBeEnabled()
})
