import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { list, type Handler } from '../test/fakeApi.ts'
import { session } from '../test/fixtures.ts'
import { NOW, minutes, thread, allowed, accepted, refused, open } from './testing/openInbox.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
})

it('names the account of each conversation to staff, who see those of all', async () => {
  const staff = { ...session, role: 'support', account: null, accounts: [], capabilities: [...allowed] }
  open('/inbox', {
    more: {
      'GET /api/session': () => ({ body: staff }),
      'GET /api/accounts': () => list([{ id: 'a1', displayName: 'Vale Homes' }]),
    },
  })
  const row = await screen.findByRole('link', { name: /Ana P\./ })
  await waitFor(() => expect(row).toHaveTextContent('Vale Homes, Cedar House'))
})

const widen = () =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

it('opens no conversation for staff, because what they read is logged', async () => {
  widen()
  const staff = { ...session, role: 'support', account: null, accounts: [], capabilities: [...allowed] }
  open('/inbox', {
    more: { 'GET /api/session': () => ({ body: staff }), 'GET /api/accounts': () => list([]) },
  })
  expect(await screen.findByRole('link', { name: /Ana P\./ })).toBeVisible()
  expect(screen.getByText('Pick a conversation')).toBeVisible()
  expect(screen.getByTestId('address')).toHaveTextContent(/^\/inbox$/)
})

it('opens the first conversation on a wide screen, and leaves it unread until it is chosen', async () => {
  widen()
  const { sent } = open('/inbox', {
    threads: [thread({ readBy: [] }), thread({ id: 't2', guestName: 'Leo M.' })],
  })
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/inbox/t1'))
  expect(await screen.findByRole('textbox', { name: 'Message to Ana P.' })).toBeVisible()
  expect(sent()).toEqual([])
  const row = screen.getByRole('link', { name: /Ana P\./ })
  expect(row).toHaveTextContent('Unread: Ana P.')
  await userEvent.click(row)
  await waitFor(() => expect(sent()).toEqual([['mark-read', { upToMessageId: 'm1' }]]))
})

