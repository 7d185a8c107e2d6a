import { expect, test } from 'vitest'
import { ERASED } from '../kernel/erased.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import type { Projection, Row } from '../kernel/projection.ts'
import type { ThreadEvent } from './messages.ts'
import { messageProjection, threadProjection } from './projections.ts'

const of = { threadId: 't1', listingId: 'l1' }
const message = { ...of, guestRef: 'g1', masked: [], attachments: [] }
type Told = readonly [at: string, ThreadEvent]

const opened: Told = [
  '09:00',
  {
    type: 'ThreadOpened',
    data: { ...of, hostAccountId: 'a1', guestRef: 'g1', guestName: 'Ana P.', bookingId: null },
  },
]
const guestWrites = (at: string, messageId: string, body = 'Hello'): Told => [
  at,
  {
    type: 'GuestMessageReceived',
    data: { ...message, messageId, body, externalRef: messageId, bookingId: null, sentAt: instant(at) },
  },
]
const hostWrites = (at: string, messageId: string, by = 'u1'): Told => [
  at,
  { type: 'MessageSent', data: { ...message, messageId, body: 'Hi', author: 'host', by, automated: false } },
]
const clockStarts = (at: string, dueAt: string): Told => [
  at,
  {
    type: 'ResponseClockStarted',
    data: {
      ...of,
      messageId: 'm1',
      startedAt: instant(at),
      dueAt,
      reminders: [{ hours: 12, at: instant('21:00') }],
    },
  },
]
const clockStops = (at: string): Told => [
  at,
  {
    type: 'ResponseClockStopped',
    data: {
      ...of,
      messageId: 'm2',
      startedAt: instant('09:00'),
      dueAt: instant('23:00'),
      by: 'message',
      elapsedS: 4_320,
      onTime: true,
    },
  },
]
const read = (userId: string, upToMessageId: string): Told => [
  '12:00',
  { type: 'ThreadRead', data: { ...of, userId, upToMessageId } },
]
const erasure: Told = [
  '13:00',
  { type: 'ThreadGuestErased', data: { ...of, guestRef: 'g1', erasureId: 'e1' } },
]
const retracted = (messageId: string): Told => [
  '12:01',
  { type: 'MessageRetracted', data: { ...of, messageId } },
]

const instant = (time: string) => `2026-11-25T${time}:00.000Z`

/** The rows after these events, by id. */
const rowsAfter = <R extends Row>(projection: Projection<R>, story: readonly Told[]) => {
  const rows = new Map<string, R>()
  story.forEach(([at, { type, data }], index) => {
    const event: RecordedEvent = {
      id: `e${index}`,
      stream: 'thread-t1',
      revision: BigInt(index),
      type,
      data,
      metadata: { occurredAt: instant(at) },
      position: { commit: BigInt(index), prepare: BigInt(index) },
      recordedAt: instant(at),
    }
    for (const key of projection.keys(event)) {
      const row = projection.fold(rows.get(key), event, key)
      if (row !== undefined) rows.set(key, row)
    }
  })
  return rows
}
const threadAfter = (...story: readonly Told[]) => {
  const row = rowsAfter(threadProjection, [opened, ...story]).get('t1')
  if (row === undefined) throw new Error('The thread has no row')
  return row
}

test('puts threads that wait first, the earliest deadline before later ones', () => {
  const soon = threadAfter(guestWrites('09:01', 'm1'), clockStarts('09:01', instant('20:00')))
  const later = threadAfter(guestWrites('09:00', 'm1'), clockStarts('09:00', instant('21:00')))
  const answered = threadAfter(
    guestWrites('09:00', 'm1'),
    clockStarts('09:00', instant('20:00')),
    hostWrites('10:12', 'm2'),
    clockStops('10:12'),
  )
  const older = threadAfter(hostWrites('09:30', 'm1'))
  expect([older, later, answered, soon].toSorted((a, b) => a.place - b.place)).toEqual([
    soon,
    later,
    answered,
    older,
  ])
  expect(soon).toMatchObject({ awaiting: true, dueAt: instant('20:00'), closeAt: instant('21:00') })
  expect(answered).toMatchObject({ awaiting: false, dueAt: null, closeAt: null, answeredAfterS: 4_320 })
})

test('is unread for everyone who has not read the guest’s last message', () => {
  const written = [guestWrites('09:01', 'm1'), guestWrites('09:02', 'm2')]
  expect(threadAfter().readBy).toBeNull()
  expect(threadAfter(...written, read('u1', 'm1')).readBy).toEqual([])
  expect(threadAfter(...written, read('u1', 'm2'), read('u1', 'm2')).readBy).toEqual(['u1'])
  expect(threadAfter(...written, hostWrites('09:03', 'm3', 'u2'), read('u1', 'm3')).readBy).toEqual([
    'u1',
    'u2',
  ])
  expect(threadAfter(...written, read('u1', 'm2'), guestWrites('12:05', 'm4')).readBy).toEqual([])
})

test('shows the beginning of the last message, and nothing of a retracted one', () => {
  const long = threadAfter(guestWrites('09:01', 'm1', '👋'.repeat(4_000)))
  expect(long.lastText).toBe('👋'.repeat(160))
  const story = [guestWrites('09:01', 'm1'), hostWrites('12:00', 'm2')]
  expect(threadAfter(...story, retracted('m2')).lastText).toBeNull()
  expect(threadAfter(...story, guestWrites('12:00', 'm3', 'And a cot?'), retracted('m2')).lastText).toBe(
    'And a cot?',
  )
  const rows = rowsAfter(messageProjection, [opened, ...story, retracted('m2')])
  expect([...rows.keys()]).toEqual(['m1', 'm2'])
  expect(rows.get('m2')).toMatchObject({ text: null, retractedAt: instant('12:01'), number: 2 })
})

