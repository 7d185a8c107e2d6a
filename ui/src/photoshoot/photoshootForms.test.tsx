import type { ReactNode } from 'react'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { PREPARATION } from '@hearth/contracts/photoshoot'
import { expect, it } from 'vitest'
import { photoshootTexts } from '../i18n/en/photoshoot.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { fakeApi } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import { BookForm } from './ConfirmForms.tsx'
import { ImagesCard } from './ImagesCard.tsx'
import { scheduled } from './testing/scheduled.ts'

addTexts({ photoshoot: photoshootTexts })

const FILES = ['6f1c2b1e-0d3a-4a57-9b0e-2f6d1c9a7e10', '6f1c2b1e-0d3a-4a57-9b0e-2f6d1c9a7e11']

const open = (element: ReactNode) => {
  const accept = () => ({ body: { id: 's1', revision: 3, events: [] } })
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: ['photoshoot.write'] } }),
    'POST /api/photoshoots/s1/confirm': accept,
    'POST /api/photoshoots/s1/request-reshoot': accept,
  })
  renderAt('/onboarding/l1/photoshoot', element)
  return () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
}

it('books an appointment once everything is ready, and checks the phone number when it is sent', async () => {
  const sent = open(<BookForm shoot={{ ...scheduled, status: 'not_requested' }} />)
  const submit = screen.getByRole('button', { name: 'Book photo shoot' })
  const phone = screen.getByLabelText('Phone number for the day')
  fireEvent.click(screen.getByLabelText('uses the key box'))
  fireEvent.change(phone, { target: { value: '0912 345' } })
  expect(submit).toBeDisabled()
  fireEvent.click(screen.getByRole('button', { name: 'Everything will be ready' }))
  fireEvent.click(submit)
  await waitFor(() => expect(phone).toHaveAccessibleDescription('must start with + and the country code'))
  expect(sent()).toEqual([])
  fireEvent.change(phone, { target: { value: '+351 (912) 345-678' } })
  fireEvent.click(submit)
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        access: { method: 'key_box', note: null },
        contactPhone: '+351912345678',
        checklistAccepted: PREPARATION,
      },
    ]),
  )
})

it('requests a reshoot of the chosen images with a reason', async () => {
  const images = FILES.map((fileId) => ({ fileId, caption: null }))
  const sent = open(<ImagesCard shoot={{ ...scheduled, status: 'delivered', images }} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Request a reshoot' }))
  const submit = screen.getByRole('button', { name: 'Request a reshoot' })
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'The lights were off.' } })
  expect(submit).toBeDisabled()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Photo 2' }))
  fireEvent.click(submit)
  await waitFor(() =>
    expect(sent()).toEqual([{ fileIds: [FILES[1]], cause: 'quality', why: 'The lights were off.' }]),
  )
})
