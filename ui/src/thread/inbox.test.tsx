import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onlineManager } from '@tanstack/react-query'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { deriveThreadId } from '@hearth/contracts/thread'
import { messageProjection, threadProjection } from '@hearth/contracts/thread/projections'
import { Notification } from 'react-admin'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCommands } from '../data/commands/waitingCommands.ts'
import type { Message, Thread } from '../data/records/records.ts'
import { fakeApi, list, type Handler, type Reply } from '../test/fakeApi.ts'
import { booking, session } from '../test/fixtures.ts'
import { renderAt } from '../test/renderAt.tsx'
import InboxPage from './InboxPage.tsx'

const NOW = Date.parse('2026-07-15T10:00:00.000Z')
const minutes = (count: number) => new Date(NOW + count * 60_000).toISOString()

/** Rows as the projections make them of a fixture, with these values. */
const rowOf = (
  projection: typeof threadProjection | typeof messageProjection,
  type: string,
  data: object,
) => {
  const event = {
    id: 'e1',
    stream: 'thread-t1',
    revision: 1n,
    type,
    data,
    metadata: {},
    position: { commit: 1n, prepare: 1n },
    recordedAt: minutes(-60),
  }
  const [key = ''] = projection.keys(event)
  return { ...projection.fold(undefined, event, key), tenantId: 'a1', revision: 4 }
}
const of = {
  threadId: 't1',
  listingId: 'l1',
  hostAccountId: 'a1',
  guestRef: 'g1',
  guestName: 'Ana P.',
  bookingId: null,
}
const thread = (values: Partial<Thread> = {}): Thread => ({
  ...(rowOf(threadProjection, 'ThreadOpened', of) as Thread),
  lastMessageId: 'm1',
  lastGuestMessageId: 'm1',
  lastAuthor: 'guest',
  lastText: 'May we come in at 13:00?',
  readBy: ['u1'],
  awaiting: true,
  awaitingSince: minutes(-60),
  dueAt: minutes(90),
  closeAt: minutes(-30),
  ...values,
})
const message = (values: Partial<Message> = {}): Message => ({
  ...(rowOf(messageProjection, 'GuestMessageReceived', {
    ...of,
    messageId: 'm1',
    body: 'May we come in at 13:00?',
    masked: [],
    attachments: [],
    externalRef: 'x1',
    bookingId: null,
    sentAt: minutes(-60),
  }) as Message),
  ...values,
})
const own = message({
  id: 'm2',
  number: 2,
  author: 'host',
  authorId: 'u1',
  text: 'Yes, at 13:00',
  sentAt: minutes(-1),
})

const allowed = [
  'thread.read',
  'thread.write',
  'thread.organize',
  'thread.mark-read',
  'policy.read',
  'team.read',
] as const
const policy = { id: 'messaging-1', ...FIRST_POLICIES.messaging }
const accepted = () => ({ body: { id: 't1', revision: 5, events: [] } })
const refused = (code: string) => ({ status: 403, body: { status: 403, code, title: '', type: '' } })

/** An answer that the server gives later. */
const holdAnswer = () => {
  let give: (reply: Reply) => void = () => undefined
  const answer = new Promise<Reply>((resolve) => {
    give = resolve
  })
  return { wait: () => answer, give: (reply: Reply) => give(reply) }
}

