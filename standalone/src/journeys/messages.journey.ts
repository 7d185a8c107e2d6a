import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { guestMessage, inDays, openAccount, openListing, stay } from './fixtures.ts'
import { accepted, after, sharedJourney, type Client, type Journey, type Person } from './journey.ts'
import type { Answer } from './request.ts'

let journey: Journey
let account: Id
let listing: Id
let gateway: Client
let owner: Person
let cohost: Person
beforeAll(async () => {
  journey = await sharedJourney()
  account = await openAccount(journey)
  listing = await openListing(journey, account)
  gateway = journey.as('gateway')
  owner = await journey.signIn({ role: 'owner', hostAccountId: account })
  cohost = await journey.signIn({ role: 'cohost_messaging', hostAccountId: account })
})

const receive = (body: object, by: Client = gateway) =>
  by.post('/api/threads', body, { 'x-host-account': account })
const act = (id: Id, verb: string, body: object, by: Client) => by.post(`/api/threads/${id}/${verb}`, body)
const eventsOf = ({ json }: Answer) => json['events']
const codeOf = ({ status, json }: Answer) => [status, json['code']]

const zMessages = z.array(z.looseObject({ id: z.string(), author: z.string(), text: z.string().nullable() }))
const readMessages = async (threadId: Id, answer: Answer) => {
  const filter = encodeURIComponent(JSON.stringify({ threadId }))
  const path = `/api/messages?filter=${filter}&sort=["number","ASC"]`
  return zMessages.parse(JSON.parse((await owner.get(path, after(answer))).text))
}

test('a guest writes, a co-host answers, and the clock stops', async () => {
  const message = guestMessage(listing)
  const received = accepted(await receive(message))
  expect(eventsOf(received)).toEqual(['ThreadOpened', 'GuestMessageReceived', 'ResponseClockStarted'])
  const again = accepted(await receive({ ...message, body: 'The channel sends it again.' }))
  expect([again.id, eventsOf(again)]).toEqual([received.id, []])
  const followUp = accepted(await receive({ ...message, messageId: newId(), body: 'Or two?' }))
  expect([followUp.id, eventsOf(followUp)]).toEqual([received.id, ['GuestMessageReceived']])

  const answered = accepted(await act(received.id, 'send', { body: 'There are two.' }, cohost))
  expect(eventsOf(answered)).toEqual(['MessageSent', 'MessageDeliveryPlanned', 'ResponseClockStopped'])
  expect(answered.json['undo']).toMatchObject({ command: 'RetractMessage' })
  const shown = await readMessages(received.id, answered)
  expect(shown.map(({ author, text }) => [author, text])).toEqual([
    ['guest', message.body],
    ['guest', 'Or two?'],
    ['cohost', 'There are two.'],
  ])
  const messageId = shown.at(-1)?.id
  expect(codeOf(await act(received.id, 'retract', { messageId }, owner))).toEqual([403, 'FORBIDDEN'])
  const retracted = accepted(await act(received.id, 'retract', { messageId }, cohost))
  expect(eventsOf(retracted)).toEqual(['MessageRetracted', 'ResponseClockStarted'])
})

test('contact details are hidden until the guest has a booking', async () => {
  const guest = { guestRef: newId(), displayName: 'Ada F.' }
  const before = accepted(await receive(guestMessage(listing, { guest, body: 'I am ada@example.com' })))
  accepted(await act(before.id, 'send', { body: 'Call +1 415 555 0100' }, owner))
  const booked = accepted(
    await gateway.post('/api/bookings', stay(listing, inDays(60), [20_000], {}, { guest }), {
      'x-host-account': account,
    }),
  )
  const about = { guest, bookingId: booked.id, body: 'Now: ada@example.com' }
  accepted(await receive(guestMessage(listing, about)))
  const last = accepted(await act(before.id, 'send', { body: 'Now: +1 415 555 0100' }, owner))
  expect((await readMessages(before.id, last)).map(({ text }) => text)).toEqual([
    'I am [email hidden]',
    'Call [phone number hidden]',
    'Now: ada@example.com',
    'Now: +1 415 555 0100',
  ])
  const foreign = await receive(guestMessage(listing, { bookingId: booked.id }))
  expect([...codeOf(foreign), foreign.json['errors']]).toMatchObject([
    422,
    'VALIDATION_FAILED',
    [{ pointer: '/bookingId' }],
  ])
})

