import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onlineManager } from '@tanstack/react-query'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { Notification } from 'react-admin'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetCommands } from '../data/commands/waitingCommands.ts'
import { queryClient } from '../data/records/queryClient.ts'
import type { ReimbursementRecord } from '../data/records/records.ts'
import { fakeApi, list, type Handler } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import ReimbursementPage from './detail/ReimbursementPage.tsx'
import ReimbursementListPage from './list/ReimbursementListPage.tsx'
import {
  claimOf,
  decided,
  drafted,
  inDays,
  infoRequested,
  listed,
  proposed,
  submitted,
  tv,
  underReview,
  withItems,
  withProof,
} from './testing/claims.ts'

const HOST = [
  ...session.capabilities,
  'reimbursement.read',
  'reimbursement.texts',
  'reimbursement.write',
] as const
const REVIEWER = [
  ...session.capabilities,
  'reimbursement.read',
  'reimbursement.texts',
  'reimbursement.review',
  'reimbursement.approve',
] as const
const host = { ...session, capabilities: HOST }
const reviewer = { ...session, account: null, role: 'finance', capabilities: REVIEWER }
const policy = { ...FIRST_POLICIES.reimbursement, id: 'p1' }

/** The API with this claim; `more` answers what else is asked. */
const open = (
  claim: ReimbursementRecord,
  { as = host, more = {} }: Readonly<{ as?: object; more?: Readonly<Record<string, Handler>> }> = {},
) =>
  fakeApi({
    'GET /api/session': () => ({ body: as }),
    'GET /api/reimbursements': () => list([listed(claim)]),
    'GET /api/listings': () => list([{ id: 'l1', title: 'Harbor Loft', timezone: 'America/New_York' }]),
    'GET /api/accounts': () => list([]),
    'GET /api/rules': () => list([policy]),
    'GET /api/reimbursements/c1': () => ({ body: claim }),
    'GET /api/reimbursements/c1/history': () => ({ body: { entries: [] } }),
    'GET /api/requests': () => list([]),
    ...more,
  })
const done =
  (...events: readonly string[]): Handler =>
  () => ({ body: { id: 'c1', revision: 9, events } })
const show = (path = '/reimbursements/c1') =>
  renderAt(
    path,
    <>
      <Routes>
        <Route path="/reimbursements" element={<ReimbursementListPage />} />
        <Route path="/reimbursements/:id" element={<ReimbursementPage />} />
      </Routes>
      <Notification />
    </>,
  )
type Calls = ReturnType<typeof fakeApi>['calls']
const sentTo = (calls: Calls, path: string) =>
  calls.filter((call) => call.method === 'POST' && call.path === path).map(({ body }) => body)

beforeEach(() => {
  localStorage.clear()
  forgetCommands(session.user.id)
})
afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
})

describe('the list of claims', () => {
  it('says for each claim what it is for, what was approved, and who moves next until when', async () => {
    open(claimOf(decided))
    show('/reimbursements')
    const row = await screen.findByRole('row', { name: /Grace A\./ })
    expect(row).toHaveTextContent('Television, 43 inch, Extra cleaning')
    expect(row).toHaveTextContent('720.00')
    expect(row).toHaveTextContent('570.00')
    expect(row).toHaveTextContent('Partly approved')
    expect(row).toHaveTextContent(/You can appealuntil /)
  })

  it('offers a first claim where there is none', async () => {
    open(claimOf([drafted]), { more: { 'GET /api/reimbursements': () => list([]) } })
    show('/reimbursements')
    expect(await screen.findByRole('heading', { name: 'No open claims' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'New claim' })).toBeVisible()
  })

  it('leads to the open claim of a stay instead of beginning a second one', async () => {
    const claim = claimOf(submitted)
    const stay = {
      id: 'b1',
      guestName: 'Grace A.',
      checkIn: '2026-11-05',
      checkOut: '2026-11-12',
      checkOutInstant: inDays(-2),
      listingId: 'l1',
    }
    const { calls } = open(claim, { more: { 'GET /api/bookings': () => list([stay]) } })
    show('/reimbursements')
    await userEvent.click(await screen.findByRole('button', { name: 'New claim' }))
    const dialog = await screen.findByRole('dialog', { name: 'New claim' })
    await userEvent.selectOptions(await within(dialog).findByLabelText('Listing'), 'l1')
    await within(dialog).findByRole('option', { name: /Grace A\., .*, claim until/ })
    await userEvent.selectOptions(within(dialog).getByLabelText('Stay'), 'b1')
    expect(await within(dialog).findByText(/already has an open claim/)).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Start the claim' })).toBeDisabled()
    await userEvent.click(within(dialog).getByRole('link', { name: 'Open the claim' }))
    expect(screen.getByTestId('address')).toHaveTextContent('/reimbursements/c1')
    expect(sentTo(calls, '/api/reimbursements')).toEqual([])
  })
})

