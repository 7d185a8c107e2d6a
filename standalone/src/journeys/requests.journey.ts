import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { beforeAll, expect, test } from 'vitest'
import { inDays, openAccount, openListing, stay } from './fixtures.ts'
import { accepted, after, sharedJourney, type Journey, type Person } from './journey.ts'

let journey: Journey
let account: Id
let listing: Id
let owner: Person
let cohost: Person
let support: Person
beforeAll(async () => {
  journey = await sharedJourney()
  account = await openAccount(journey)
  listing = await openListing(journey, account)
  owner = await journey.signIn({ role: 'owner', hostAccountId: account })
  cohost = await journey.signIn({ role: 'cohost_full', hostAccountId: account })
  support = await journey.signIn({ staffRole: 'support' })
})

const act = (id: Id, verb: string, body: object, by: Person) => by.post(`/api/requests/${id}/${verb}`, body)
const tap = () => ({
  listingId: listing,
  subject: 'The tap in the kitchen drips',
  type: 'maintenance',
  urgency: 'high',
})
const boiler = () => ({
  listingId: listing,
  subject: 'A new boiler',
  estimateMinor: 120_000,
  bids: [{ vendor: 'Hudson Plumbing', amountMinor: 120_000 }],
  ifNotDone: 'There is no hot water for guests.',
})

test('a host asks for service, Hearth does it, and the host reopens it', async () => {
  const { id } = accepted(await owner.post('/api/service-requests', tap()))
  expect(await act(id, 'acknowledge', {}, owner)).toMatchObject({ status: 403 })
  for (const [verb, body] of [
    ['acknowledge', {}],
    ['start', {}],
    ['complete', { summary: 'The washer was worn and was replaced.' }],
  ] as const)
    accepted(await act(id, verb, body, support))
  const early = await act(id, 'start', {}, support)
  expect([early.status, early.json['code']]).toEqual([409, 'INVALID_TRANSITION'])
  const reopened = await act(id, 'reopen', { why: 'It drips again since today.' }, owner)
  expect(reopened).toMatchObject({ status: 200, json: { events: ['ServiceReopened'] } })

  const other = await owner.post('/api/service-requests', { ...tap(), fileIds: [newId()] })
  expect([other.status, other.json['errors']]).toMatchObject([422, [{ pointer: '/fileIds/0' }]])
})

test('only the owner approves an expense, once, and it cannot cost much more', async () => {
  expect(await owner.post('/api/expense-requests', boiler())).toMatchObject({ status: 403 })
  const { id } = accepted(
    await support.post('/api/expense-requests', boiler(), { 'x-host-account': account }),
  )
  for (const person of [cohost, support])
    expect(await act(id, 'approve-expense', { capMinor: 120_000 }, person)).toMatchObject({ status: 403 })
  accepted(await act(id, 'approve-expense', { capMinor: 100_000 }, owner))
  const late = await act(id, 'decline-expense', { reason: 'My own plumber does it.' }, owner)
  expect([late.status, late.json]).toMatchObject([
    409,
    { code: 'ALREADY_DECIDED', requestStatus: 'approved', decidedBy: owner.userId },
  ])
  const invoice = { actualMinor: 110_001, invoiceFileId: newId() }
  const unknown = await act(id, 'record-expense', invoice, support)
  expect([unknown.status, unknown.json['errors']]).toMatchObject([422, [{ pointer: '/invoiceFileId' }]])
  expect(await act(id, 'withdraw', {}, owner)).toMatchObject({ status: 403 })
  accepted(await act(id, 'withdraw', {}, support))
})

const preview = async (id: Id, decision: string, by: Person = owner) =>
  by.post(`/api/requests/${id}/preview`, { decision })
const tokenOf = async (id: Id, decision: string) => String((await preview(id, decision)).json['token'])
const nights = (days: number) => stay(listing, inDays(days), [20_000, 20_000])
const ask = (days: number) =>
  journey.as('gateway').post(
    '/api/booking-requests',
    { ...nights(days), message: 'Is there a cot?' },
    {
      'x-host-account': account,
    },
  )
const book = (days: number) =>
  journey.as('gateway').post('/api/bookings', nights(days), { 'x-host-account': account })