const book = async (guest: object, day: number) =>
  accepted(
    await gateway.post('/api/bookings', stay(listing, inDays(day), [20_000], {}, { guest }), {
      'x-host-account': account,
    }),
  ).id

test('a host and a guest who write first at the same time share one thread', async () => {
  const guest = { guestRef: newId(), displayName: 'Ada F.' }
  const bookingId = await book(guest, 70)
  const first = { listingId: listing, guest: { guestRef: guest.guestRef }, bookingId, body: 'Welcome!' }
  const [byHost, byGuest] = await Promise.all([
    owner.post('/api/first-messages', first),
    receive(guestMessage(listing, { guest, bookingId })),
  ])
  const [sent, received] = [accepted(byHost), accepted(byGuest)]
  expect(sent.id).toBe(received.id)
  const types = [sent, received].flatMap((answer) => eventsOf(answer))
  expect(types.filter((type) => type === 'ThreadOpened')).toHaveLength(1)
  const later = accepted(await act(sent.id, 'send', { body: 'See you soon.' }, cohost))
  expect((await readMessages(sent.id, later)).map(({ author }) => author).toSorted()).toEqual([
    'cohost',
    'guest',
    'host',
  ])
})

test('a host writes first only about a booking of the guest, and starts no clock', async () => {
  const guest = { guestRef: newId(), displayName: 'Ada F.' }
  const bookingId = await book(guest, 74)
  const first = { listingId: listing, guest: { guestRef: guest.guestRef }, bookingId, body: 'Welcome!' }
  for (const wrong of [{ bookingId: newId() }, { guest: { guestRef: newId() } }])
    expect(codeOf(await owner.post('/api/first-messages', { ...first, ...wrong }))).toEqual([
      422,
      'VALIDATION_FAILED',
    ])
  expect(codeOf(await owner.post('/api/first-messages', { ...first, listingId: newId() }))).toEqual([
    404,
    'NOT_FOUND',
  ])
  const calendar = await journey.signIn({ role: 'cohost_calendar', hostAccountId: account })
  expect(codeOf(await calendar.post('/api/first-messages', first))).toEqual([403, 'FORBIDDEN'])
  const sent = accepted(await cohost.post('/api/first-messages', first))
  expect(eventsOf(sent)).toEqual(['ThreadOpened', 'MessageSent', 'MessageDeliveryPlanned'])
  const row = JSON.parse((await owner.get(`/api/threads/${sent.id}`, after(sent))).text)
  expect(row).toMatchObject({ guestName: 'Ada F.', bookingId, awaiting: false, readBy: null })
})

test('only the gateway delivers, and only those who may write do', async () => {
  expect(codeOf(await receive(guestMessage(listing), journey.as('importer')))).toEqual([403, 'FORBIDDEN'])
  const { id } = accepted(await receive(guestMessage(listing)))
  const [calendar, finance, support] = [
    await journey.signIn({ role: 'cohost_calendar', hostAccountId: account }),
    await journey.signIn({ staffRole: 'finance' }),
    await journey.signIn({ staffRole: 'support' }),
  ]
  for (const person of [calendar, finance])
    expect(codeOf(await act(id, 'send', { body: 'Hello' }, person))).toEqual([403, 'FORBIDDEN'])
  expect(eventsOf(accepted(await act(id, 'send', { body: 'Hello from Hearth' }, support)))).toEqual([
    'MessageSent',
    'MessageDeliveryPlanned',
  ])
  for (const body of [' \n ', '\u200b', 'a\u202eb', 'a'.repeat(4_001)]) {
    const refused = await act(id, 'send', { body }, owner)
    expect([...codeOf(refused), refused.json['errors']]).toMatchObject([
      422,
      'VALIDATION_FAILED',
      [{ pointer: '/body' }],
    ])
  }
})

test('the team archives a thread, and the guest’s next message brings it back', async () => {
  const message = guestMessage(listing)
  const { id } = accepted(await receive(message))
  const archived = accepted(await act(id, 'archive', {}, owner))
  expect(archived.json['undo']).toMatchObject({ command: 'UnarchiveThread', expiresAt: null })
  expect(eventsOf(accepted(await receive({ ...message, messageId: newId() })))).toEqual([
    'GuestMessageReceived',
    'ThreadUnarchived',
  ])
  expect(codeOf(await act(id, 'assign', { userId: newId() }, owner))).toEqual([422, 'VALIDATION_FAILED'])
})
