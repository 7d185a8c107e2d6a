import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { photoshootTexts } from '../i18n/en/photoshoot.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { fakeApi, type Handler } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import { StaffCard } from './StaffCard.tsx'
import { scheduled } from './testing/scheduled.ts'
import type { Photoshoot } from './usePhotoshoot.ts'

addTexts({ photoshoot: photoshootTexts })

const open = (shoot: Photoshoot, handlers: Readonly<Record<string, Handler>>) => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, role: 'support', capabilities: ['photoshoot.run'] } }),
    ...handlers,
  })
  renderAt('/onboarding/l1/photoshoot', <StaffCard shoot={shoot} />)
  return (path: string) => calls.filter((call) => call.method === 'POST' && call.path === path)
}

it('asks for confirmation, with the price, before a host is charged for a missed appointment', async () => {
  const posted = open(scheduled, {
    'POST /api/photoshoots/s1/record-no-show': () => ({
      body: { id: 's1', revision: 3, events: ['PhotoshootNoShowRecorded'] },
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'No access' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('75.00 USD')
  expect(posted('/api/photoshoots/s1/record-no-show')).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'No access' }))
  await waitFor(() =>
    expect(posted('/api/photoshoots/s1/record-no-show').map(({ body }) => body)).toEqual([
      { reason: 'The photographer couldn’t get in' },
    ]),
  )
})

it('uploads the same images under the same keys when it delivers again after a failure', async () => {
  let uploads = 0
  const posted = open(
    { ...scheduled, status: 'shot' },
    {
      'POST /api/uploads': ({ query }) => {
        uploads += 1
        return uploads === 2
          ? {
              status: 503,
              body: {
                type: 'urn:problem:dependency-unavailable',
                title: 'Part of Hearth is temporarily unavailable',
                status: 503,
                code: 'DEPENDENCY_UNAVAILABLE',
              },
            }
          : { status: 201, body: { id: `file of ${query.get('name')}`, listingId: 'l1', state: 'clean' } }
      },
      'POST /api/photoshoots/s1/deliver-images': () => ({
        body: { id: 's1', revision: 3, events: ['PhotoshootImagesDelivered'] },
      }),
    },
  )
  fireEvent.change(await screen.findByLabelText('Choose photos', { selector: 'input' }), {
    target: { files: [new File(['a'], 'one.jpg'), new File(['b'], 'two.jpg')] },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Deliver photos' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  fireEvent.click(await screen.findByRole('button', { name: 'Deliver photos' }))
  await waitFor(() =>
    expect(posted('/api/photoshoots/s1/deliver-images').map(({ body }) => body)).toEqual([
      { images: [{ fileId: 'file of one.jpg' }, { fileId: 'file of two.jpg' }] },
    ]),
  )
  const keys = posted('/api/uploads').map(({ headers }) => headers.get('idempotency-key'))
  expect([keys.length, keys.slice(2)]).toEqual([4, keys.slice(0, 2)])
})