const open = (
  path: string,
  { threads = [thread()], messages = [message()], more = {}, may = allowed as readonly string[] } = {} as {
    threads?: readonly Thread[]
    messages?: readonly Message[]
    more?: Record<string, Handler>
    may?: readonly string[]
  },
) => {
  const { calls } = fakeApi({
    'GET /api/session': () => ({ body: { ...session, capabilities: [...session.capabilities, ...may] } }),
    'GET /api/threads': () => list(threads),
    'GET /api/messages': () => list(messages.toReversed()),
    'GET /api/rules': () => list([policy]),
    'GET /api/members': () =>
      list([{ id: 'b1', userId: 'u2', name: 'Ben', role: 'cohost_full', listingIds: null }]),
    'GET /api/listings': () => list([{ id: 'l1', title: 'Cedar House', timezone: 'America/New_York' }]),
    ...Object.fromEntries(threads.map((row) => [`GET /api/threads/${row.id}`, () => ({ body: row })])),
    ...Object.fromEntries(
      [
        'send',
        'retract',
        'archive',
        'unarchive',
        'star',
        'assign',
        'mark-read',
        'no-reply',
        'require-reply',
      ].map((verb) => [`POST /api/threads/t1/${verb}`, accepted]),
    ),
    ...more,
  })
  renderAt(
    path,
    <>
      <Routes>
        <Route path="/inbox" element={<InboxPage />} />
        <Route path="/inbox/:id" element={<InboxPage />} />
      </Routes>
      <Notification />
    </>,
  )
  return {
    sent: () =>
      calls
        .filter(({ method }) => method === 'POST')
        .map(({ path: to, body }) => [to.split('/').at(-1), body]),
    keys: () =>
      calls
        .filter(({ path: to }) => to.endsWith('/send'))
        .map(({ headers }) => headers.get('idempotency-key')),
  }
}
const field = () => screen.findByRole('textbox', { name: 'Message to Ana P.' })

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => onlineManager.setOnline(true))

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

