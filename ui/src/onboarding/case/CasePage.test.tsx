import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { stopSections } from '../../listing-sections/saving/useSection.ts'
import { createCase, openOnboarding } from '../testing/openOnboarding.tsx'

afterEach(stopSections)

it('lets hosts say that they have done what staff requested at their bank account', async () => {
  const steps = createCase('').steps.map((line) =>
    line.step === 'payoutSettings'
      ? {
          ...line,
          state: 'needs_changes' as const,
          requests: [{ step: line.step, field: null, comment: 'Use an account in your own name.' }],
        }
      : line,
  )
  const { posted } = await openOnboarding('', {}, { part: { state: 'changes_requested', steps } })
  const line = (await screen.findByText('Use an account in your own name.')).closest('li') as HTMLElement
  await userEvent.click(within(line).getByRole('button', { name: /^Done/ }))
  await waitFor(() => expect(posted('complete-step')).toEqual([{ step: 'payoutSettings' }]))
})

it('shows the steps, who must act, and the next step', async () => {
  await openOnboarding('', {})
  expect(await screen.findByRole('heading', { level: 2, name: 'Add the size and floor' })).toBeVisible()
  expect(screen.getByText('Your details, 5%')).toBeVisible()
  expect(screen.getByText('15 steps left')).toBeInTheDocument()
  const agreement = screen.getByRole('link', { name: 'Management agreement' }).closest('li') as HTMLElement
  expect(within(agreement).getByText('after “Size and floor”')).toBeVisible()
})

it('says why a listing could not be sent for review, whichever button was clicked', async () => {
  const { steps } = createCase('')
  const submit = {
    status: 422,
    body: {
      type: 'urn:problem:precondition-failed',
      title: 'Something must be done first',
      status: 422,
      code: 'PRECONDITION_FAILED',
      detail: 'A photo is missing.',
    },
  }
  await openOnboarding(
    '',
    {},
    {
      part: { steps: steps.map((line) => ({ ...line, state: 'complete', requests: [] })), nextStep: null },
      submit,
    },
  )
  const [inHeader] = await screen.findAllByRole('button', { name: 'Send for review' })
  await userEvent.click(inHeader as HTMLElement)
  expect(await screen.findByText('A photo is missing.')).toBeVisible()
})

const TAX = { code: 'tax', detail: 'The tax details aren’t complete.', route: '/tax-center' } as const
const PHOTOS = { code: 'photos', detail: 'There are 12 photos.', route: '/listing-details/photos' } as const
const PRICE = { code: 'pricing', detail: null, route: null } as const

it('names what keeps an approved listing from going live, with the way there', async () => {
  await openOnboarding('', {}, { part: { state: 'approved' }, conditions: [PRICE, TAX, PHOTOS] })
  const card = (await screen.findByRole('heading', { name: 'Before it goes live' })).closest('section')
  const list = within(card as HTMLElement)
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  expect(list.getByRole('link', { name: 'Complete: Tax details' })).toHaveAttribute('href', '/tax-center')
  expect(list.getByRole('link', { name: 'Complete: Photos' })).toBeVisible()
})

it('asks for tax details during the review, and leaves the photos to the curators', async () => {
  await openOnboarding('', {}, { part: { state: 'in_review' }, conditions: [TAX, PHOTOS] })
  expect(await screen.findByRole('link', { name: 'Complete: Tax details' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Complete: Photos' })).toBeNull()
})