describe('the last cleaning before the stay', () => {
  const cleanings = [
    { id: 'r3', serviceType: 'maintenance', startsAt: '2026-11-05T09:00:00.000Z', openedAt: inDays(-9) },
    { id: 'r2', serviceType: 'cleaning', startsAt: '2026-11-12T16:00:00.000Z', openedAt: inDays(-9) },
    { id: 'r1', serviceType: 'cleaning', startsAt: '2026-11-04T16:00:00.000Z', openedAt: inDays(-9) },
    { id: 'r0', serviceType: 'cleaning', startsAt: '2026-10-20T16:00:00.000Z', openedAt: inDays(-30) },
  ]
  const more = {
    'GET /api/requests': () => list(cleanings),
    'GET /api/requests/r1': () => ({ body: { ...cleanings[2], resultFileIds: ['f2', 'p1'] } }),
    'POST /api/reimbursements/c1/attach-evidence': done('ReimbursementEvidenceAttached'),
  }
  const withRequests = (person: Readonly<{ capabilities: readonly string[] }>) => ({
    ...person,
    capabilities: [...person.capabilities, 'request.read'],
  })

  it('offers its photos for a draft, to compare the damage with', async () => {
    const { calls } = open(claimOf(withItems(tv)), { as: withRequests(host), more })
    show()
    expect(await screen.findByRole('img', { name: 'Photo 2 of the last cleaning' })).toHaveAttribute(
      'src',
      '/api/files/p1/320',
    )
    await userEvent.click(screen.getAllByRole('button', { name: 'Add as “Before”' })[1]!)
    await waitFor(() =>
      expect(sentTo(calls, '/api/reimbursements/c1/attach-evidence')).toEqual([
        { fileId: 'p1', itemId: tv.itemId, kind: 'photo_before' },
      ]),
    )
  })

  it('links to a document among them, which can’t be a photo of the claim', async () => {
    open(claimOf(withItems(tv)), { as: withRequests(host), more })
    show()
    fireEvent.error((await screen.findAllByRole('img', { name: 'Photo 2 of the last cleaning' }))[0]!)
    expect(screen.getByRole('link', { name: 'Open document 2' })).toHaveAttribute(
      'href',
      '/api/files/p1/full',
    )
    expect(screen.getAllByRole('button', { name: 'Add as “Before”' })).toHaveLength(1)
  })

  it('shows the reviewer the photos that the host left out', async () => {
    open(claimOf(underReview), { as: withRequests(reviewer), more })
    show()
    const photos = await screen.findAllByRole('img', { name: /of the last cleaning/ })
    expect(photos.map((photo) => photo.getAttribute('src'))).not.toContain('/api/files/f2/320')
    expect(screen.queryByRole('button', { name: 'Add as “Before”' })).toBeNull()
  })
})

