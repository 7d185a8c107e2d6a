import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { completeFacts } from '@hearth/contracts/testing'
import { expect, it } from 'vitest'
import { list, type Reply } from '../../test/fakeApi.ts'
import { AT, auditor, leave, listing, openReport, staff } from './testing/openListingsReport.tsx'

it('lists what waits for staff with its deadline, and says when nothing does', async () => {
  openReport(staff, '/internal/reports?report=listings')
  const link = await screen.findByRole('link', { name: 'Larkspur House' })
  expect(link).toHaveAttribute('href', '/internal/reports?report=listings&listing=l1')
  expect(await screen.findByText(/Vale Stays, 97% done, waiting on us/)).toBeVisible()
  expect(screen.getByText(/due by/)).toHaveTextContent('8 Jul')
  await userEvent.click(screen.getByRole('link', { name: /Changes requested/ }))
  expect(await screen.findByText('No listings with requested changes')).toBeVisible()
})

it('lists unverified registrations, also of listings that are not in review', async () => {
  const posted = openReport(staff, '/internal/reports?report=listings', {
    'GET /api/listings': ({ query }) =>
      query.get('filter') === '{"registrationStatus":"provided"}' ? list([listing]) : list([]),
    'POST /api/listings/l1/verify-registration': () => ({
      body: { id: 'l1', revision: 10, events: ['RegistrationVerified'] },
    }),
  })
  expect(await screen.findByText('12345/AL, Registo de Alojamento Local')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Verify' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verify' }))
  await waitFor(() => expect(posted('verify-registration')).toHaveLength(1))
})

it('lists live listings whose safety decreased, until staff review them', async () => {
  const unsafe = {
    ...listing,
    status: 'live',
    safetyReview: 'waiting',
    safetyLosses: [
      { section: 'safety', before: { smokeAlarms: 3 }, after: { smokeAlarms: 1 } },
      {
        section: 'amenities',
        before: { answers: { fire_extinguisher: 'yes' } },
        after: { answers: { fire_extinguisher: 'no' } },
      },
    ],
  }
  let waiting: readonly object[] = [unsafe]
  const posted = openReport(staff, '/internal/reports?report=listings', {
    'GET /api/listings': ({ query }) =>
      query.get('filter') === '{"safetyReview":"waiting","status":["live","paused","suspended"]}'
        ? list(waiting)
        : list([]),
    'POST /api/listings/l1/review-safety': () => {
      waiting = []
      return { body: { id: 'l1', revision: 10, events: ['SafetyReviewed'] } }
    },
  })
  expect(await screen.findByText(/smoke alarms.*: 3 → 1/i)).toBeVisible()
  expect(screen.getByText(/Fire extinguisher: Yes → No/i)).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as reviewed' }))
  await waitFor(() => expect(posted('review-safety')).toEqual([{}]))
  await waitFor(() =>
    expect(screen.queryByText('Live listings with new safety issues')).not.toBeInTheDocument(),
  )
})

