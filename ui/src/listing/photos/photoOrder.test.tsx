import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../data/records/queryClient.ts'
import { captions, fakePhotos, openPhotos, photo } from './testing/openPhotos.tsx'

beforeEach(() => queryClient.clear())
afterEach(() => vi.unstubAllGlobals())

it('moves photos with their buttons and sends one order after a pause', async () => {
  const { calls } = fakePhotos({
    photos: [
      photo('p1', { caption: 'One' }),
      photo('p2', { caption: 'Two' }),
      photo('p3', { caption: 'Three' }),
    ],
  })
  openPhotos()
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
  const { calls } = fakePhotos(state)
  openPhotos()
  fireEvent.click(await screen.findByRole('button', { name: 'Move photo 2 earlier' }))
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1))
  Object.assign(state, { photos: state.photos.toReversed(), revision: 5 })
  await queryClient.invalidateQueries({ queryKey: ['listing-contents'] })
  await waitFor(() => expect(captions()).toEqual(['Photo 1: One', 'Photo 2: Two']))
})

it('sends a pending order when the page is left', async () => {
  const { calls } = fakePhotos({ photos: [photo('p1'), photo('p2')] })
  const { unmount } = openPhotos()
  fireEvent.click(await screen.findByRole('button', { name: 'Move photo 2 earlier' }))
  unmount()
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { order: ['p2', 'p1'] },
    ]),
  )
})

it.each([
  ['move, sent, leave, answer', ['p2 p1 p3']],
  ['move, sent, move, leave, answer', ['p2 p1 p3', 'p2 p3 p1']],
  ['move, sent, move, answer, leave', ['p2 p1 p3', 'p2 p3 p1']],
  ['move, sent, answer, move, leave', ['p2 p1 p3', 'p2 p3 p1']],
  ['move, move, leave', ['p2 p3 p1']],
])('sends the last order once, after the former answer: %s', async (script, expected) => {
  const answers: (() => void)[] = []
  const { calls } = fakePhotos({ photos: [photo('p1'), photo('p2'), photo('p3')] }, ['listing.write'], {
    'POST /api/listings/l1/reorder-photos': () =>
      new Promise((resolve) => {
        answers.push(() => resolve({ body: { id: 'l1', revision: 4, events: ['PhotosReordered'] } }))
      }),
  })
  const posts = () => calls.filter(({ method }) => method === 'POST')
  const { unmount } = openPhotos()
  await screen.findByRole('button', { name: 'Move photo 2 earlier' })
  let moves = 0
  for (const step of script.split(', ')) {
    if (step === 'move') {
      moves += 1
      fireEvent.click(screen.getByRole('button', { name: `Move photo ${moves + 1} earlier` }))
    } else if (step === 'sent') await waitFor(() => expect(posts()).toHaveLength(1))
    else if (step === 'answer') answers.shift()?.()
    else unmount()
  }
  await waitFor(() =>
    expect(posts().map(({ body }) => (body as { order: string[] }).order.join(' '))).toEqual(expected),
  )
  expect(new Set(posts().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(expected.length)
})

it('asks curators to approve a new order of a live listing, and shows the old one until then', async () => {
  const asked = () => ({ body: { id: 'l1', revision: 4, events: ['ListingEditRequested'] } })
  const { calls } = fakePhotos(
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
  openPhotos({ feeModel: 'full_service', status: 'live' })
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