describe('a claim that follows from an incident', () => {
  const incident = {
    id: 'n1',
    code: 'IN-7K2M9QXD',
    description: 'The guest broke\nthe television.',
    reportedAt: inDays(-1),
    evidence: [{ fileId: 'f9', name: 'tv.jpg', width: 800 }],
  }
  const [type, data] = drafted
  const claim = claimOf([[type, { ...data, incidentId: 'n1' }]])
  const reads = { ...host, capabilities: [...HOST, 'incident.read'] }

  it('begins with what was reported, and takes the files of the report', async () => {
    const { calls } = open(claim, {
      as: reads,
      more: {
        'GET /api/incidents/n1': () => ({ body: incident }),
        'POST /api/reimbursements/c1/attach-evidence': done('ReimbursementEvidenceAttached'),
      },
    })
    show()
    expect(await screen.findByDisplayValue('The guest broke the television.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Incident IN-7K2M9QXD' })).toHaveAttribute(
      'href',
      '/incidents/n1',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Add it to the claim' }))
    await waitFor(() =>
      expect(sentTo(calls, '/api/reimbursements/c1/attach-evidence')).toEqual([
        { fileId: 'f9', itemId: null, kind: 'photo_after' },
      ]),
    )
  })

  it('is started with the listing, the stay and the incident of the address', async () => {
    const { calls } = open(claim, {
      as: reads,
      more: {
        'GET /api/reimbursements': () => list([]),
        'POST /api/reimbursements': () => ({ status: 201, body: { id: 'c1', revision: 0, events: [] } }),
      },
    })
    show('/reimbursements?listing=l1&booking=b1&incident=n1&kind=extra_cleaning&new=claim')
    const dialog = await screen.findByRole('dialog', { name: 'New claim' })
    expect(within(dialog).getByRole('radio', { name: /Extra cleaning/ })).toBeChecked()
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Start the claim' })).toBeEnabled())
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start the claim' }))
    await waitFor(() =>
      expect(sentTo(calls, '/api/reimbursements')).toEqual([
        { kind: 'extra_cleaning', listingId: 'l1', incidentId: 'n1', bookingId: 'b1', after: null },
      ]),
    )
  })
})