it('requests changes to several fields in one message', async () => {
  const posted = openReport(staff, '/internal/reports?report=listings&listing=l1', {
    'POST /api/onboarding/l1/request-changes': () => ({
      body: { id: 'l1', revision: 4, events: ['ChangesRequested'] },
    }),
  })
  await userEvent.click(await screen.findByText('The basics'))
  await userEvent.click(screen.getByRole('button', { name: 'Request a change: Maximum guests' }))
  const bar = screen.getByRole('region', { name: '1 change to request' })
  expect(within(bar).getByRole('button', { name: 'Send to host' })).toBeDisabled()
  await userEvent.click(screen.getByLabelText('What should change, Maximum guests'))
  await userEvent.paste('Six do not fit in.')
  await userEvent.click(within(bar).getByRole('button', { name: 'Send to host' }))
  await waitFor(() =>
    expect(posted('request-changes')).toEqual([
      { items: [{ step: 'info', field: '/info/maxGuests', comment: 'Six do not fit in.' }] },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('region', { name: /to request/ })).not.toBeInTheDocument())
})

it('approves after a confirmation, and shows what prevents it', async () => {
  const problem = {
    type: 'urn:problem:precondition-failed',
    title: 'Something must be done first',
    status: 422,
    code: 'PRECONDITION_FAILED',
    detail: 'This listing can’t be approved yet.',
    errors: [{ pointer: '/pricing', detail: 'Set the nightly price.' }],
  }
  openReport(staff, '/internal/reports?report=listings&listing=l1', {
    'POST /api/onboarding/l1/approve': () => ({ status: 422, body: problem }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  const dialog = await screen.findByRole('dialog', { name: 'Approve Larkspur House?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Set the nightly price.')
})

it('countersigns the document that was signed, and verifies the registration', async () => {
  const posted = openReport(staff, '/internal/reports?report=listings&listing=l1', {
    'POST /api/agreements/g1/countersign': () => ({
      body: { id: 'g1', revision: 5, events: ['AgreementCountersigned'] },
    }),
  })
  expect(await screen.findByText('12345/AL, Registo de Alojamento Local')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Countersign' }))
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Countersign' }),
  )
  await waitFor(() => expect(posted('countersign')).toEqual([{ documentSha256: 'ab12' }]))
})

const refused: Reply = {
  status: 403,
  body: {
    type: 'urn:problem:forbidden',
    title: 'You don’t have access to this',
    status: 403,
    code: 'FORBIDDEN',
  },
}

it('shows which part failed to load', async () => {
  openReport(staff, '/internal/reports?report=listings', {
    'GET /api/listings': () => refused,
    'GET /api/listing-edits': () => refused,
  })
  expect(await screen.findByText('Couldn’t load the registrations')).toBeVisible()
  expect(await screen.findByText('Couldn’t load the changes in review')).toBeVisible()
})

it.each(['listings', 'listing-contents'])(
  'shows an error for a listing whose %s cannot be read',
  async (resource) => {
    openReport(staff, '/internal/reports?report=listings&listing=l1', {
      [`GET /api/${resource}/l1`]: () => refused,
    })
    expect(await screen.findByText('Couldn’t load this listing')).toBeVisible()
  },
)

it('shows sentences below their label and short answers beside it', async () => {
  openReport(staff, '/internal/reports?report=listings&listing=l1')
  const title = await screen.findByText(completeFacts.sections.description?.title ?? '', { selector: 'dd' })
  const description = screen.getByText(completeFacts.sections.description?.description ?? '', {
    selector: 'dd',
  })
  expect([title, description].map((answer) => answer.parentElement?.hasAttribute('data-text'))).toEqual([
    false,
    true,
  ])
})

it('shows an auditor everything without any decision', async () => {
  openReport(auditor, '/internal/reports?report=listings&listing=l1')
  expect(
    await screen.findByText('Your role can view this but not decide. Support and admins can.'),
  ).toBeVisible()
  for (const name of ['Approve', 'Reject', 'Assign to me', 'Countersign', 'Verify'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Request a change/ })).not.toBeInTheDocument()
})

it('declines a requested change with a reason and removes it from the queue', async () => {
  let edits: readonly object[] = [
    {
      id: 'e1',
      revision: 2,
      listingId: 'l1',
      hostAccountId: 'a1',
      section: 'description',
      before: { title: 'Old house' },
      after: { title: 'Stone house' },
      state: 'open',
      requestedAt: AT,
      requestedBy: 'u1',
      reason: null,
    },
  ]
  const posted = openReport(staff, '/internal/reports?report=listings', {
    'GET /api/listing-edits': () => list(edits),
    'GET /api/listings': ({ query }) =>
      query.get('filter')?.includes('"id"') === true ? list([listing]) : list([]),
    'POST /api/listings/l1/decline-edit': () => {
      edits = []
      return { body: { id: 'l1', revision: 10, events: ['ListingEditDeclined'] } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('button', { name: 'Decline' })).toBeDisabled()
  expect(within(dialog).getByText(/at least 20 characters/)).toBeVisible()
  await userEvent.click(within(dialog).getByLabelText('Why? The host will read this.'))
  await userEvent.paste('Guests look for the old name.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Decline' }))
  await waitFor(() =>
    expect(posted('decline-edit')).toEqual([{ editId: 'e1', reason: 'Guests look for the old name.' }]),
  )
  await waitFor(() =>
    expect(screen.queryByText(/Changes requested by hosts of live listings/)).not.toBeInTheDocument(),
  )
})

it('asks before discarding unsent requests, also while another card is open', async () => {
  openReport(staff, '/internal/reports?report=listings&listing=l1')
  await userEvent.click(await screen.findByText('The basics'))
  await userEvent.click(screen.getByRole('button', { name: 'Request a change: Maximum guests' }))
  await userEvent.click(screen.getByLabelText('What should change, Maximum guests'))
  await userEvent.paste('Six do not fit in.')
  await userEvent.click(screen.getByRole('button', { name: 'Change: Title and description' }))
  await leave()
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
})
