import { ERASED } from '@hearth/contracts/kernel/erased'
import { humanCode, newId, type Id } from '@hearth/contracts/kernel/ids'
import { zMessageRow, zThreadRow, type ThreadEvent } from '@hearth/contracts/thread'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { TestEvent } from '../testing/miniProjector.ts'
import { alfama, bica, foreign, list, other, sharedVale, vale, type Vale } from '../testing/vale.ts'

let as: Vale['as']
let service: Vale['service']
let cleo: string

const [ana, daniel, leo, elsewhere, anasBooking] = [newId(), newId(), newId(), newId(), newId()]
const hour = (hours: number) => `2026-07-15T${String(hours).padStart(2, '0')}:00:00.000Z`

type Thread = Readonly<{ threadId: Id; listingId: Id; guestRef: string; tenantId: string }>
const toEvent =
  ({ threadId, tenantId }: Thread) =>
  (at: string, { type, data }: ThreadEvent): TestEvent => ({
    tenantId,
    actorId: 'gateway',
    actorKind: 'service',
    at,
    stream: `thread-${threadId}`,
    type,
    data,
  })

/** A guest writes, and waits for an answer until the next day. */
const askOf = (
  thread: Thread,
  guestName: string,
  at: string,
  body: string,
  bookingId: Id | null = null,
): readonly TestEvent[] => {
  const { threadId, listingId, guestRef, tenantId: hostAccountId } = thread
  const [of, event, messageId] = [{ threadId, listingId }, toEvent(thread), newId()]
  return [
    event(at, { type: 'ThreadOpened', data: { ...of, hostAccountId, guestRef, guestName, bookingId } }),
    event(at, {
      type: 'GuestMessageReceived',
      data: {
        ...of,
        messageId,
        guestRef,
        body,
        masked: [],
        attachments: [],
        externalRef: messageId,
        bookingId,
        sentAt: at,
      },
    }),
    event(at, {
      type: 'ResponseClockStarted',
      data: { ...of, messageId, startedAt: at, dueAt: at.replace('-15T', '-16T'), reminders: [] },
    }),
  ]
}
const answerOf = (thread: Thread, by: string, startedAt: string, at: string): readonly TestEvent[] => {
  const { threadId, listingId, guestRef } = thread
  const [of, event, messageId] = [{ threadId, listingId }, toEvent(thread), newId()]
  return [
    event(at, {
      type: 'MessageSent',
      data: {
        ...of,
        messageId,
        guestRef,
        body: 'Yes',
        masked: [],
        attachments: [],
        author: 'host',
        by,
        automated: false,
      },
    }),
    event(at, {
      type: 'ResponseClockStopped',
      data: {
        ...of,
        messageId,
        startedAt,
        dueAt: startedAt,
        by: 'message',
        elapsedS: 3_600,
        onTime: true,
      },
    }),
  ]
}

const ofVale = (threadId: Id, listingId: Id): Thread => ({
  threadId,
  listingId,
  guestRef: `guest-${threadId}`,
  tenantId: vale,
})

beforeAll(async () => {
  ;({ as, service, cleo } = await sharedVale())
  // Her first session was ended by the journey of live changes.
  as = { ...as, cleo: await service.as('cleo@example.test') }
  const leos = ofVale(leo, bica)
  const theirs = { ...ofVale(elsewhere, foreign), tenantId: other }
  await service.project([
    ...askOf(leos, 'Leo M.', hour(6), 'Where are the bikes?'),
    ...answerOf(leos, cleo, hour(6), hour(7)),
    ...askOf(ofVale(daniel, alfama), 'Daniel W.', hour(8), 'May I bring a dog?'),
    ...askOf(ofVale(ana, bica), 'Ana P.', hour(5), 'We land early', anasBooking),
    ...askOf(theirs, 'Foreign F.', hour(4), 'Hello'),
  ])
})

type Person = Vale['as']['cleo']
const shown = async (person: Person, filter: object = {}) =>
  z
    .array(z.object({ ...zThreadRow.shape, tenantId: z.string(), revision: z.number() }))
    .parse(await (await person(list('threads', { filter }))).json())
