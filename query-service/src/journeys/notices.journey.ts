import { zNotices } from '@hearth/contracts/notice'
import { createPrice } from '@hearth/contracts/testing'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { newId } from '@hearth/contracts/kernel/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { TestEvent } from '../testing/miniProjector.ts'
import { alfama, bica, list, sharedVale, vale, type Vale } from '../testing/vale.ts'

let as: Vale['as']
let service: Vale['service']
let cleo: string
beforeAll(async () => {
  ;({ as, service, cleo } = await sharedVale())
})

type Person = Vale['as']['scoped']
const ask = async (person: Person) => zNotices.parse(await (await person('/api/my-notices')).json())
const event = (at: string, type: string, stream: string, data: object, actorId = 'scheduler'): TestEvent => ({
  tenantId: vale,
  actorId,
  actorKind: 'service',
  at,
  stream,
  type,
  data,
})
const onboarding = (at: string, type: string, listingId: string, actorId?: string) =>
  event(at, type, `onboarding-${listingId}`, { listingId, hostAccountId: vale }, actorId)
const read = (at: string, by: string, until: string | null, noticeIds: readonly string[]) =>
  event(
    at,
    'NoticesRead',
    `hostAccount-${vale}`,
    { hostAccountId: vale, memberId: newId(), userId: by, until, noticeIds },
    by,
  )
const about = ({ notices }: z.infer<typeof zNotices>) =>
  notices.map(({ type, listingTitle, unread }) => [type, listingTitle, unread])

