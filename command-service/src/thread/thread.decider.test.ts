import { ERASED } from '@hearth/contracts/kernel/erased'
import { addHours, addMinutes } from '@hearth/contracts/kernel/dates'
import type { Actor, OfType } from '@hearth/contracts/kernel/message'
import {
  deriveGuestMessageId,
  type Attachment,
  type ThreadCommand,
  type ThreadEvent,
} from '@hearth/contracts/thread'
import { describe, expect, test } from 'vitest'
import { ADMIN, GATEWAY, given, IMPORTER, NOW, OWNER, SCHEDULER, type Situation } from '../testing/given.ts'
import { threadFacts as facts } from './testing/threadFacts.ts'
import { thread } from './thread.decider.ts'
import type { ThreadFacts } from './thread.facts.ts'

const THREAD = 'thread'
const LISTING = 'listing'
const COHOST: Actor = { id: 'ben', kind: 'host', role: 'cohost_messaging', name: 'Ben' }
const of = { threadId: THREAD, listingId: LISTING }
const idFrom = (externalRef: string) => deriveGuestMessageId(THREAD, externalRef)

const by = (actor: Actor, more: Partial<Situation<ThreadFacts>> = {}): Situation<ThreadFacts> => ({
  id: THREAD,
  tenantId: 'account',
  actor,
  idFor: () => 'new',
  facts,
  ...more,
})

/** An event, and when and by whom it happened. */
type Happened = ThreadEvent & Readonly<{ at?: string; by?: string }>

const openedFor = (bookingId: string | null): Happened => ({
  type: 'ThreadOpened',
  data: { ...of, hostAccountId: 'account', guestRef: 'g1', guestName: 'Daniel W.', bookingId },
})
const opened = openedFor(null)
const received = (externalRef: string, at = NOW): Happened => ({
  type: 'GuestMessageReceived',
  at,
  data: {
    ...of,
    messageId: idFrom(externalRef),
    guestRef: 'g1',
    body: 'Is there a cot?',
    masked: [],
    attachments: [],
    externalRef,
    bookingId: null,
    sentAt: at,
  },
})
const sent = (messageId: string, at = NOW, writer: Actor = OWNER): Happened => ({
  type: 'MessageSent',
  at,
  by: writer.id,
  data: {
    ...of,
    messageId,
    guestRef: 'g1',
    body: 'There is one.',
    masked: [],
    attachments: [],
    author: writer.kind === 'staff' ? 'staff' : 'host',
    by: writer.id,
    automated: false,
  },
})
const clockFrom = (externalRef: string, startedAt = NOW): Happened => ({
  type: 'ResponseClockStarted',
  data: {
    ...of,
    messageId: idFrom(externalRef),
    startedAt,
    dueAt: addHours(startedAt, 24),
    reminders: [{ hours: 12, at: addHours(startedAt, 12) }],
  },
})
const stopped = (startedAt = NOW): Happened => ({
  type: 'ResponseClockStopped',
  data: {
    ...of,
    startedAt,
    dueAt: addHours(startedAt, 24),
    messageId: 'answer',
    by: 'message',
    elapsedS: 60,
    onTime: true,
  },
})
/** A guest who waits since `NOW`. */
const waiting = [opened, received('1'), clockFrom('1')] as const

const receive = (
  messageId: string,
  more: Partial<OfType<ThreadCommand, 'ReceiveGuestMessage'>['data']> = {},
): OfType<ThreadCommand, 'ReceiveGuestMessage'> => ({
  type: 'ReceiveGuestMessage',
  data: {
    listingId: LISTING,
    guest: { guestRef: 'g1', displayName: 'Daniel W.' },
    bookingId: null,
    messageId,
    body: 'Is there a cot?',
    attachments: [],
    sentAt: NOW,
    ...more,
  },
})
const byGateway = by(GATEWAY)