test('shows how far each message is on its way to the guest', () => {
  const ofMessage = { ...of, messageId: 'm2' }
  const story: Told[] = [guestWrites('09:01', 'm1'), hostWrites('12:00', 'm2')]
  const rowAfter = (...more: readonly Told[]) => {
    const row = rowsAfter(messageProjection, [opened, ...story, ...more]).get('m2')
    return row && [row.delivery, row.deliveryAt, row.deliveryFailure]
  }
  const planned: Told = [
    '12:00',
    { type: 'MessageDeliveryPlanned', data: { ...ofMessage, channel: 'gateway', dueAt: instant('12:02') } },
  ]
  const handedOver: Told = ['12:03', { type: 'MessageHandedOver', data: ofMessage }]
  const delivered: Told = [
    '12:06',
    { type: 'MessageDelivered', data: { ...ofMessage, at: instant('12:04') } },
  ]
  const read: Told = ['12:20', { type: 'MessageReadByGuest', data: { ...ofMessage, at: instant('12:19') } }]
  const failed: Told = ['12:21', { type: 'MessageDeliveryFailed', data: { ...ofMessage, reason: 'blocked' } }]
  expect(rowAfter()).toEqual([null, null, null])
  expect(rowAfter(planned)).toEqual(['waiting', instant('12:02'), null])
  expect(rowAfter(planned, retracted('m2'))).toEqual([null, null, null])
  expect(rowAfter(planned, handedOver)).toEqual(['sent', instant('12:03'), null])
  expect(rowAfter(planned, handedOver, delivered)).toEqual(['delivered', instant('12:04'), null])
  expect(rowAfter(planned, handedOver, read)).toEqual(['read', instant('12:19'), null])
  expect(rowAfter(planned, failed)).toEqual(['failed', instant('12:21'), 'blocked'])
  expect(rowAfter(planned, failed, planned)).toEqual(['waiting', instant('12:02'), null])
})

test('says that no reply is needed until the guest writes or the host answers', () => {
  const marks: Told = ['10:00', { type: 'NoReplyNeeded', data: { ...of, upToMessageId: 'm1' } }]
  const stops: Told = [
    '10:00',
    {
      type: 'ResponseClockStopped',
      data: {
        ...of,
        messageId: 'm1',
        startedAt: instant('09:01'),
        dueAt: instant('20:00'),
        by: 'no_reply_needed',
        elapsedS: 3_540,
        onTime: true,
      },
    },
  ]
  const story = [guestWrites('09:01', 'm1'), clockStarts('09:01', instant('20:00')), marks, stops]
  expect(threadAfter(...story)).toMatchObject({
    noReplyNeeded: true,
    awaiting: false,
    answeredAfterS: null,
    answeredOnTime: null,
  })
  expect(threadAfter(...story, guestWrites('10:05', 'm2')).noReplyNeeded).toBe(false)
  expect(threadAfter(...story, hostWrites('10:05', 'm2')).noReplyNeeded).toBe(false)
  const takenBack: Told = ['10:06', { type: 'ReplyNeeded', data: { ...of, upToMessageId: 'm1' } }]
  expect(threadAfter(...story, takenBack).noReplyNeeded).toBe(false)
})

test('shows a request between the messages, and which one waits', () => {
  const asks: Told = [
    '09:01',
    { type: 'GuestRequestReceived', data: { ...of, requestId: '0197a9c31a', bookingId: null } },
  ]
  const accepts: Told = [
    '09:30',
    {
      type: 'GuestRequestEnded',
      data: { ...of, requestId: '0197a9c31a', bookingId: '0197a9c31a', outcome: 'accepted', by: 'u1' },
    },
  ]
  expect(threadAfter(asks)).toMatchObject({ openRequestId: '0197a9c31a', lastMessageId: null })
  expect(threadAfter(asks, accepts)).toMatchObject({ openRequestId: null, bookingId: '0197a9c31a' })
  const rows = [...rowsAfter(messageProjection, [opened, asks, guestWrites('09:02', 'm1'), accepts]).values()]
  expect(rows).toMatchObject([
    { request: 'opened', requestId: '0197a9c31a', author: 'guest', authorId: null, text: null },
    { request: null, requestId: null, text: 'Hello' },
    { request: 'accepted', requestId: '0197a9c31a', author: 'host', authorId: 'u1', text: null },
  ])
})

test('reads as erased once the guest is erased', () => {
  const row = threadAfter(guestWrites('09:01', 'm1'), erasure)
  expect(row).toMatchObject({ guestName: ERASED, lastText: ERASED, awaiting: false })
})

test('names the files of a message without a text, and has none of a retracted one', () => {
  const file = { fileId: 'f1', type: 'image/jpeg', size: 9, width: 4, height: 3 } as const
  const attachments = [
    { ...file, name: 'door.jpg' },
    { ...file, fileId: 'f2', name: 'key.jpg' },
  ]
  const sent: Told = [
    '09:01',
    {
      type: 'MessageSent',
      data: {
        ...message,
        messageId: 'm1',
        body: '',
        attachments,
        author: 'host',
        by: 'u1',
        automated: false,
      },
    },
  ]
  expect(threadAfter(sent).lastText).toBe('door.jpg, key.jpg')
  expect(rowsAfter(messageProjection, [opened, sent]).get('m1')).toMatchObject({ text: '', attachments })
  expect(rowsAfter(messageProjection, [opened, sent, retracted('m1')]).get('m1')).toMatchObject({
    text: null,
    attachments: [],
  })
})
