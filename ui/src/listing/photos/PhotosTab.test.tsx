import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { AdminContext, memoryStore } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dataProvider } from '../../data/records/dataProvider.ts'
import { queryClient } from '../../data/records/queryClient.ts'
import type { Listing } from '../../data/records/records.ts'
import { i18nProvider } from '../../i18n/i18nProvider.ts'
import { fakeApi } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import PhotosTab from './PhotosTab.tsx'

const photo = (id: string, part = {}) => ({
  id,
  width: 3000,
  height: 2000,
  caption: '',
  room: null as string | null,
  source: 'host',
  state: 'published',
  ...part,
})
const listing = {
  id: 'l1',
  revision: 3,
  title: 'Juniper Cabin',
  status: 'draft',
  feeModel: 'self_managed',
  bedrooms: 2,
  drafted: true,
} as Listing

const open = (given: Partial<Listing> = {}) => {
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
          <PhotosTab listing={{ ...listing, ...given }} />
        </AdminContext>
      ),
    },
  ])
  return { ...render(<RouterProvider router={router} />), navigate: router.navigate }
}
const api = (
  state: { photos: ReturnType<typeof photo>[]; revision?: number },
  capabilities = ['listing.write'],
  more: Parameters<typeof fakeApi>[0] = {},
) => {
  const done = (event: string) => ({
    body: { id: 'l1', revision: (state.revision = (state.revision ?? 3) + 1), events: [event] },
  })
  return fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities } }),
    'GET /api/listing-contents/l1': () => ({
      body: {
        id: 'l1',
        revision: state.revision ?? 3,
        hostAccountId: 'a',
        sections: {},
        personal: {},
        photos: state.photos,
      },
    }),
    'POST /api/listings/l1/caption-photo': ({ body }) => {
      const { photoId, caption } = body as { photoId: string; caption: string }
      state.photos = state.photos.map((each) => (each.id === photoId ? { ...each, caption } : each))
      return done('PhotoCaptioned')
    },
    'POST /api/listings/l1/reorder-photos': ({ body }) => {
      const { order } = body as { order: string[] }
      state.photos = order.flatMap((id) => state.photos.find((each) => each.id === id) ?? [])
      return done('PhotosReordered')
    },
    'POST /api/listings/l1/add-photo': ({ body }) => {
      state.photos = [...state.photos, photo((body as { fileId: string }).fileId)]
      return done('PhotoAdded')
    },
    ...more,
  })
}
const captions = () => screen.getAllByRole('img').map((image) => image.getAttribute('alt'))

beforeEach(() => queryClient.clear())
afterEach(() => vi.unstubAllGlobals())

it('shows sized images that load lazily, and what is missing', async () => {
  api({ photos: [photo('p1', { room: 'bedroom_1' }), photo('p2', { caption: 'By the river' })] })
  open()
  const [cover, river] = await screen.findAllByRole('img')
  expect(cover).toHaveAttribute('loading', 'lazy')
  expect(cover).toHaveAttribute('srcset', expect.stringContaining('/api/files/p1/320 320w'))
  expect([cover, river].map((image) => image?.getAttribute('alt'))).toEqual([
    'Photo 1: Bedroom 1',
    'Photo 2: By the river',
  ])
  expect(screen.getByText('Needed to go live: 5 more photos and a photo of bedroom 2.')).toBeVisible()
})

it('moves photos by the keys of their buttons and sends one order when the hand rests', async () => {
  const { calls } = api({
    photos: [
      photo('p1', { caption: 'One' }),
      photo('p2', { caption: 'Two' }),
      photo('p3', { caption: 'Three' }),
    ],
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Move photo 3 earlier' }))
  fireEvent.click(screen.getByRole('button', { name: 'Move photo 2 earlier' }))
  expect(captions()).toEqual(['Photo 1: Three', 'Photo 2: One', 'Photo 3: Two'])
  expect(screen.getByText('Photo moved to position 1 of 3.')).toBeInTheDocument()
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { order: ['p3', 'p1', 'p2'] },
    ]),
  )
})

it('keeps an order that another person sets afterwards', async () => {
  const state = { photos: [photo('p1', { caption: 'One' }), photo('p2', { caption: 'Two' })], revision: 3 }
  const { calls } = api(state)
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Move photo 2 earlier' }))
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1))
  Object.assign(state, { photos: state.photos.toReversed(), revision: 5 })
  await queryClient.invalidateQueries({ queryKey: ['listing-contents'] })
  await waitFor(() => expect(captions()).toEqual(['Photo 1: One', 'Photo 2: Two']))
})

