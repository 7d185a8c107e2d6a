import { render, screen } from '@testing-library/react'
import { AdminContext, memoryStore } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { dataProvider } from '../../../data/records/dataProvider.ts'
import { queryClient } from '../../../data/records/queryClient.ts'
import type { Listing } from '../../../data/records/records.ts'
import { i18nProvider } from '../../../i18n/i18nProvider.ts'
import { fakeApi } from '../../../test/fakeApi.ts'
import { session } from '../../../test/fixtures.ts'
import PhotosTab from '../PhotosTab.tsx'

export const photo = (id: string, part = {}) => ({
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

export const openPhotos = (given: Partial<Listing> = {}) => {
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
/** The listing's photos on a server that carries out every command. */
export const fakePhotos = (
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
export const captions = () => screen.getAllByRole('img').map((image) => image.getAttribute('alt'))