/** The guests of these threads that the list shows; other journeys have theirs. */
const names = async (person: Person, filter?: object) =>
  (await shown(person, filter))
    .filter(({ id }) => [leo, daniel, ana, elsewhere].includes(id))
    .map(({ guestName }) => guestName)
const texts = async (person: Person, filter: object, range: object = [0, 49]) => {
  const answer = await person(list('messages', { filter, range, sort: ['number', 'DESC'] }))
  return z
    .array(z.looseObject(zMessageRow.shape))
    .parse(await answer.json())
    .map(({ text, number }) => [number, text])
}

describe('the inbox', () => {
  test('lists threads that wait by their deadline, then the others', async () => {
    expect(await names(as.cleo)).toEqual(['Ana P.', 'Daniel W.', 'Leo M.'])
    expect(await names(as.cleo, { awaiting: true })).toEqual(['Ana P.', 'Daniel W.'])
    expect(await names(as.cleo, { listingId: bica, awaiting: false })).toEqual(['Leo M.'])
    expect(await names(as.cleo, { q: 'dan' })).toEqual(['Daniel W.'])
  })

  test('finds threads by guest, booking code and title of the listing, also by several of them', async () => {
    const booked = humanCode('HB', anasBooking)
    const title = 'Alfama Terrace'
    expect(await names(as.cleo, { q: booked })).toEqual(['Ana P.'])
    expect(await names(as.cleo, { q: booked.slice(3).toLowerCase() })).toEqual(['Ana P.'])
    expect(await names(as.cleo, { q: title })).toEqual(['Daniel W.'])
    expect(await names(as.cleo, { q: `daniel ${title}` })).toEqual(['Daniel W.'])
    expect(await names(as.cleo, { q: `ana ${title}` })).toEqual([])
    expect(await names(as.cleo, { q: '100%' })).toEqual([])
  })

  test('lists what a person has not read', async () => {
    expect(await names(as.cleo, { unreadBy: cleo })).toEqual(['Ana P.', 'Daniel W.'])
    expect(await names(as.cleo, { unreadBy: newId() })).toEqual(['Ana P.', 'Daniel W.', 'Leo M.'])
    expect((await as.cleo(list('threads', { filter: { unreadBy: 7 } }))).status).toBe(422)
  })

  test('shows a thread page by page, the newest message first, by the cursor of the oldest', async () => {
    expect(await texts(as.cleo, { threadId: leo }, [0, 0])).toEqual([[3, 'Yes']])
    expect(await texts(as.cleo, { threadId: leo, number_lte: 2 })).toEqual([[1, 'Where are the bikes?']])
    const { rows } = await service.pool.query('select text from read.message where thread_id = $1', [leo])
    expect(JSON.stringify(rows)).not.toContain('bikes')
  })

  test('a foreign thread answers like an unknown one, and a member sees their listings', async () => {
    const answers = await Promise.all(
      [elsewhere, newId()].map(async (id) => {
        const answer = await as.cleo(`/api/threads/${id}`)
        return [answer.status, await answer.text(), await texts(as.cleo, { threadId: id })]
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[0]).toBe(404)
    expect(await names(as.scoped)).toEqual(['Daniel W.'])
    expect(await texts(as.scoped, { threadId: ana })).toEqual([])
    expect((await as.calendar('/api/threads')).status).toBe(403)
    const seen = await (await as.calendar('/api/events?range=[0,99]')).text()
    expect(seen).not.toMatch(/GuestMessageReceived|land early/)
  })

  test('reads as erased once the guest’s key is gone', async () => {
    const thread = ofVale(daniel, alfama)
    const [before] = await shown(as.cleo, { id: daniel })
    expect(before).toMatchObject({ guestName: 'Daniel W.', lastText: 'May I bring a dog?' })
    await service.eraseSubject(vale, thread.guestRef)
    await service.project([
      toEvent(thread)(hour(9), {
        type: 'ThreadGuestErased',
        data: { threadId: daniel, listingId: alfama, guestRef: thread.guestRef, erasureId: newId() },
      }),
    ])
    const [after] = await shown(as.cleo, { id: daniel })
    expect(after).toMatchObject({ guestName: ERASED, lastText: ERASED, awaiting: true })
    expect(await texts(as.cleo, { threadId: daniel })).toEqual([[1, ERASED]])
  })
})