describe('a draft', () => {
  it('says what is missing for each item, and cannot be sent until it is there', async () => {
    open(claimOf(withItems(tv)))
    show()
    expect(await screen.findByText('A photo of the damage: Television, 43 inch')).toBeVisible()
    expect(screen.getByText('A receipt, quote or invoice: Television, 43 inch')).toBeVisible()
    for (const button of screen.getAllByRole('button', { name: 'Send the claim' }))
      expect(button).toBeDisabled()
  })

  it('shows what the item would bring as it is typed, and saves it after a pause', async () => {
    const { calls } = open(claimOf(withItems(tv)), {
      more: { 'POST /api/reimbursements/c1/change-item': done('ReimbursementItemChanged') },
    })
    show()
    const cost = await screen.findByLabelText(/^A new one costs/)
    expect(screen.getByText('most you can get').parentElement).toHaveTextContent('450.00')
    await userEvent.clear(cost)
    await userEvent.type(cost, '480')
    expect(screen.getByText('most you can get').parentElement).toHaveTextContent('360.00')
    await waitFor(() =>
      expect(sentTo(calls, '/api/reimbursements/c1/change-item').at(-1)).toMatchObject({
        itemId: 'i1',
        costMinor: 48_000,
        claimedMinor: 48_000,
      }),
    )
  })

  it('says at the field what is wrong, and saves nothing then', async () => {
    const { calls } = open(claimOf(withItems(tv)))
    show()
    const what = await screen.findByLabelText('What happened to what?')
    await userEvent.clear(what)
    await userEvent.type(what, 'TV')
    expect(await screen.findByText('Describe it in 3 to 200 characters.')).toBeVisible()
    expect(screen.getByText('Fix the marked fields to save this item.')).toBeVisible()
    expect(sentTo(calls, '/api/reimbursements/c1/change-item')).toEqual([])
  })

  it('keeps a new item in this browser until it is added', async () => {
    const claim = claimOf([drafted])
    const { calls } = open(claim, {
      more: { 'POST /api/reimbursements/c1/add-item': done('ReimbursementItemAdded') },
    })
    const first = show()
    await userEvent.type(await screen.findByLabelText('What happened to what?'), 'Glass table, cracked')
    await userEvent.type(screen.getByLabelText(/^A new one costs/), '240')
    first.unmount()
    show()
    expect(await screen.findByDisplayValue('Glass table, cracked')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Add item' }))
    await waitFor(() => expect(sentTo(calls, '/api/reimbursements/c1/add-item')).toHaveLength(1))
    expect(sentTo(calls, '/api/reimbursements/c1/add-item')).toEqual([
      expect.objectContaining({
        description: 'Glass table, cracked',
        costMinor: 24_000,
        claimedMinor: 24_000,
      }),
    ])
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes('/new'))).toEqual([]))
  })

  it('uploads a photo that was taken without a network once there is one, and attaches it once', async () => {
    const { calls } = open(claimOf(withItems(tv)), {
      more: {
        'POST /api/reimbursements/c1/files': () => ({ status: 201, body: { id: 'f9' } }),
        'POST /api/reimbursements/c1/attach-evidence': done('ReimbursementEvidenceAttached'),
      },
    })
    show()
    const field = await screen.findByLabelText('Add a photo: Television, 43 inch', { selector: 'input' })
    act(() => onlineManager.setOnline(false))
    await userEvent.upload(field, new File(['a'], 'tv.jpg', { type: 'image/jpeg' }))
    expect(await screen.findByText('Uploads when you’re online again')).toBeVisible()
    expect(screen.getByText('Files that are still uploading')).toBeVisible()
    act(() => onlineManager.setOnline(true))
    await waitFor(() =>
      expect(sentTo(calls, '/api/reimbursements/c1/attach-evidence')).toEqual([
        { fileId: 'f9', itemId: 'i1', kind: 'photo_after' },
      ]),
    )
    await waitFor(() => expect(screen.queryByText('Files that are still uploading')).toBeNull())
    expect(sentTo(calls, '/api/reimbursements/c1/files')).toHaveLength(1)
  })

  it('is sent without a file that was refused, once that is removed', async () => {
    open(claimOf(withProof))
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Open item 1' }))
    const field = screen.getByLabelText(/^Add a video: /, { selector: 'input' })
    await userEvent.upload(field, new File([], 'tv.mp4', { type: 'video/mp4' }))
    expect(await screen.findByText('Files that couldn’t be added')).toBeVisible()
    expect(screen.queryByText('Files that are still uploading')).toBeNull()
    const [send] = screen.getAllByRole('button', { name: 'Send the claim' })
    expect(send).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: 'Remove tv.mp4' }))
    await waitFor(() => expect(send).toBeEnabled())
  })

  it('is sent when nothing is missing', async () => {
    const { calls } = open(claimOf(withProof), {
      more: { 'POST /api/reimbursements/c1/submit': done('ReimbursementSubmitted') },
    })
    show()
    const [send] = await screen.findAllByRole('button', { name: 'Send the claim' })
    if (!send) throw new Error('no button')
    await waitFor(() => expect(send).toBeEnabled())
    await userEvent.click(send)
    expect(await screen.findByText('Sent. Grace A. has 3 days to answer.')).toBeVisible()
    expect(sentTo(calls, '/api/reimbursements/c1/submit')).toEqual([{}])
  })
})