test('a request holds its nights, and becomes the booking that was previewed', async () => {
  const { id } = accepted(await ask(30))
  const second = await book(31)
  expect([second.status, second.json['code']]).toEqual([409, 'NIGHTS_UNAVAILABLE'])

  const seen = await preview(id, 'accept')
  expect(seen).toMatchObject({
    status: 200,
    json: { guestTotal: { beforeMinor: 0, afterMinor: 40_000 }, nights: { before: 'held', after: 'booked' } },
  })
  for (const unknown of [newId(), 'x'])
    expect(await owner.post(`/api/requests/${unknown}/preview`, { decision: 'accept' })).toMatchObject({
      status: 404,
    })
  const other = accepted(await ask(40)).id
  for (const [previewToken, code] of [
    [await tokenOf(other, 'accept'), 'QUOTE_STALE'],
    [await tokenOf(id, 'decline'), 'QUOTE_STALE'],
    ['rp1.x.y', 'VALIDATION_FAILED'],
  ] as const)
    expect((await act(id, 'accept', { previewToken }, owner)).json['code']).toBe(code)
  const answer = accepted(
    await act(id, 'accept', { previewToken: seen.json['token'], note: 'Welcome!' }, owner),
  )
  const booked = await owner.get(`/api/bookings/${id}`, after(answer))
  const { guestTotal, hostPayout } = seen.json as Readonly<Record<string, Readonly<{ afterMinor: number }>>>
  expect(booked.json).toMatchObject({
    status: 'confirmed',
    money: { guestTotalMinor: guestTotal?.afterMinor, hostPayoutMinor: hostPayout?.afterMinor },
  })
  expect((await owner.get(`/api/requests/${id}`, after(answer))).json).toMatchObject({
    kind: 'booking_request',
    status: 'accepted',
    awaiting: null,
    bookingId: id,
    amountMinor: hostPayout?.afterMinor,
    body: 'Is there a cot?',
    answer: 'Welcome!',
  })
  const listed = await owner.get(`/api/requests?filter={"bookingId":"${id}"}`, after(answer))
  expect(listed.text).toContain(id)
  expect(listed.text).not.toContain('Is there a cot?')
  expect((await owner.get(`/api/requests/${id}/history`, after(answer))).json['entries']).toMatchObject([
    { type: 'RequestAccepted', text: 'Accepted. “Welcome!”', who: { kind: 'you' } },
    { type: 'BookingRequested', who: { kind: 'guest' }, amountMinor: 40_000 },
  ])
  const late = await act(id, 'decline', { previewToken: 'x', reason: 'pets' }, owner)
  expect([late.status, late.json['code']]).toEqual([409, 'ALREADY_DECIDED'])
})

test('an answer stops the response clock of the conversation with the guest', async () => {
  const guest = { guestRef: newId(), displayName: 'Noor A.' }
  const body = { ...nights(70), guest, message: 'Is there a cot?' }
  const asked = accepted(
    await journey.as('gateway').post('/api/booking-requests', body, { 'x-host-account': account }),
  )
  const thread = async (since: typeof asked) => {
    const { text } = await owner.get(`/api/threads?filter={"guestRef":"${guest.guestRef}"}`, after(since))
    return JSON.parse(text) as unknown
  }
  expect(await thread(asked)).toMatchObject([
    { awaiting: true, openRequestId: asked.id, guestName: 'Noor A.', lastMessageId: null },
  ])
  const previewToken = await tokenOf(asked.id, 'decline')
  const declined = accepted(await act(asked.id, 'decline', { previewToken, reason: 'pets' }, owner))
  expect(await thread(declined)).toMatchObject([
    { awaiting: false, openRequestId: null, answeredOnTime: true, answeredAfterS: expect.any(Number) },
  ])
})

test('declining and withdrawing free the nights immediately', async () => {
  const [declined, withdrawn] = [accepted(await ask(50)).id, accepted(await ask(60)).id]
  const body = { previewToken: await tokenOf(declined, 'decline'), reason: 'maintenance' }
  accepted(await act(declined, 'decline', body, owner))
  accepted(await journey.as('gateway').post(`/api/requests/${withdrawn}/withdraw`, {}))
  for (const days of [50, 60]) accepted(await book(days))
})

const askToChange = (bookingId: string, checkOut: string, by = journey.as('gateway')) =>
  by.post(
    '/api/alteration-requests',
    { listingId: listing, bookingId, checkOut, message: 'May we stay longer?' },
    { 'x-host-account': account },
  )

test('an alteration is one at a time, and changes the booking as it was previewed', async () => {
  const { id: bookingId } = accepted(await book(80))
  for (const wrong of [newId(), 'x'])
    expect(await askToChange(wrong, inDays(83))).toMatchObject({ status: 422 })
  expect(await askToChange(bookingId, inDays(83), owner)).toMatchObject({ status: 403 })
  const { id } = accepted(await askToChange(bookingId, inDays(83)))
  expect((await askToChange(bookingId, inDays(84))).json['code']).toBe('DUPLICATE')

  const seen = await preview(id, 'accept')
  expect(seen.json).toMatchObject({
    guestTotal: { beforeMinor: 40_000 },
    nights: { end: inDays(83), instead: { end: inDays(82) } },
  })
  const declined = await act(id, 'decline', { previewToken: seen.json['token'], reason: 'pets' }, owner)
  expect(declined.json['code']).toBe('QUOTE_STALE')
  const answer = accepted(await act(id, 'accept', { previewToken: seen.json['token'] }, owner))
  const altered = await owner.get(`/api/bookings/${bookingId}`, after(answer))
  const { guestTotal, hostPayout } = seen.json as Readonly<Record<string, Readonly<{ afterMinor: number }>>>
  expect(altered.json).toMatchObject({
    checkOut: inDays(83),
    money: { guestTotalMinor: guestTotal?.afterMinor, hostPayoutMinor: hostPayout?.afterMinor },
  })
  expect((await owner.get(`/api/requests/${id}`, after(answer))).json).toMatchObject({
    kind: 'alteration',
    status: 'accepted',
    bookingId,
    before: { checkOut: inDays(82) },
    checkOut: inDays(83),
  })
  // The next one comes after it, and its guest can withdraw it.
  const next = accepted(await askToChange(bookingId, inDays(84)))
  accepted(await journey.as('gateway').post(`/api/requests/${next.id}/withdraw`, {}))
})