describe('a guest’s message', () => {
  test('opens the thread and starts the response clock', () =>
    given(thread)
      .when(receive('1', { bookingId: 'b1' }), byGateway)
      .thenEvents(
        openedFor('b1'),
        { type: 'GuestMessageReceived', data: { messageId: idFrom('1'), externalRef: '1', bookingId: 'b1' } },
        {
          type: 'ResponseClockStarted',
          data: {
            messageId: idFrom('1'),
            startedAt: NOW,
            reminders: [
              { hours: 12, at: addHours(NOW, 12) },
              { hours: 20, at: addHours(NOW, 20) },
            ],
            dueAt: addHours(NOW, 24),
          },
        },
      ))
  test('is received once under its id', () =>
    given(thread, ...waiting)
      .when(receive('1', { body: 'Another text' }), byGateway)
      .thenNothing())
  test('does not restart the clock as a follow-up', () =>
    given(thread, ...waiting)
      .when(receive('2'), byGateway)
      .thenEvents({ type: 'GuestMessageReceived' }))
  test('returns an archived thread to the inbox', () =>
    given(thread, ...waiting, { type: 'ThreadArchived', data: of })
      .when(receive('2'), byGateway)
      .thenEvents(
        { type: 'GuestMessageReceived' },
        { type: 'ThreadUnarchived', data: { cause: 'guest_message' } },
      ))
  test('was sent at the latest when it arrives', () =>
    given(thread)
      .when(receive('1', { sentAt: addHours(NOW, 3) }), byGateway)
      .thenEvents(
        opened,
        { type: 'GuestMessageReceived', data: { sentAt: NOW } },
        { type: 'ResponseClockStarted' },
      ))
  test('names only a booking of this guest', () =>
    given(thread)
      .when(receive('1', { bookingId: 'b1' }), by(GATEWAY, { facts: { ...facts, isOwnBooking: false } }))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/bookingId' }] }))
  test('has contact details hidden before a booking', () =>
    given(thread, ...waiting)
      .when(
        receive('2', { body: 'Write to daniel@example.com' }),
        by(GATEWAY, { facts: { ...facts, isConfirmed: false } }),
      )
      .thenEvents({
        type: 'GuestMessageReceived',
        data: {
          body: 'Write to [email hidden]',
          masked: [{ kind: 'email', text: 'daniel@example.com', reason: 'no_confirmed_booking' }],
        },
      }))
})

describe('a host who writes first', () => {
  const write = (body = 'Is everything fine?') =>
    ({
      type: 'WriteToGuest',
      data: {
        listingId: LISTING,
        guest: { guestRef: 'g1' },
        bookingId: 'b1',
        body,
        attachments: [] as string[],
      },
    }) as const
  test('opens the thread about the booking and starts no response clock', () =>
    given(thread)
      .when(write(), by(OWNER))
      .thenEvents(
        openedFor('b1'),
        {
          type: 'MessageSent',
          data: { messageId: 'new', body: 'Is everything fine?', author: 'host', by: OWNER.id },
        },
        { type: 'MessageDeliveryPlanned' },
      ))
  test('answers a guest who wrote in the meantime', () =>
    given(thread, ...waiting)
      .when(write(), by(COHOST, { now: addHours(NOW, 1) }))
      .thenEvents(
        { type: 'MessageSent', data: { author: 'cohost' } },
        { type: 'MessageDeliveryPlanned' },
        { type: 'ResponseClockStopped' },
      ))
  test('waits for an answer of the guest, whose message starts the clock', () =>
    given(thread, openedFor('b1'), sent('m1'))
      .when(receive('1'), byGateway)
      .thenEvents({ type: 'GuestMessageReceived' }, { type: 'ResponseClockStarted' }))
  test('names a booking of the guest in the listing', () =>
    given(thread)
      .when(write(), by(OWNER, { facts: { ...facts, isOwnBooking: false, guestName: null } }))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/bookingId' }] }))
  test('has contact details hidden when the booking was cancelled', () =>
    given(thread)
      .when(write('Call +1 415 555 0100'), by(OWNER, { facts: { ...facts, isConfirmed: false } }))
      .thenEvents(
        openedFor('b1'),
        {
          type: 'MessageSent',
          data: { body: 'Call [phone number hidden]', masked: [{ kind: 'phone' }] },
        },
        { type: 'MessageDeliveryPlanned' },
      ))
  test('cannot reach a guest whose data was erased', () =>
    given(thread)
      .when(write(), by(OWNER, { facts: { ...facts, guestName: ERASED } }))
      .thenRefused('INVALID_TRANSITION'))
})

describe('files of a message', () => {
  const photo: Attachment = {
    fileId: 'f1',
    name: 'Boiler.jpg',
    type: 'image/jpeg',
    size: 9,
    width: 4,
    height: 3,
  }
  const sendFiles = (body: string) =>
    ({ type: 'SendMessage', data: { body, attachments: ['f1'] as string[] } }) as const
  const found = (more: Partial<ThreadFacts> = {}) =>
    by(OWNER, { facts: { ...facts, attachments: [photo], ...more } })
  test('are in its event, of hosts and of guests', () => {
    given(thread, opened)
      .when(sendFiles('This one.'), found())
      .thenEvents(
        { type: 'MessageSent', data: { body: 'This one.', attachments: [photo] } },
        { type: 'MessageDeliveryPlanned' },
      )
    given(thread, opened)
      .when(receive('1', { body: '', attachments: ['f1'] }), {
        ...byGateway,
        facts: { ...facts, attachments: [photo] },
      })
      .thenEvents(
        { type: 'GuestMessageReceived', data: { body: '', attachments: [photo] } },
        { type: 'ResponseClockStarted' },
      )
  })
  test('can be sent without a text, which can’t be sent empty', () => {
    given(thread, opened)
      .when(sendFiles(''), found())
      .thenEvents(
        { type: 'MessageSent', data: { body: '', attachments: [photo] } },
        { type: 'MessageDeliveryPlanned' },
      )
    given(thread, opened)
      .when({ type: 'SendMessage', data: { body: '', attachments: [] } }, by(OWNER))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/body' }] })
  })
  test('belong to the conversation and were accepted', () =>
    given(thread, opened)
      .when(sendFiles('This one.'), found({ attachments: [undefined] }))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/attachments/0' }] }))
  test('have no contact details in their names before a booking', () => {
    const attachments = [photo, { ...photo, fileId: 'f2', name: 'call +351 910 000 001.jpg' }]
    given(thread, opened)
      .when(sendFiles(''), found({ attachments, isConfirmed: false }))
      .thenEvents(
        { type: 'MessageSent', data: { attachments: [photo, { fileId: 'f2', name: 'file.jpg' }] } },
        { type: 'MessageDeliveryPlanned' },
      )
  })
})

describe('writing to the guest', () => {
  const send = (body = 'There is one.') =>
    ({ type: 'SendMessage', data: { body, attachments: [] as string[] } }) as const
  const later = addHours(NOW, 2)
  test('stops the clock, and says whether it was in time', () => {
    given(thread, ...waiting)
      .when(send(), by(OWNER, { now: later }))
      .thenEvents(
        { type: 'MessageSent', data: { messageId: 'new', author: 'host', by: OWNER.id, automated: false } },
        { type: 'MessageDeliveryPlanned' },
        {
          type: 'ResponseClockStopped',
          data: { startedAt: NOW, messageId: 'new', by: 'message', elapsedS: 7_200, onTime: true },
        },
      )
    given(thread, ...waiting)
      .when(send(), by(COHOST, { now: addHours(NOW, 25) }))
      .thenEvents(
        { type: 'MessageSent', data: { author: 'cohost' } },
        { type: 'MessageDeliveryPlanned' },
        { type: 'ResponseClockStopped', data: { onTime: false } },
      )
  })
  test('as staff does not stop the clock', () =>
    given(thread, ...waiting)
      .when(send(), by(ADMIN, { now: later }))
      .thenEvents(
        { type: 'MessageSent', data: { author: 'staff', by: ADMIN.id } },
        { type: 'MessageDeliveryPlanned' },
      ))
  test('by the importer of a former system is written as the host', () =>
    given(thread, ...waiting)
      .when(send(), by(IMPORTER, { now: later }))
      .thenEvents(
        { type: 'MessageSent', data: { author: 'host', by: IMPORTER.id } },
        { type: 'ResponseClockStopped' },
      ))
  test('can be undone for two minutes', () =>
    expect(
      given(thread, ...waiting)
        .when(send(), by(OWNER))
        .thenEvents(
          { type: 'MessageSent' },
          { type: 'MessageDeliveryPlanned' },
          { type: 'ResponseClockStopped' },
        ),
    ).toMatchObject({ undo: { command: 'RetractMessage', expiresAt: addMinutes(NOW, 2) } }))
  test('again with the same key adds nothing', () =>
    given(thread, ...waiting, sent('new'), stopped())
      .when(send(), by(OWNER))
      .thenNothing())
  test('hides contact details before a booking, but no link to Hearth', () =>
    given(thread, ...waiting)
      .when(
        send('Call +351 910 000 001 or see https://hearth.example/help'),
        by(OWNER, { facts: { ...facts, isConfirmed: false } }),
      )
      .thenEvents(
        {
          type: 'MessageSent',
          data: {
            body: 'Call [phone number hidden] or see https://hearth.example/help',
            masked: [{ kind: 'phone', text: '+351 910 000 001' }],
          },
        },
        { type: 'MessageDeliveryPlanned' },
        { type: 'ResponseClockStopped' },
      ))
  test('keeps contact details after one', () =>
    given(thread, ...waiting)
      .when(send('Call +351 910 000 001'), by(OWNER))
      .thenEvents(
        { type: 'MessageSent', data: { body: 'Call +351 910 000 001', masked: [] } },
        { type: 'MessageDeliveryPlanned' },
        { type: 'ResponseClockStopped' },
      ))
  test('is limited to 30 messages a minute for each person', () => {
    const many = Array.from({ length: 30 }, (_, index) => sent(`m${index}`, NOW))
    const soon = { now: addMinutes(NOW, 0.5) }
    given(thread, ...waiting, ...many)
      .when(send(), by(OWNER, soon))
      .thenRefused('RATE_LIMITED', { limit: 30 })
    given(thread, ...waiting, ...many)
      .when(send(), by(COHOST, soon))
      .thenEvents({ type: 'MessageSent' }, { type: 'MessageDeliveryPlanned' })
    given(thread, ...waiting, ...many)
      .when(send(), by(OWNER, { now: addMinutes(NOW, 1) }))
      .thenEvents({ type: 'MessageSent' }, { type: 'MessageDeliveryPlanned' })
  })
  test('needs a thread', () => given(thread).when(send(), by(OWNER)).thenRefused('NOT_FOUND'))
})

describe('retracting a message', () => {
  const retract = { type: 'RetractMessage', data: { messageId: 'answer' } } as const
  const answered = [...waiting, sent('answer'), stopped()] as const
  test('lets the clock run again from its first start', () =>
    given(thread, ...answered)
      .when(retract, by(OWNER, { now: addMinutes(NOW, 2) }))
      .thenEvents(
        { type: 'MessageRetracted', data: { messageId: 'answer' } },
        {
          type: 'ResponseClockStarted',
          data: { messageId: idFrom('1'), startedAt: NOW, dueAt: addHours(NOW, 24) },
        },
      ))
  test('changes no clock when another answer remains', () =>
    given(thread, ...answered, sent('second'))
      .when(retract, by(OWNER))
      .thenEvents({ type: 'MessageRetracted' }))
  test('is too late after two minutes', () =>
    given(thread, ...answered)
      .when(retract, by(OWNER, { now: addMinutes(NOW, 2.1) }))
      .thenRefused('UNDO_EXPIRED'))
  test('is for its author only', () => {
    given(thread, ...answered)
      .when(retract, by(COHOST))
      .thenRefused('FORBIDDEN')
    given(thread, ...answered)
      .when({ ...retract, data: { messageId: idFrom('1') } }, by(OWNER))
      .thenRefused('FORBIDDEN')
    given(thread, ...answered)
      .when({ ...retract, data: { messageId: 'unknown' } }, by(OWNER))
      .thenRefused('NOT_FOUND')
  })
  test('happens once', () =>
    given(thread, ...answered, { type: 'MessageRetracted', data: { ...of, messageId: 'answer' } })
      .when(retract, by(OWNER))
      .thenNothing())
})

describe('organizing', () => {
  const archived: ThreadEvent = { type: 'ThreadArchived', data: of }
  test('assigns the thread to a person who can read it, or to no one', () => {
    const assign = (userId: string | null) => ({ type: 'AssignThread', data: { userId } }) as const
    given(thread, ...waiting)
      .when(assign('ben'), by(OWNER))
      .thenEvents({ type: 'ThreadAssigned', data: { userId: 'ben' } })
    given(thread, ...waiting, { type: 'ThreadAssigned', data: { ...of, userId: 'ben' } })
      .when(assign(null), by(OWNER, { facts: { ...facts, isReader: false } }))
      .thenEvents({ type: 'ThreadAssigned', data: { userId: null } })
    given(thread, ...waiting)
      .when(assign('eve'), by(OWNER, { facts: { ...facts, isReader: false } }))
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/userId' }] })
    given(thread, ...waiting)
      .when(assign(null), by(OWNER))
      .thenNothing()
  })
  test('stars and unstars', () => {
    const starred: ThreadEvent = { type: 'ThreadStarred', data: of }
    const star = { type: 'StarThread', data: {} } as const
    const unstar = { type: 'UnstarThread', data: {} } as const
    given(thread, ...waiting)
      .when(star, by(OWNER))
      .thenEvents(starred)
    given(thread, ...waiting, starred)
      .when(star, by(OWNER))
      .thenNothing()
    given(thread, ...waiting, starred)
      .when(unstar, by(OWNER))
      .thenEvents({ type: 'ThreadUnstarred' })
    given(thread, ...waiting)
      .when(unstar, by(OWNER))
      .thenNothing()
  })
  test('archives, which can be undone, and leaves the clock running', () => {
    const archive = { type: 'ArchiveThread', data: {} } as const
    const unarchive = { type: 'UnarchiveThread', data: {} } as const
    given(thread, ...waiting)
      .when(archive, by(OWNER))
      .thenEvents(archived)
    given(thread, ...waiting, archived)
      .when(archive, by(OWNER))
      .thenNothing()
    given(thread, ...waiting, archived)
      .when(unarchive, by(OWNER))
      .thenEvents({ type: 'ThreadUnarchived', data: { cause: 'person' } })
    given(thread, ...waiting)
      .when(unarchive, by(OWNER))
      .thenNothing()
  })
  test('marks messages as read, for each person and never back', () => {
    const read = (externalRef: string) =>
      ({ type: 'MarkThreadRead', data: { upToMessageId: idFrom(externalRef) } }) as const
    const two = [...waiting, received('2')] as const
    const readTwo: ThreadEvent = {
      type: 'ThreadRead',
      data: { ...of, userId: OWNER.id, upToMessageId: idFrom('2') },
    }
    given(thread, ...two)
      .when(read('2'), by(OWNER))
      .thenEvents(readTwo)
    given(thread, ...two, readTwo)
      .when(read('1'), by(OWNER))
      .thenNothing()
    given(thread, ...two, readTwo)
      .when(read('1'), by(COHOST))
      .thenEvents({ type: 'ThreadRead', data: { userId: COHOST.id } })
    given(thread, ...two)
      .when(read('9'), by(OWNER))
      .thenRefused('NOT_FOUND')
  })
  test('erases the guest once', () => {
    const erase = { type: 'EraseThreadGuest', data: { erasureId: 'e1' } } as const
    const erased: ThreadEvent = {
      type: 'ThreadGuestErased',
      data: { ...of, guestRef: 'g1', erasureId: 'e1' },
    }
    given(thread, ...waiting)
      .when(erase, by(SCHEDULER))
      .thenEvents(erased)
    given(thread, ...waiting, erased)
      .when(erase, by(SCHEDULER))
      .thenNothing()
    given(thread).when(erase, by(SCHEDULER)).thenRefused('NOT_FOUND')
  })
})

describe('the deadlines of the clock', () => {
  const remind = { type: 'RemindOfResponse', data: { startedAt: NOW, hours: 12 } } as const
  const overdue = { type: 'RecordOverdueResponse', data: { startedAt: NOW } } as const
  const at = (hours: number) => by(SCHEDULER, { now: addHours(NOW, hours) })
  const reminded: ThreadEvent = {
    type: 'ResponseReminderDue',
    data: { ...of, startedAt: NOW, dueAt: addHours(NOW, 24), hours: 12 },
  }
  const breached: ThreadEvent = {
    type: 'ResponseOverdue',
    data: { ...of, startedAt: NOW, dueAt: addHours(NOW, 24) },
  }
  test('remind the host once', () => {
    given(thread, ...waiting)
      .when(remind, at(12))
      .thenEvents(reminded)
    given(thread, ...waiting, reminded)
      .when(remind, at(12))
      .thenNothing()
    given(thread, ...waiting)
      .when(remind, at(11))
      .thenRefused('PRECONDITION_FAILED')
  })
  test('record a late answer once', () => {
    given(thread, ...waiting)
      .when(overdue, at(24))
      .thenEvents(breached)
    given(thread, ...waiting, breached)
      .when(overdue, at(24))
      .thenNothing()
    given(thread, ...waiting)
      .when(overdue, at(23))
      .thenRefused('PRECONDITION_FAILED')
  })
  test('do nothing for a clock that has stopped, or for another one', () => {
    given(thread, ...waiting, sent('answer'), stopped())
      .when(remind, at(12))
      .thenNothing()
    given(thread, ...waiting, sent('answer'), stopped())
      .when(overdue, at(24))
      .thenNothing()
    given(thread, opened, received('1', addHours(NOW, 1)), clockFrom('1', addHours(NOW, 1)))
      .when(remind, at(20))
      .thenNothing()
  })
  test('are not repeated when a retracted answer lets the clock run again', () =>
    given(thread, ...waiting, reminded, sent('answer'), stopped(), clockFrom('1'))
      .when(remind, at(13))
      .thenNothing())
})