describe('a claim', () => {
  it('tells who has to act, by when, and what happens otherwise', async () => {
    open(claimOf(submitted))
    show()
    expect(await screen.findByText('Now with the guest')).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent('2 d')
    expect(screen.getByText('Without an answer, we review the claim with what you sent.')).toBeVisible()
    const track = screen.getByRole('region', { name: 'Progress of the claim' })
    expect(within(track).getByText('Grace A. answers').closest('li')).toHaveAttribute('aria-current', 'step')
  })

  it('shows each decision with its formula, and that the amounts add up', async () => {
    open(claimOf(decided))
    show()
    expect(await screen.findByText('Totals match')).toBeVisible()
    expect(screen.getByText('1 − 12 ÷ 48')).toBeVisible()
    expect(screen.getByText('Less, for its age')).toBeVisible()
    const sums = screen.getByRole('table')
    expect(within(sums).getByRole('row', { name: 'Television, 43 inch 450.00' })).toBeVisible()
    expect(within(sums).getByRole('row', { name: 'Approved, of 720.00 570.00USD' })).toBeVisible()
    expect(screen.getByText('“The TV was like that when we came.”')).toBeVisible()
    expect(screen.getByText(/570.00 USD was paid into your balance/)).toBeVisible()
  })

  it('shows photos by their resized pictures, which are loaded when they are needed', async () => {
    open(claimOf(decided))
    show()
    const photo = await screen.findByRole('img', { name: 'Photo from before: Television, 43 inch' })
    expect(photo).toHaveAttribute('loading', 'lazy')
    expect(photo).toHaveAttribute('src', '/api/files/f2/320')
    expect(photo).toHaveAttribute('width')
    await userEvent.click(
      screen.getByRole('button', { name: 'Enlarge: Photo from before: Television, 43 inch' }),
    )
    const viewer = await screen.findByRole('dialog', { name: 'Television, 43 inch' })
    expect(within(viewer).getAllByRole('img')).toHaveLength(2)
    await userEvent.keyboard('z')
    expect(within(viewer).getByText('200%')).toBeVisible()
  })

  it('is appealed with grounds, and says what is still open', async () => {
    const { calls } = open(claimOf(decided), {
      more: { 'POST /api/reimbursements/c1/appeal': done('ReimbursementAppealed') },
    })
    show()
    expect(await screen.findByText('Still open: 150.00 for Television, 43 inch.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Appeal' }))
    const dialog = await screen.findByRole('dialog', { name: 'Appeal this decision?' })
    await userEvent.type(within(dialog).getByLabelText('Why is the decision wrong?'), 'Too short')
    expect(within(dialog).getByRole('button', { name: 'Appeal' })).toBeDisabled()
    await userEvent.type(within(dialog).getByLabelText('Why is the decision wrong?'), ', it was new.')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Appeal' }))
    await waitFor(() =>
      expect(sentTo(calls, '/api/reimbursements/c1/appeal')).toEqual([{ grounds: 'Too short, it was new.' }]),
    )
  })

  it('asks what Hearth wants to know, and keeps what is typed', async () => {
    const { calls } = open(claimOf(infoRequested), {
      more: { 'POST /api/reimbursements/c1/provide-info': done('ReimbursementInfoProvided') },
    })
    const first = show()
    await userEvent.type(await screen.findByLabelText('When did you buy the TV?'), 'In November 2025')
    first.unmount()
    show()
    expect(await screen.findByDisplayValue('In November 2025')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send the answers' }))
    await waitFor(() =>
      expect(sentTo(calls, '/api/reimbursements/c1/provide-info')).toEqual([
        { answers: ['In November 2025'] },
      ]),
    )
  })

  it('is withdrawn after its consequence was read', async () => {
    const { calls } = open(claimOf(underReview), {
      more: { 'POST /api/reimbursements/c1/withdraw': done('ReimbursementWithdrawn') },
    })
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw this claim?' })
    expect(within(dialog).getByText(/The guest isn’t charged and you aren’t paid/)).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(sentTo(calls, '/api/reimbursements/c1/withdraw')).toEqual([{}]))
  })

  it('answers an unknown claim with the way back', async () => {
    open(claimOf(submitted))
    show('/reimbursements/c2')
    expect(await screen.findByRole('heading', { name: 'No such claim', level: 2 })).toBeVisible()
    expect(screen.getByRole('link', { name: 'All claims' })).toHaveAttribute('href', '/reimbursements')
  })
})