it('says that the stay has moved, and leads to its conversation there', async () => {
  open('/inbox/t1', {
    threads: [thread({ bookingId: booking.id })],
    more: {
      [`GET /api/bookings/${booking.id}`]: () => ({ body: { ...booking, listingId: 'l2' } }),
      'GET /api/listings': () =>
        list([
          { id: 'l1', title: 'Cedar House', timezone: 'America/New_York' },
          { id: 'l2', title: 'Bica Studio', timezone: 'Europe/Lisbon' },
        ]),
    },
  })
  expect(await screen.findByText('This stay has moved to Bica Studio.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open its conversation' })).toHaveAttribute(
    'href',
    `/inbox/${deriveThreadId('l2', 'g1')}`,
  )
  expect(screen.getByText(/^Bica Studio, .* time$/)).toBeInTheDocument()
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
    expect(ana).toHaveTextContent(/Unread: Ana P\..*“May we come in at 13:00\?”.*1 h 30 min, until/)
    expect(ana).toHaveTextContent('Not assigned')
    expect(leo).toHaveTextContent('Answered after 1 h 12 min')
    expect(leo).not.toHaveTextContent('Unread')
    expect(jan).toHaveTextContent(/Overdue since .*assigned to Ben/)
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

describe('a message of the host', () => {
  const later = minutes(5)
  it.for([
    ['waiting', minutes(1), /You, .*, goes out at /],
    ['waiting', minutes(-1), /You, .*, waiting to be sent/],
    ['sent', later, /You, .*, sent/],
    ['delivered', later, /You, .*, delivered/],
    ['read', later, /You, .*, read \d/],
  ] as const)('says that it is %s', async ([delivery, deliveryAt, words]) => {
    open('/inbox/t1', { messages: [message(), { ...own, delivery, deliveryAt }] })
    await waitFor(() => expect(screen.getByRole('region', { name: 'Messages' })).toHaveTextContent(words))
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('says that it went by email, and what was wrong with the address', async () => {
    const mailed = { ...own, channel: 'email', deliveryAt: later } as const
    open('/inbox/t1', {
      messages: [
        message(),
        { ...mailed, delivery: 'sent' },
        { ...mailed, id: 'm3', number: 3, delivery: 'failed', deliveryFailure: 'unreachable' },
      ],
    })
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Messages' })).toHaveTextContent(/You, .*, sent by email/),
    )
    expect(screen.getByText(/The guest’s email address doesn’t work\./)).toBeVisible()
  })

  it('says nothing of a delivery that was the former system’s', async () => {
    open('/inbox/t1', { messages: [own] })
    expect(await screen.findByText('Yes, at 13:00')).toBeVisible()
    expect(screen.queryByText(/sent|delivered/)).toBeNull()
  })

  const failed = { ...own, delivery: 'failed', deliveryAt: later } as const
  it('says why it was not delivered, and is sent again', async () => {
    const { sent } = open('/inbox/t1', {
      messages: [message(), { ...failed, deliveryFailure: 'unreachable' }],
      more: { 'POST /api/threads/t1/retry-delivery': accepted },
    })
    expect(await screen.findByText('Not delivered. The guest couldn’t be reached.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(sent()).toEqual([['retry-delivery', { messageId: 'm2' }]]))
  })

  it('is not sent again by those who only read, or once the guest is erased', async () => {
    open('/inbox/t1', {
      messages: [{ ...failed, deliveryFailure: 'blocked' }],
      may: allowed.filter((one) => one !== 'thread.write'),
    })
    expect(await screen.findByText('Not delivered. The guest doesn’t accept messages.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

describe('a conversation', () => {
  it('is answered with the keyboard only', async () => {
    const { sent } = open('/inbox')
    await screen.findByRole('link', { name: /Ana P\./ })
    await userEvent.keyboard('j{Enter}')
    const composer = await field()
    await userEvent.keyboard('r')
    expect(composer).toHaveFocus()
    await userEvent.keyboard('Yes, come at 13:00{Control>}{Enter}{/Control}')
    await waitFor(() => expect(sent()).toEqual([['send', { body: 'Yes, come at 13:00' }]]))
    expect(composer).toHaveValue('')
    await userEvent.keyboard('{Escape}')
    expect(composer).not.toHaveFocus()
  })

  it('marks what the guest wrote as read, once', async () => {
    const { sent } = open('/inbox/t1', { threads: [thread({ readBy: [] })] })
    await waitFor(() => expect(sent()).toEqual([['mark-read', { upToMessageId: 'm1' }]]))
    await field()
    expect(sent()).toHaveLength(1)
  })

  it('keeps the draft of each conversation, and returns a refused message to it', async () => {
    const first = open('/inbox/t1', {
      more: { 'POST /api/threads/t1/send': () => refused('RATE_LIMITED') },
    })
    await userEvent.type(await field(), 'Not sent yet')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(first.sent()).toHaveLength(1))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(await field()).toHaveValue('Not sent yet')
    expect(Object.values({ ...localStorage })).toContain('Not sent yet')
  })

  it('puts a refused message in front of what was typed since', async () => {
    const answer = holdAnswer()
    open('/inbox/t1', { more: { 'POST /api/threads/t1/send': answer.wait } })
    await userEvent.type(await field(), 'Yes, come at 13:00')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await userEvent.type(await field(), 'And the code is')
    answer.give(refused('FORBIDDEN'))
    await waitFor(async () => expect(await field()).toHaveValue('Yes, come at 13:00\n\nAnd the code is'))
    expect(localStorage.getItem('hearth.draft/u1/a1/t1')).toBe('Yes, come at 13:00\n\nAnd the code is')
  })

  it('returns a refused message to its draft also when the conversation was left meanwhile', async () => {
    const answer = holdAnswer()
    open('/inbox/t1', {
      threads: [thread(), thread({ id: 't2', guestName: 'Leo M.' })],
      more: { 'POST /api/threads/t1/send': answer.wait },
    })
    await userEvent.type(await field(), 'Yes')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await userEvent.keyboard('j')
    await screen.findByRole('textbox', { name: 'Message to Leo M.' })
    await userEvent.keyboard('k')
    await userEvent.type(await field(), 'More')
    answer.give(refused('FORBIDDEN'))
    await waitFor(async () => expect(await field()).toHaveValue('Yes\n\nMore'))
  })

  it.for([429, 503])(
    'keeps a message that waited offline and then met %i, and sends it once',
    async (status) => {
      let tries = 0
      const { sent, keys } = open('/inbox/t1', {
        more: {
          'POST /api/threads/t1/send': () =>
            ++tries === 1 ? { status, body: { status, code: 'INTERNAL', title: '', type: '' } } : accepted(),
        },
      })
      const composer = await field()
      onlineManager.setOnline(false)
      await userEvent.type(composer, 'Yes')
      await userEvent.click(screen.getByRole('button', { name: 'Send' }))
      expect(await screen.findByText('Will be sent when you’re back online')).toBeVisible()
      await userEvent.type(composer, 'Typed meanwhile')
      onlineManager.setOnline(true)
      const again = await screen.findByRole('button', { name: 'Try again' })
      expect(composer).toHaveValue('Typed meanwhile')
      expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
      await userEvent.click(again)
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
      expect(sent()).toEqual([
        ['send', { body: 'Yes' }],
        ['send', { body: 'Yes' }],
      ])
      expect(new Set(keys()).size).toBe(1)
      expect(Object.keys(localStorage).filter((name) => name.startsWith('hearth.command'))).toEqual([])
      expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled()
    },
  )

  it('keeps a message of which the outcome is unknown for the next page', async () => {
    open('/inbox/t1', {
      more: {
        'POST /api/threads/t1/send': () => ({
          status: 503,
          body: { status: 503, code: 'OUTCOME_UNKNOWN', title: '', type: '' },
        }),
      },
    })
    await userEvent.type(await field(), 'Yes')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByRole('button', { name: 'Try again' })
    expect(await field()).toHaveValue('')
    expect(Object.keys(localStorage).filter((name) => name.startsWith('hearth.command'))).toHaveLength(1)
    forgetCommands('u1')
  })

  it('shows a message that waits for the network when its conversation is opened again', async () => {
    const { sent } = open('/inbox/t1', { threads: [thread(), thread({ id: 't2', guestName: 'Leo M.' })] })
    const composer = await field()
    onlineManager.setOnline(false)
    await userEvent.type(composer, 'Yes, come at 13:00')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('Will be sent when you’re back online')
    await userEvent.keyboard('{Escape}j')
    await screen.findByRole('textbox', { name: 'Message to Leo M.' })
    expect(screen.queryByText('Yes, come at 13:00')).toBeNull()
    await userEvent.keyboard('k')
    await field()
    expect(screen.getByText('Yes, come at 13:00')).toBeVisible()
    expect(screen.getByText('Will be sent when you’re back online')).toBeVisible()
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(screen.queryByText('Yes, come at 13:00')).toBeNull())
    expect(sent()).toEqual([['send', { body: 'Yes, come at 13:00' }]])
    expect(Object.keys(localStorage).filter((name) => name.startsWith('hearth.command'))).toEqual([])
  })

  it('returns a message that waited offline and was then refused', async () => {
    open('/inbox/t1', { more: { 'POST /api/threads/t1/send': () => refused('FORBIDDEN') } })
    const composer = await field()
    onlineManager.setOnline(false)
    await userEvent.type(composer, 'Yes')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('Will be sent when you’re back online')
    onlineManager.setOnline(true)
    await waitFor(() => expect(composer).toHaveValue('Yes'))
    expect(Object.keys(localStorage).filter((name) => name.startsWith('hearth.command'))).toEqual([])
  })

  it('attaches files, says what is wrong with them, and sends those that were accepted', async () => {
    const wrong = 'The file is damaged or incomplete. Try another one'
    let uploads = 0
    const { sent } = open('/inbox/t1', {
      more: {
        'POST /api/threads/t1/attachments': ({ query }) => {
          uploads += 1
          if (query.get('name') !== 'bad.jpg') return { status: 201, body: { id: `f${uploads}` } }
          const errors = [{ pointer: '', detail: wrong }]
          return {
            status: 422,
            body: { status: 422, code: 'VALIDATION_FAILED', title: '', type: '', errors },
          }
        },
      },
    })
    await field()
    const choose = (...files: readonly File[]) =>
      userEvent.upload(screen.getByLabelText('Attach files', { selector: 'input' }), [...files], {
        applyAccept: false,
      })
    const big = new File([new Uint8Array(10_000_001)], 'huge.jpg')
    await choose(new File(['a'], 'door.jpg'), new File(['b'], 'bad.jpg'), new File([], 'empty.pdf'), big)
    expect(await screen.findByText(wrong)).toBeVisible()
    expect(screen.getByText('This file is empty.')).toBeVisible()
    expect(screen.getByText('This file is larger than 10 MB. Choose a smaller one.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    for (const name of ['bad.jpg', 'empty.pdf', 'huge.jpg'])
      await userEvent.click(screen.getByRole('button', { name: `Remove ${name}` }))
    await choose(...['1', '2', '3', '4', '5'].map((name) => new File([name], `${name}.png`)))
    expect(await screen.findByText('A message can have up to 5 files.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled())
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(sent().at(-1)).toEqual(['send', { body: '', attachments: ['f1', 'f3', 'f4', 'f5', 'f6'] }]),
    )
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull())
  })

  it('uploads a file that was attached without a network once there is one', async () => {
    const { sent } = open('/inbox/t1', {
      more: { 'POST /api/threads/t1/attachments': () => ({ status: 201, body: { id: 'f1' } }) },
    })
    await field()
    onlineManager.setOnline(false)
    await userEvent.upload(
      screen.getByLabelText('Attach files', { selector: 'input' }),
      new File(['a'], 'door.jpg', { type: 'image/jpeg' }),
    )
    expect(await screen.findByText('Uploads when you’re back online')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled())
    expect(sent().map(([verb]) => verb)).toEqual(['attachments'])
  })

  it('shows the files of a message, and what was erased', async () => {
    const file = { type: 'image/jpeg', size: 2_100_000, width: 4, height: 3 } as const
    open('/inbox/t1', {
      messages: [
        message({
          text: '',
          attachments: [
            { ...file, fileId: 'f1', name: 'front-of-house.jpg' },
            { ...file, fileId: 'f2', name: '[erased]' },
          ],
        }),
      ],
    })
    const shown = await screen.findByRole('button', { name: /^Download front-of-house\.jpg/ })
    expect(shown).toHaveTextContent('front-of-house.jpg2.1 MB')
    expect(shown.querySelector('img')).toHaveAttribute('src', '/api/files/f1/320')
    expect(screen.getByText('This file was erased.')).toBeVisible()
  })

  it('sends a saved reply with the keyboard, once what is missing is filled in', async () => {
    const reply = (id: string, name: string, body: string) => ({ id, name, body, state: 'kept' })
    const { sent } = open('/inbox/t1', {
      may: [...allowed, 'reply-template.read'],
      more: {
        'GET /api/reply-templates': () =>
          list([
            reply('r1', 'Directions', 'Walk.'),
            reply('r2', 'Wi-Fi', 'Hi {{guestFirstName}}, it is {{wifiName}}'),
          ]),
        'GET /api/listing-contents': () => list([]),
      },
    })
    const composer = await field()
    await userEvent.keyboard('t')
    const search = await screen.findByRole('combobox', { name: 'Search saved replies' })
    expect(search).toHaveFocus()
    await userEvent.keyboard('wi-f')
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining('Hi Ana, it is {{wifiName}}Not known yet: Wi-Fi name.'),
      ]),
    )
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(composer).toHaveValue('Hi Ana, it is {{wifiName}}'))
    await waitFor(() => expect(composer).toHaveFocus())
    expect(await screen.findByRole('alert')).toHaveTextContent('before you send: Wi-Fi name')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(sent()).toEqual([])
    await userEvent.keyboard('{Backspace>12/}Cedar{Control>}{Enter}{/Control}')
    await waitFor(() => expect(sent()).toEqual([['send', { body: 'Hi Ana, it is Cedar' }]]))
  })

  it('opens with the draft of before', async () => {
    localStorage.setItem('hearth.draft/u1/a1/t1', 'From another tab')
    localStorage.setItem('hearth.draft/u1/a1/t2', 'Of another conversation')
    open('/inbox')
    await userEvent.click(await screen.findByRole('link', { name: /Ana P\./ }))
    expect(await field()).toHaveValue('From another tab')
  })

  it('offers to unsend one’s own last message, and gives its text back', async () => {
    const { sent } = open('/inbox/t1', { messages: [message(), own] })
    await screen.findByRole('button', { name: 'Unsend' })
    await userEvent.keyboard('#')
    await waitFor(() => expect(sent()).toEqual([['retract', { messageId: 'm2' }]]))
    await waitFor(async () => expect(await field()).toHaveValue('Yes, at 13:00'))
  })

  it('can’t be unsent later, or by someone else', async () => {
    open('/inbox/t1', {
      messages: [
        { ...own, sentAt: minutes(-3) },
        { ...own, id: 'm3', number: 3, authorId: 'u2' },
      ],
    })
    expect(await screen.findAllByText('Yes, at 13:00')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Unsend' })).toBeNull()
  })

  it('shows what was hidden, and why', async () => {
    open('/inbox/t1', {
      messages: [message({ text: 'Write to [email hidden] please', masked: ['email'] })],
    })
    expect(await screen.findByText('[email hidden]')).toBeVisible()
    expect(screen.getByText(/^Hidden: email address\./)).toBeVisible()
  })

  it('is archived, starred and assigned, with undo', async () => {
    const { sent } = open('/inbox/t1')
    await field()
    await userEvent.keyboard('s')
    await userEvent.click(screen.getByRole('button', { name: 'Assign' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'You' }))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await userEvent.keyboard('e')
    await waitFor(() =>
      expect(sent()).toEqual([
        ['star', {}],
        ['assign', { userId: 'u1' }],
        ['archive', {}],
      ]),
    )
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/inbox$/)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Conversation with Ana P. is back in the inbox')).toBeVisible()
    expect(sent().at(-1)).toEqual(['unarchive', {}])
  })

  it('shows the guest’s request to book, and leads to it', async () => {
    const request = { ...message(), text: null, requestId: 'r1' }
    open('/inbox/t1', {
      threads: [thread({ lastMessageId: null, lastGuestMessageId: null, openRequestId: 'r1' })],
      messages: [
        { ...request, id: 'e1', request: 'opened' },
        { ...request, id: 'e2', number: 2, request: 'declined', author: 'host', authorId: 'u2' },
      ],
    })
    expect(await screen.findByRole('link', { name: 'Answer the request' })).toHaveAttribute(
      'href',
      '/requests/r1',
    )
    expect(await screen.findByText(/Ana P\. sent a request\./)).toBeVisible()
    expect(await screen.findByText('Ben declined the request.')).toBeVisible()
    expect(screen.getByRole('link', { name: /Waits for your answer to a request/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'No reply needed' })).toBeNull()
  })

  it('is marked as needing no reply, with undo', async () => {
    const { sent } = open('/inbox/t1')
    await userEvent.click(await screen.findByRole('button', { name: 'No reply needed' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Ana P. waits for your reply again')).toBeVisible()
    expect(sent()).toEqual([
      ['no-reply', { upToMessageId: 'm1' }],
      ['require-reply', { upToMessageId: 'm1' }],
    ])
  })

  it('can be read but not answered by those who may not write', async () => {
    open('/inbox/t1', { may: ['thread.read'] })
    expect(
      await screen.findByText('Your role can’t write to guests. An owner can change your role.'),
    ).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull()
  })

  it('answers an unknown conversation with the way back', async () => {
    open('/inbox/t9')
    expect(await screen.findByRole('heading', { name: 'Conversation not found' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to the inbox' })).toBeVisible()
  })
})
