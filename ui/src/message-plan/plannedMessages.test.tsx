import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Notification } from 'react-admin'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, list } from '../test/fakeApi.ts'
import { booking, session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import PlannedCard from './PlannedCard.tsx'
import { PlannedMessages } from './PlannedMessages.tsx'
import type { MessagePlan } from './useMessagePlans.ts'

const NOW = Date.parse('2026-12-01T10:00:00.000Z')
const may = ['thread.read', 'thread.write', 'reply-template.read', 'booking.read', 'listing.read']
const listing = {
  id: 'l1',
  title: 'Cedar House',
  publicTitle: 'Cedar House',
  timezone: 'Europe/Lisbon',
  checkInTime: '15:00',
  checkOutTime: '11:00',
}
const planned = (planId: string, values: object = {}) => ({
  planId,
  ruleId: 'r1',
  templateId: 't1',
  trigger: 'checkin-3d',
  sendAt: '2026-12-04T10:00:00.000Z',
  goodUntil: '2026-12-07T15:00:00.000Z',
  state: 'planned',
  hold: null,
  reason: null,
  ...values,
})
const plan = (messages: readonly object[], texts: readonly object[] = []) => ({
  id: 'b1',
  hostAccountId: 'a1',
  listingId: 'l1',
  threadId: 'th1',
  timezone: 'Europe/Lisbon',
  messages,
  texts,
  changedAt: '2026-11-01T10:00:00.000Z',
})
const accepted = () => ({ body: { id: 'b1', revision: 2, events: [] } })

const open = (row: ReturnType<typeof plan>, { inThread = false } = {}) => {
  const stay = { ...booking, id: 'b1', listingId: 'l1', guestName: 'Ana P.' }
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: [...session.capabilities, ...may] } }),
    'GET /api/message-plans': () => list([row]),
    'GET /api/reply-templates': () =>
      list([{ id: 't1', name: 'Directions', body: 'Hello {{guestFirstName}} {{wifiName}}', state: 'kept' }]),
    'GET /api/listings': () => list([listing]),
    'GET /api/listing-contents': () => list([{ id: 'l1', sections: {}, personal: {}, photos: [] }]),
    'GET /api/bookings/b1': () => ({ body: stay }),
    ...Object.fromEntries(
      ['send', 'skip', 'restore', 'edit'].map((verb) => [`POST /api/message-plans/b1/${verb}`, accepted]),
    ),
  })
  renderAt(
    '/bookings/b1',
    <>
      {inThread ? (
        <PlannedMessages plans={[row as unknown as MessagePlan]} guestName="Ana P." hasKeys />
      ) : (
        <PlannedCard bookingId="b1" guestName="Ana P." />
      )}
      <Notification />
    </>,
  )
  return () =>
    calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path.split('/').at(-1), body])
}

/** The paragraph with this text, some of which is marked. */
const findParagraph = (text: string) =>
  screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === text)

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW)
})

describe('messages before they are sent', () => {
  it('show when they go out on the listing’s clock, and what the guest will read', async () => {
    open(plan([planned('p1')]))
    expect(await screen.findByText('Goes out on Fri 4 Dec 2026, 10:00 (Lisbon time)')).toBeVisible()
    expect(within(await findParagraph('Hello Ana {{wifiName}}')).getByText('Ana').tagName).toBe('MARK')
    expect(screen.getByText(/^Not known yet: Wi-Fi name\./)).toBeVisible()
  })

  it('are skipped with undo, and sent early', async () => {
    const sent = open(plan([planned('p1')]))
    await userEvent.click(await screen.findByRole('button', { name: 'Skip' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await userEvent.click(screen.getByRole('button', { name: 'Send now' }))
    await waitFor(() =>
      expect(sent()).toEqual(['skip', 'restore', 'send'].map((verb) => [verb, { planId: 'p1' }])),
    )
  })

  it('get another text for this stay, with the keyboard', async () => {
    const sent = open(plan([planned('p1')], [{ planId: 'p1', body: 'Dear {{guestFirstName}}' }]))
    expect(await findParagraph('Dear Ana')).toBeVisible()
    screen.getByRole('button', { name: 'Edit' }).focus()
    await userEvent.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog'))
    const field = dialog.getByRole('textbox', { name: 'Message' })
    await userEvent.type(field, ', welcome')
    expect(await dialog.findByRole('region', { name: 'Preview' })).toHaveTextContent('Dear Ana, welcome')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent()).toEqual([['edit', { planId: 'p1', body: 'Dear {{guestFirstName}}, welcome' }]]),
    )
  })

  it('are reached and skipped with the keys of the inbox', async () => {
    const sent = open(plan([planned('p1')]), { inThread: true })
    await screen.findByRole('button', { name: 'Skip' })
    await userEvent.keyboard('p')
    expect(screen.getByRole('listitem')).toHaveFocus()
    await userEvent.keyboard('x')
    await waitFor(() => expect(sent()).toEqual([['skip', { planId: 'p1' }]]))
  })

  it('say why they weren’t sent', async () => {
    const hold = { withoutReply: false, missing: ['wifiName'] }
    open(plan([planned('p1', { state: 'held', hold })]))
    expect(await screen.findByText('Not sent: Wi-Fi name isn’t known')).toBeVisible()
  })

  it('show the next one, the others on request, and neither what was sent nor what ended', async () => {
    open(
      plan([
        planned('p2', { sendAt: '2026-12-08T08:00:00.000Z', goodUntil: '2026-12-08T11:00:00.000Z' }),
        planned('p1', { state: 'skipped' }),
        planned('p3', { state: 'sent' }),
        planned('p4', { state: 'ended', reason: 'rule_ended' }),
      ]),
    )
    expect(await screen.findByText(/^Skipped: would have gone out on Fri 4 Dec 2026/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Schedule again' })).toBeVisible()
    expect(screen.getByText('1 more scheduled message')).toBeVisible()
    expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(2)
  })
})
