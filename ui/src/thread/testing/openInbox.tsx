import { screen } from '@testing-library/react'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { messageProjection, threadProjection } from '@hearth/contracts/thread/projections'
import { Notification } from 'react-admin'
import { Route, Routes } from 'react-router-dom'
import type { Message, Thread } from '../../data/records/records.ts'
import { fakeApi, list, type Handler, type Reply } from '../../test/fakeApi.ts'
import { session } from '../../test/fixtures.ts'
import { renderAt } from '../../test/renderAt.tsx'
import InboxPage from '../InboxPage.tsx'

export const NOW = Date.parse('2026-07-15T10:00:00.000Z')
export const minutes = (count: number) => new Date(NOW + count * 60_000).toISOString()

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
export const thread = (values: Partial<Thread> = {}): Thread => ({
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
export const message = (values: Partial<Message> = {}): Message => ({
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
export const own = message({
  id: 'm2',
  number: 2,
  author: 'host',
  authorId: 'u1',
  text: 'Yes, at 13:00',
  sentAt: minutes(-1),
})

export const allowed = [
  'thread.read',
  'thread.write',
  'thread.organize',
  'thread.mark-read',
  'policy.read',
  'team.read',
] as const
const policy = { id: 'messaging-1', ...FIRST_POLICIES.messaging }
export const accepted = () => ({ body: { id: 't1', revision: 5, events: [] } })
export const refused = (code: string) => ({ status: 403, body: { status: 403, code, title: '', type: '' } })

/** An answer that the server gives later. */
export const holdAnswer = () => {
  let give: (reply: Reply) => void = () => undefined
  const answer = new Promise<Reply>((resolve) => {
    give = resolve
  })
  return { wait: () => answer, give: (reply: Reply) => give(reply) }
}

export const open = (
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
export const field = () => screen.findByRole('textbox', { name: 'Message to Ana P.' })