it('sends an order that was just given when its page is left', async () => {
  const { calls } = api({ photos: [photo('p1'), photo('p2')] })
  const { unmount } = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Move photo 2 earlier' }))
  unmount()
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { order: ['p2', 'p1'] },
    ]),
  )
})

it('saves a caption when the hand leaves it, and nothing when it is as it was', async () => {
  const { calls } = api({ photos: [photo('p1')] })
  open()
  const field = await screen.findByLabelText('Caption of photo 1')
  fireEvent.blur(field)
  fireEvent.change(field, { target: { value: ' The kitchen ' } })
  fireEvent.blur(field)
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { photoId: 'p1', caption: 'The kitchen' },
    ]),
  )
  await screen.findByRole('img', { name: 'Photo 1: The kitchen' })
  field.focus()
  fireEvent.change(field, { target: { value: 'The old kitchen' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  field.blur()
  await screen.findByRole('img', { name: 'Photo 1: The old kitchen' })
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

it('sends photos one after the other, and says which was not taken and why', async () => {
  const detail =
    'A photo must be at least 1024 pixels wide and 683 high; this one is 20 × 10. Send a larger one.'
  let sent = 0
  const { calls } = api({ photos: [] }, ['listing.write'], {
    'POST /api/uploads': () => {
      sent += 1
      return sent === 1
        ? { status: 201, body: { id: 'f1', listingId: 'l1', state: 'clean' } }
        : {
            status: 422,
            body: {
              type: 'urn:problem:validation-failed',
              title: 'Some fields need correcting',
              status: 422,
              code: 'VALIDATION_FAILED',
              errors: [{ pointer: '', detail }],
            },
          }
    },
  })
  open()
  await screen.findByText('No photos yet')
  const big = new File([new Uint8Array(10_000_001)], 'huge.jpg')
  fireEvent.change(await screen.findByLabelText('Add photos'), {
    target: { files: [new File(['a'], 'one.jpg'), new File(['b'], 'two.jpg'), big] },
  })
  await screen.findByRole('img', { name: 'Photo 1: no caption' })
  const alerts = await waitFor(() => {
    const found = screen.getAllByRole('alert')
    expect(found).toHaveLength(2)
    return found
  })
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    `Couldn’t add two.jpg ${detail}`,
    'Couldn’t add huge.jpg The photo is larger than 10 MB. Choose a smaller one.',
  ])
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss two.jpg' }))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

it('asks before photos that are still to be sent are left behind', async () => {
  api({ photos: [] }, ['listing.write'], { 'POST /api/uploads': () => new Promise(() => undefined) })
  const router = open()
  fireEvent.change(await screen.findByLabelText('Add photos', { selector: 'input' }), {
    target: { files: [new File(['a'], 'one.jpg'), new File(['b'], 'two.jpg')] },
  })
  expect(await screen.findByText('two.jpg is waiting')).toBeVisible()
  await act(() => router.navigate('/listings'))
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
})

it('asks curators to approve the order of a live listing under full service, and shows the old one until then', async () => {
  const asked = () => ({ body: { id: 'l1', revision: 4, events: ['ListingEditRequested'] } })
  const { calls } = api(
    {
      photos: [
        photo('p1', { caption: 'One' }),
        photo('p2', { caption: 'Two' }),
        photo('p3', { state: 'pending' }),
      ],
    },
    ['listing.write'],
    { 'POST /api/listings/l1/reorder-photos': asked, 'POST /api/listings/l1/remove-photo': asked },
  )
  open({ feeModel: 'full_service', status: 'live' })
  await screen.findByText(/to request a change/)
  expect(
    within(screen.getAllByRole('listitem')[2] as HTMLElement).getByText('Waiting for our curators'),
  ).toBeVisible()
  fireEvent.click(await screen.findByRole('button', { name: 'Move photo 2 earlier' }))
  expect(captions().slice(0, 2)).toEqual(['Photo 1: Two', 'Photo 2: One'])
  await waitFor(() => expect(captions().slice(0, 2)).toEqual(['Photo 1: One', 'Photo 2: Two']))
  fireEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }))
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { order: ['p2', 'p1', 'p3'] },
      { photoId: 'p1' },
    ]),
  )
  expect(captions()).toHaveLength(3)
})

it('shows photos without actions to a role that may only read', async () => {
  api({ photos: [photo('p1', { caption: 'The kitchen' })] }, ['listing.read'])
  open()
  await screen.findByRole('img')
  expect(screen.queryByRole('button')).toBeNull()
})
