import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../data/records/queryClient.ts'
import { fakePhotos, openPhotos } from './testing/openPhotos.tsx'

beforeEach(() => queryClient.clear())
afterEach(() => vi.unstubAllGlobals())

it('uploads photos one after another, and says which was refused and why', async () => {
  const detail =
    'A photo must be at least 1024 pixels wide and 683 high; this one is 20 × 10. Send a larger one.'
  let sent = 0
  const { calls } = fakePhotos({ photos: [] }, ['listing.write'], {
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
  openPhotos()
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

it('asks before the page is left while photos are waiting for their upload', async () => {
  fakePhotos({ photos: [] }, ['listing.write'], { 'POST /api/uploads': () => new Promise(() => undefined) })
  const router = openPhotos()
  fireEvent.change(await screen.findByLabelText('Add photos', { selector: 'input' }), {
    target: { files: [new File(['a'], 'one.jpg'), new File(['b'], 'two.jpg')] },
  })
  expect(await screen.findByText('two.jpg is waiting')).toBeVisible()
  await act(() => router.navigate('/listings'))
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
})
