import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { stopSections } from '../../listing-sections/saving/useSection.ts'
import { createCase, openOnboarding } from '../testing/openOnboarding.tsx'

afterEach(stopSections)

it('saves an answer automatically, says so, and counts what is still missing', async () => {
  const { posted } = await openOnboarding('pre-arrival/parking', {})
  expect(await screen.findByRole('heading', { level: 1, name: /^Parking/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Done, next step' })).toBeDisabled()
  await userEvent.click(await screen.findByLabelText('Free, on site'))
  expect(screen.getByText('Describe how to get there in at least 20 characters.')).toBeVisible()
  await waitFor(() =>
    expect(posted('update-section')).toEqual([
      { section: 'parking', patch: { type: 'on_site_free' }, baseVersion: 1 },
    ]),
  )
  expect(await screen.findByText('Saved')).toBeVisible()
  await userEvent.click(screen.getByLabelText('Parking directions'))
  await userEvent.paste('Left of the barn, behind the gate.')
  await waitFor(() => expect(posted('update-section')).toHaveLength(2))
  expect(await screen.findByRole('button', { name: 'Done, next step' })).toBeEnabled()
})

it('shows a curator’s request at its question', async () => {
  await openOnboarding('pre-arrival/parking', { type: 'garage' })
  const question = (await screen.findByLabelText('Parking directions')).closest(
    '#field-parking-instructions',
  ) as HTMLElement
  expect(question).toHaveTextContent('Our curator asks: Which gate is it?')
})

it('shows requests for a part of an answer at its question, and those without a question above', async () => {
  const asked = (step: string, field: string, comment: string) =>
    createCase('').steps.map((line) =>
      line.step === step ? { ...line, requests: [{ step: line.step, field, comment }] } : line,
    )
  await openOnboarding(
    'basics/sleep',
    {},
    { part: { steps: asked('sleep', '/sleep/rooms/0', 'Is the first one a double bed?') } },
  )
  expect(
    (await screen.findByText('Is the first one a double bed?')).closest('#field-sleep-rooms'),
  ).not.toBeNull()
  cleanup()
  await openOnboarding(
    'basics/type',
    {},
    { part: { steps: asked('type', '/type/relationship', 'Who owns it?') } },
  )
  expect(await screen.findByText('Who owns it?')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'What our curator asked for' })).toBeVisible()
})

it('keeps an invalid answer on the device, and says what is wrong after the field is left', async () => {
  const { posted } = await openOnboarding('basics/info', { maxGuests: 4 })
  const guests = await screen.findByLabelText('Maximum guests')
  // Pasted, because an answer typed slowly is saved while it is typed.
  await userEvent.clear(guests)
  await userEvent.paste('31')
  expect(screen.queryByText('Enter 30 or less.')).not.toBeInTheDocument()
  await userEvent.tab()
  expect(await screen.findByText('Enter 30 or less.')).toBeVisible()
  expect(screen.getByText('Not saved yet: please fix the highlighted answer')).toBeVisible()
  await userEvent.click(screen.getByLabelText('Bathrooms'))
  await userEvent.paste('1.5')
  await waitFor(() =>
    expect(posted('update-section')).toEqual([
      { section: 'info', patch: { bathrooms: 1.5 }, baseVersion: 1 },
    ]),
  )
  expect(guests).toHaveValue('31')
})

it('shows both values of a conflict and sends the chosen one over the other', async () => {
  const { posted } = await openOnboarding(
    'basics/info',
    { maxGuests: 4 },
    {
      conflict: {
        status: 409,
        body: {
          type: 'urn:problem:version-conflict',
          title: 'Conflict',
          status: 409,
          code: 'VERSION_CONFLICT',
          conflicts: [{ pointer: '/maxGuests', yours: 6, theirs: 8, changedBy: 'team' }],
        },
      },
    },
  )
  const guests = await screen.findByLabelText('Maximum guests')
  await userEvent.clear(guests)
  await userEvent.type(guests, '6')
  const note = await screen.findByRole('alert')
  expect(note).toHaveTextContent('Someone on your team also answered this')
  expect(within(note).getByText('8')).toBeVisible()
  expect(within(note).getByText('6')).toBeVisible()
  await userEvent.click(within(note).getByRole('button', { name: 'Keep my answer' }))
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(posted('update-section')).toHaveLength(2)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('stops at a conflict that names no field of the page, and does not send it again', async () => {
  const { posted } = await openOnboarding(
    'basics/info',
    { maxGuests: 4 },
    {
      conflict: {
        status: 409,
        body: {
          type: 'urn:problem:version-conflict',
          title: 'Someone else changed this section',
          status: 409,
          code: 'VERSION_CONFLICT',
          conflicts: [{ pointer: '/garden', yours: 6, theirs: 8, changedBy: 'team' }],
        },
      },
    },
  )
  await userEvent.type(await screen.findByLabelText('Bathrooms'), '2')
  expect(await screen.findByText('Not saved')).toBeVisible()
  expect(posted('update-section')).toHaveLength(1)
  expect(screen.getByLabelText('Bathrooms')).toHaveValue('2')
})

it('shows answers as text to a role that can only read', async () => {
  await openOnboarding('pre-arrival/parking', { type: 'garage' }, { capabilities: ['listing.read'] })
  expect(await screen.findByText('In a garage')).toBeVisible()
  for (const role of ['radio', 'textbox', 'checkbox', 'combobox'])
    expect(screen.queryAllByRole(role)).toEqual([])
  expect(screen.queryByRole('button', { name: 'Done, next step' })).not.toBeInTheDocument()
})

it('shows “not found” for an unknown page, and opens the first page of a group', async () => {
  await openOnboarding('basics/garden', {})
  expect(await screen.findByText('Check the address')).toBeVisible()
  cleanup()
  const { id } = await openOnboarding('pre-arrival', {})
  expect(await screen.findByRole('heading', { level: 1, name: /^Check-in and check-out/ })).toBeVisible()
  expect(screen.getByTestId('address')).toHaveTextContent(`/onboarding/${id}/pre-arrival/check-in-out`)
})
