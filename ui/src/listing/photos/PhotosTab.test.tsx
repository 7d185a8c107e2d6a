import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../data/records/queryClient.ts'
import { fakePhotos, openPhotos, photo } from './testing/openPhotos.tsx'

beforeEach(() => queryClient.clear())
afterEach(() => vi.unstubAllGlobals())

it('shows sized images that load lazily, and the photos that are missing', async () => {
  fakePhotos({ photos: [photo('p1', { room: 'bedroom_1' }), photo('p2', { caption: 'By the river' })] })
  openPhotos()
  const [cover, river] = await screen.findAllByRole('img')
  expect(cover).toHaveAttribute('loading', 'lazy')
  expect(cover).toHaveAttribute('srcset', expect.stringContaining('/api/files/p1/320 320w'))
  expect([cover, river].map((image) => image?.getAttribute('alt'))).toEqual([
    'Photo 1: Bedroom 1',
    'Photo 2: By the river',
  ])
  expect(screen.getByText('Needed to go live: 5 more photos and a photo of bedroom 2.')).toBeVisible()
})

it('saves a changed caption when its field loses the focus, and sends no unchanged one', async () => {
  const { calls } = fakePhotos({ photos: [photo('p1')] })
  openPhotos()
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

it('shows photos without actions to a role that can only read', async () => {
  fakePhotos({ photos: [photo('p1', { caption: 'The kitchen' })] }, ['listing.read'])
  openPhotos()
  await screen.findByRole('img')
  expect(screen.queryByRole('button')).toBeNull()
})