describe('notices', () => {
  test('show what happened to those who may see it, until they have read it', async () => {
    const owner = await service.as('cleo@example.test')
    await service.project([
      onboarding('2026-07-16T08:00:00.000Z', 'OnboardingWentLive', bica),
      onboarding('2026-07-16T08:10:00.000Z', 'OnboardingWentLive', alfama),
      onboarding('2026-07-16T08:20:00.000Z', 'OnboardingWentLive', alfama, cleo),
      onboarding('2026-05-16T08:00:00.000Z', 'OnboardingWentLive', alfama),
      event('2026-07-16T08:30:00.000Z', 'HoldPlaced', `payoutAccount-${vale}`, {
        hostAccountId: vale,
        holdId: newId(),
        reason: 'staff_review',
        methodId: null,
        until: null,
        whatToDo: 'Nothing to do',
      }),
    ])
    const all = await ask(owner)
    expect(about(all).slice(0, 3)).toEqual([
      ['HoldPlaced', null, true],
      ['OnboardingWentLive', 'Alfama Terrace', true],
      ['OnboardingWentLive', 'Bica Studio', true],
    ])
    expect(about(await ask(as.scoped)).filter(([type]) => type !== 'BookingConfirmed')).toEqual([
      ['OnboardingWentLive', 'Alfama Terrace', true],
      ['OnboardingWentLive', 'Alfama Terrace', true],
    ])

    const [newest] = all.notices
    await service.project([read('2026-07-16T09:00:00.000Z', cleo, null, [newest?.id ?? ''])])
    expect((await ask(owner)).unread).toBe(all.unread - 1)
    await service.project([read('2026-07-16T09:10:00.000Z', cleo, newest?.at ?? null, [])])
    expect((await ask(owner)).unread).toBe(0)
    expect((await ask(as.scoped)).unread).toBeGreaterThan(0)
  })

  test('of guests who write and wait lead to the conversation', async () => {
    const owner = await service.as('cleo@example.test')
    const threadId = newId()
    const of = { threadId, listingId: alfama }
    const onThread = (at: string, type: string, data: object) =>
      event(at, type, `thread-${threadId}`, { ...of, ...data }, 'gateway')
    const message = {
      messageId: newId(),
      guestRef: 'g9',
      externalRef: 'm1',
      bookingId: null,
      masked: [],
      attachments: [],
    }
    const clock = { startedAt: '2026-07-15T20:00:00.000Z', dueAt: '2026-07-16T20:00:00.000Z', hours: 12 }
    await service.project([
      onThread('2026-07-15T20:00:00.000Z', 'ThreadOpened', {
        hostAccountId: vale,
        guestRef: 'g9',
        guestName: 'Lene K.',
        bookingId: null,
      }),
      onThread('2026-07-15T20:00:00.000Z', 'GuestMessageReceived', {
        ...message,
        body: 'Hello',
        sentAt: '2026-07-15T20:00:00.000Z',
      }),
      onThread('2026-07-16T08:00:00.000Z', 'ResponseReminderDue', clock),
    ])
    const found = (await ask(owner)).notices.filter((notice) => notice.threadId === threadId)
    expect(found.map(({ type, kind, guestName }) => [type, kind, guestName])).toEqual([
      ['ResponseReminderDue', 'guest_waiting', 'Lene K.'],
      ['GuestMessageReceived', 'guest_message', 'Lene K.'],
    ])
  })

  test('of requests lead to the request, also of what another person decided', async () => {
    const owner = await service.as('cleo@example.test')
    const requestId = newId()
    const of = { requestId, listingId: alfama, guestRef: 'g8' }
    const onRequest = (at: string, type: string, data: object, actorId?: string) =>
      event(at, type, `request-${requestId}`, { ...of, ...data }, actorId)
    await service.project([
      onRequest('2026-07-15T21:00:00.000Z', 'BookingRequested', {
        hostAccountId: vale,
        code: 'RQ-7K2M9QXD',
        source: 'direct',
        externalRef: 'x8',
        guestName: 'Noor A.',
        guestEmail: null,
        hostPayoutMinor: null,
        message: '',
        party: { adults: 2, children: 0, infants: 0, pets: 0 },
        checkIn: '2026-09-10',
        checkOut: '2026-09-12',
        price: createPrice('2026-09-10', [10_000, 10_000]),
        cancellationPolicyCode: null,
        dueAt: '2026-07-16T21:00:00.000Z',
        reminderHoursLeft: [12, 4],
      }),
      onRequest(
        '2026-07-16T08:30:00.000Z',
        'RequestDeclined',
        {
          by: cleo,
          previewHash: newId(),
          reason: 'pets',
          text: null,
        },
        cleo,
      ),
    ])
    const find = async (person: Person) =>
      (await ask(person)).notices
        .filter((notice) => notice.requestId === requestId)
        .map(({ type, code, guestName, checkIn }) => [type, code, guestName, checkIn])
    const asked = ['BookingRequested', 'RQ-7K2M9QXD', 'Noor A.', '2026-09-10']
    expect(await find(owner)).toEqual([asked])
    expect(await find(as.scoped)).toEqual([['RequestDeclined', ...asked.slice(1)], asked])
    expect(await find(as.calendar)).toEqual([])
  })

  test('of claims for reimbursement lead to the claim', async () => {
    const reimbursementId = newId()
    const of = { reimbursementId, listingId: alfama }
    const onClaim = (at: string, type: string, data: object) =>
      event(at, type, `reimbursement-${reimbursementId}`, { ...of, ...data })
    await service.project([
      onClaim('2026-07-15T22:00:00.000Z', 'ReimbursementDrafted', {
        hostAccountId: vale,
        code: 'CL-7W2KD4XN',
        kind: 'expense',
        bookingId: null,
        incidentId: null,
        stay: null,
        currency: 'EUR',
        closesAt: null,
        terms: FIRST_POLICIES.reimbursement.body,
        openedBy: cleo,
      }),
      onClaim('2026-07-16T08:40:00.000Z', 'ReimbursementInfoRequested', {
        by: 'sam',
        questions: ['When did you buy it?'],
        dueAt: '2026-07-23T08:40:00.000Z',
      }),
    ])
    const find = async (person: Person) =>
      (await ask(person)).notices
        .filter((notice) => notice.reimbursementId === reimbursementId)
        .map(({ type, kind, code }) => [type, kind, code])
    expect(await find(await service.as('cleo@example.test'))).toEqual([
      ['ReimbursementInfoRequested', 'reimbursement', 'CL-7W2KD4XN'],
    ])
    expect(await find(as.calendar)).toEqual([])
  })

  test('of bookings leave out what a role does not see', async () => {
    const owner = await service.as('cleo@example.test')
    const find = async (person: Person) =>
      (await ask(person)).notices.find(({ type }) => type === 'BookingConfirmed')
    const seen = await find(owner)
    expect(seen).toMatchObject({
      kind: 'booking',
      guestName: expect.stringMatching(/./),
      code: expect.stringMatching(/^HB-/),
      amountMinor: expect.any(Number),
      currency: 'EUR',
    })
    expect(await find(as.calendar)).toEqual({
      ...seen,
      unread: true,
      guestName: null,
      code: null,
      amountMinor: null,
      currency: null,
    })
    expect(about(await ask(as.calendar)).map(([type]) => type)).not.toContain('HoldPlaced')
    expect((await as.staff('/api/my-notices')).status).toBe(403)
  })

  test('that were read are not in the history of the account', async () => {
    const owner = await service.as('cleo@example.test')
    const found = await owner(list('events', { filter: { type: 'NoticesRead' } }))
    expect([found.status, await found.json()]).toEqual([200, []])
  })
})