describe('the list', () => {
  it('shows who waits, the time left, and what is unread', async () => {
    const answered = { awaiting: false, dueAt: null, answeredAfterS: 4_320, answeredOnTime: true }
    open('/inbox', {
      threads: [
        thread({ readBy: [] }),
        thread({ id: 't2', guestName: 'Leo M.', lastAuthor: 'host', lastAuthorId: 'u2', ...answered }),
        thread({ id: 't3', guestName: 'Jan B.', dueAt: minutes(-5), assignedTo: 'u2' }),
      ],
    })
    const [ana, leo, jan] = await waitFor(() => {
      const rows = within(screen.getByRole('region', { name: 'Conversations' })).getAllByRole('listitem')
      expect(rows).toHaveLength(3)
      expect(rows[1]).toHaveTextContent('Ben: May')
      return rows
    })
    expect(ana).toHaveTextContent(/Unread: Ana P\..*“May we come in at 13:00\?”.*Reply: 1 h 30 min, until/)
    expect(ana).not.toHaveTextContent('assigned')
    expect(leo).toHaveTextContent('Answered after 1 h 12 min')
    expect(leo).not.toHaveTextContent('Unread')
    expect(jan).toHaveTextContent(/Reply overdue since .*assigned to Ben/)
  })

  it('says when the next scheduled message goes out, where no answer is due', async () => {
    const calm = { awaiting: false, dueAt: null, answeredAfterS: 60, answeredOnTime: true, bookingId: 'b1' }
    const planned = (planId: string, at: number, state = 'planned') => ({
      planId,
      ruleId: 'r1',
      templateId: 't1',
      trigger: 'checkin-1d',
      sendAt: minutes(at),
      goodUntil: minutes(900),
      state,
      hold: null,
      reason: null,
    })
    const messages = [planned('p1', 300), planned('p2', 120), planned('p3', 60, 'skipped')]
    const plan = { id: 'b1', threadId: 't1', listingId: 'l1', timezone: 'UTC', messages, texts: [] }
    open('/inbox', {
      threads: [thread(calm), thread({ id: 't2', guestName: 'Leo M.', bookingId: 'b1' })],
      more: { 'GET /api/message-plans': () => list([plan]) },
    })
    const row = await screen.findByRole('link', { name: /Ana P\./ })
    await waitFor(() => expect(row).toHaveTextContent(/Will be sent automatically \d\d:\d\d/))
    expect(row).not.toHaveTextContent('Answered')
    expect(screen.getByRole('link', { name: /Leo M\./ })).not.toHaveTextContent('Goes out')
  })

  it('archives several conversations together, with undo', async () => {
    const { sent } = open('/inbox', {
      threads: [
        thread(),
        thread({ id: 't2', guestName: 'Leo M.' }),
        thread({ id: 't3', guestName: 'Jan B.' }),
      ],
      more: Object.fromEntries(
        ['t2', 't3'].flatMap((id) =>
          ['archive', 'unarchive'].map((verb) => [`POST /api/threads/${id}/${verb}`, accepted]),
        ),
      ),
    })
    await screen.findByRole('link', { name: /Ana P\./ })
    await userEvent.click(screen.getByRole('button', { name: 'Select' }))
    expect(screen.getByRole('button', { name: 'Archive' })).toBeDisabled()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all conversations on this page' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select the conversation with Leo M.' }))
    expect(screen.getByText('2 selected')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Archive' }))
    expect(await screen.findByText('2 conversations archived')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('2 conversations are back in the inbox')).toBeVisible()
    expect(sent().map(([verb]) => verb)).toEqual(['archive', 'archive', 'unarchive', 'unarchive'])
  })

  it('archives several conversations without a network, and sends each once there is one', async () => {
    const keys: (string | null)[] = []
    const archive: Handler = ({ headers }) => {
      keys.push(headers.get('idempotency-key'))
      return accepted()
    }
    open('/inbox', {
      threads: [thread(), thread({ id: 't2', guestName: 'Leo M.' })],
      more: { 'POST /api/threads/t1/archive': archive, 'POST /api/threads/t2/archive': archive },
    })
    await screen.findByRole('link', { name: /Ana P\./ })
    await userEvent.click(screen.getByRole('button', { name: 'Select' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all conversations on this page' }))
    onlineManager.setOnline(false)
    await userEvent.click(screen.getByRole('button', { name: 'Archive' }))
    expect(await screen.findByText('2 conversations change when you’re back online')).toBeVisible()
    expect(screen.queryByRole('checkbox')).toBeNull()
    const kept = () => Object.keys(localStorage).filter((name) => name.startsWith('hearth.command'))
    expect(kept()).toHaveLength(2)
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(kept()).toEqual([]))
    expect(new Set(keys).size).toBe(2)
  })

  it('stops marking as read at the first failure, and says so', async () => {
    const { sent } = open('/inbox', {
      threads: [thread(), thread({ id: 't2', guestName: 'Leo M.' })],
      more: { 'POST /api/threads/t1/mark-read': () => refused('FORBIDDEN') },
    })
    await screen.findByRole('link', { name: /Ana P\./ })
    await userEvent.click(screen.getByRole('button', { name: 'Select' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all conversations on this page' }))
    await userEvent.click(screen.getByRole('button', { name: 'Mark as read' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(sent()).toEqual([['mark-read', { upToMessageId: 'm1' }]])
  })

  it('searches on Enter, within the view, and can be cleared', async () => {
    const filters: unknown[] = []
    open('/inbox', {
      more: {
        'GET /api/threads': ({ query }) => {
          const filter: Readonly<Record<string, unknown>> = JSON.parse(query.get('filter') ?? '{}')
          if (!query.get('range')?.endsWith(',0]')) filters.push(filter)
          return list(filter['q'] === undefined ? [thread()] : [])
        },
      },
    })
    await screen.findByRole('link', { name: /Ana P\./ })
    const search = screen.getByRole('textbox', { name: 'Search guest, listing or code' })
    await userEvent.type(search, 'cedar HB-7K{Enter}')
    expect(await screen.findByRole('heading', { name: 'No conversation matches' })).toBeVisible()
    expect(filters.at(-1)).toEqual({ archived: false, q: 'cedar HB-7K' })
    expect(screen.getByRole('link', { name: /^Unread/ })).toHaveAttribute(
      'href',
      expect.stringContaining('cedar+HB-7K'),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
    await screen.findByRole('link', { name: /Ana P\./ })
    expect(screen.getByRole('textbox', { name: 'Search guest, listing or code' })).toHaveValue('')
    await waitFor(() => expect(screen.getByTestId('address')).not.toHaveTextContent('cedar'))
  })

  it('says why it is empty, and what went wrong', async () => {
    open('/inbox', { threads: [] })
    expect(await screen.findByRole('heading', { name: 'No messages yet' })).toBeVisible()
  })

  it('shows an error with a way to try again', async () => {
    open('/inbox', { more: { 'GET /api/threads': () => refused('FORBIDDEN') } })
    expect(await screen.findByRole('heading', { name: 'Couldn’t load your inbox' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