describe('the review', () => {
  it('decides every item by the rules, and shows what the host will see', async () => {
    const { calls } = open(claimOf(underReview), {
      as: reviewer,
      more: { 'POST /api/reimbursements/c1/decide': done('ReimbursementDecided') },
    })
    show()
    expect(
      await screen.findByText('Decide every item first: Television, 43 inch, Extra cleaning.'),
    ).toBeVisible()
    const [television, extra] = screen.getAllByRole('group', { name: 'Decide' })
    if (!television || !extra) throw new Error('two items')
    await userEvent.click(within(television).getByLabelText('Less, for its age'))
    expect(screen.getByText('1 − 12 ÷ 48')).toBeVisible()
    await userEvent.click(within(extra).getByLabelText('In full'))
    await userEvent.click(screen.getByRole('button', { name: 'Decide, 570.00 of 720.00' }))
    await waitFor(() =>
      expect(sentTo(calls, '/api/reimbursements/c1/decide')).toEqual([
        {
          items: [
            { itemId: 'i1', reason: 'depreciated', approvedMinor: 45_000, marketMinor: null, note: null },
            { itemId: 'i2', reason: 'approved_full', approvedMinor: 12_000, marketMinor: null, note: null },
          ],
        },
      ]),
    )
  })

  it('offers only reasons that fit the item and its photos', async () => {
    open(claimOf(underReview), { as: reviewer })
    show()
    const [television, extra] = await screen.findAllByRole('group', { name: 'Decide' })
    if (!television || !extra) throw new Error('two items')
    expect(within(television).queryByLabelText('In full')).toBeNull()
    expect(within(television).getByLabelText('Normal wear')).toBeVisible()
    expect(within(extra).queryByLabelText('Normal wear')).toBeNull()
  })

  it('is taken by the reviewer', async () => {
    const { calls } = open(claimOf(underReview), {
      as: reviewer,
      more: { 'POST /api/reimbursements/c1/start-review': done('ReimbursementReviewStarted') },
    })
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Take this claim' }))
    await waitFor(() => expect(sentTo(calls, '/api/reimbursements/c1/start-review')).toEqual([{}]))
  })

  it('asks the host, and leaves out empty questions', async () => {
    const { calls } = open(claimOf(underReview), {
      as: reviewer,
      more: { 'POST /api/reimbursements/c1/request-info': done('ReimbursementInfoRequested') },
    })
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Ask the host' }))
    const dialog = await screen.findByRole('dialog', { name: 'Ask the host' })
    await userEvent.type(within(dialog).getByLabelText('Question 1'), 'When did you buy the TV?')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send the questions' }))
    await waitFor(() =>
      expect(sentTo(calls, '/api/reimbursements/c1/request-info')).toEqual([
        { questions: ['When did you buy the TV?'] },
      ]),
    )
  })

  it('lets a second person approve a proposed decision, never the one who proposed it', async () => {
    const { calls } = open(claimOf(proposed), {
      as: reviewer,
      more: { 'POST /api/reimbursements/c1/approve-decision': done('ReimbursementDecided') },
    })
    const first = show()
    await userEvent.click(await screen.findByRole('button', { name: 'Approve, 570.00' }))
    await waitFor(() => expect(sentTo(calls, '/api/reimbursements/c1/approve-decision')).toEqual([{}]))
    first.unmount()
    open(claimOf(proposed), { as: { ...reviewer, user: { ...session.user, id: 's1' } } })
    show()
    expect(await screen.findByText('You proposed this, so another person approves it.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
  })
})
