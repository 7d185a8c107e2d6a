import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { eventDefinitions } from '../index.ts'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { upcast } from '../kernel/upcast.ts'
import { alterationProcess } from './alterations.ts'
import { requestProcess } from './processes.ts'

const AT = '2026-06-12T13:42:00.000Z'
/** An event of version 1 in today's shape. */
const fixture = (type: string) => {
  const text = readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8')
  return upcast(eventDefinitions.get(type) ?? { version: 1 }, 1, JSON.parse(text)) as Record<string, unknown>
}
const happened = (type: string): RecordedEvent => ({
  id: deriveId('event', type),
  stream: `request-${deriveId('request')}`,
  revision: 1n,
  type,
  data: fixture(type),
  metadata: { tenantId: 'a', actorId: 'ada', commandId: deriveId('command'), occurredAt: AT },
  position: { commit: 0n, prepare: 0n },
  recordedAt: AT,
})
const effectsOf = (type: string) => requestProcess.on(undefined, happened(type)).slice(1)

describe('the process of requests', () => {
  test('releases nights whose request was not opened within 2 minutes', () => {
    const held = { ...happened('NightsHeld'), stream: 'calendar-x' }
    const request = { ...held, data: { ...fixture('NightsHeld'), kind: 'request_hold' } }
    expect(requestProcess.correlate(held)).toBeUndefined()
    expect(requestProcess.correlate(request)).toBe(fixture('NightsHeld')['claimId'])
    const [, hold] = requestProcess.on(undefined, request)
    expect(hold).toMatchObject({
      kind: 'timer',
      at: '2026-06-12T13:44:00.000Z',
      work: { type: 'AbandonRequestHold', data: { listingId: fixture('NightsHeld')['listingId'] } },
    })
    const opened = {
      ...happened('BookingRequested'),
      data: { ...fixture('BookingRequested'), ...request.data },
    }
    expect(requestProcess.on(undefined, opened)[1]).toEqual({
      kind: 'cancel',
      name: Reflect.get(hold ?? {}, 'name'),
    })
  })

  test('lets a guest’s request expire, and carries out its answer', () => {
    expect(effectsOf('BookingRequested')).toMatchObject([
      { kind: 'cancel' },
      { kind: 'timer', name: 'due', at: '2026-05-02T12:00:00.000Z', work: { type: 'ExpireRequest' } },
      { kind: 'timer', at: '2026-06-12T13:42:05.000Z', work: { name: 'confirm-booking-request' } },
    ])
    expect(effectsOf('RequestAccepted')).toMatchObject([
      { kind: 'cancel', name: 'due' },
      { kind: 'timer', at: '2026-06-12T13:42:05.000Z', work: { name: 'confirm-booking-request' } },
    ])
  })

  test('lets an alteration expire, and carries out its answer; it holds no nights', () => {
    const [state, ...effects] = requestProcess.on(undefined, happened('AlterationRequested'))
    expect(effects).toMatchObject([
      { kind: 'timer', name: 'due', at: '2026-05-04T12:00:00.000Z', work: { type: 'ExpireRequest' } },
      { kind: 'timer', at: '2026-06-12T13:42:05.000Z', work: { name: 'make-alteration' } },
    ])
    expect(requestProcess.on(state, happened('RequestAccepted'))).toMatchObject([
      undefined,
      { kind: 'cancel', name: 'due' },
      { kind: 'timer', at: '2026-06-12T13:42:05.000Z', work: { name: 'make-alteration' } },
    ])
    for (const type of ['RequestDeclined', 'RequestExpired', 'RequestWithdrawn', 'RequestSuperseded'])
      expect(requestProcess.on(state, happened(type)), type).toMatchObject([
        undefined,
        { kind: 'cancel', name: 'due' },
        { kind: 'timer', work: { name: 'make-alteration' } },
      ])
  })

  test('lets an offer expire, and carries out what the guest answers', () => {
    const [state, ...effects] = requestProcess.on(undefined, happened('AlterationOffered'))
    expect(effects).toMatchObject([
      { kind: 'timer', name: 'due', at: '2026-05-04T12:00:00.000Z', work: { type: 'ExpireRequest' } },
      { kind: 'timer', work: { name: 'make-alteration' } },
    ])
    for (const type of ['OfferAccepted', 'OfferDeclined', 'RequestExpired', 'RequestCountered'])
      expect(requestProcess.on(state, happened(type)), type).toMatchObject([
        undefined,
        { kind: 'cancel', name: 'due' },
        { kind: 'timer', work: { name: 'make-alteration' } },
      ])
  })

  test('lets a request for a refund expire, and carries out its answer', () => {
    const [state, ...effects] = requestProcess.on(undefined, happened('RefundWaiverRequested'))
    expect(effects).toMatchObject([
      { kind: 'timer', name: 'due', at: '2026-05-04T12:00:00.000Z', work: { type: 'ExpireRequest' } },
      { kind: 'timer', work: { name: 'pay-refund-waiver' } },
    ])
    for (const type of ['RefundWaiverGranted', 'RequestDeclined', 'RequestExpired', 'RequestWithdrawn'])
      expect(requestProcess.on(state, happened(type)), type).toMatchObject([
        undefined,
        { kind: 'cancel', name: 'due' },
        { kind: 'timer', work: { name: 'pay-refund-waiver' } },
      ])
  })

  test('closes the last alteration of a booking that is cancelled', () => {
    const asked = happened('AlterationRequested')
    const bookingId = String(fixture('AlterationRequested')['bookingId'])
    const cancelled = { ...happened('BookingCancelled'), stream: `booking-${bookingId}` }
    expect([alterationProcess.correlate(asked), alterationProcess.correlate(cancelled)]).toEqual([
      bookingId,
      bookingId,
    ])
    const [state, ...effects] = alterationProcess.on(undefined, asked)
    expect(effects).toEqual([])
    expect(alterationProcess.on(state, cancelled)).toMatchObject([
      undefined,
      { type: 'SupersedeRequest', id: fixture('AlterationRequested')['requestId'], occurredAt: AT },
    ])
    expect(alterationProcess.on(undefined, cancelled)).toEqual([undefined])
    expect(alterationProcess.correlate(happened('ServiceRequested'))).toBeUndefined()
  })

  test.for([
    ['RequestDeclined', 'declined'],
    ['RequestExpired', 'expired'],
    ['RequestWithdrawn', 'cancelled'],
    ['RequestHoldAbandoned', 'expired'],
  ] as const)('%s releases its nights as %s', ([type, reason]) =>
    expect(requestProcess.on({ listingId: 'l' }, happened(type))).toContainEqual(
      expect.objectContaining({
        name: 'nights',
        at: '2026-06-12T13:42:05.000Z',
        work: expect.objectContaining({ type: 'ReleaseClaim', data: expect.objectContaining({ reason }) }),
      }),
    ),
  )

  test.for(['RequestDeclined', 'RequestExpired', 'RequestWithdrawn'])(
    '%s is carried out in the conversation, too',
    (type) =>
      expect(requestProcess.on({ listingId: 'l' }, happened(type))).toContainEqual(
        expect.objectContaining({ name: 'confirm', at: '2026-06-12T13:42:05.000Z' }),
      ),
  )

  test('closes an open request whose stay was booked, and leaves other bookings alone', () => {
    const booked = { ...happened('BookingConfirmed'), stream: `booking-${deriveId('request')}` }
    expect(requestProcess.correlate(booked)).toBe(deriveId('request'))
    expect(requestProcess.on({ listingId: 'l' }, booked)).toMatchObject([
      { listingId: 'l' },
      { kind: 'command', type: 'SupersedeRequest', id: deriveId('request') },
    ])
    expect(requestProcess.on(undefined, booked)).toEqual([undefined])
    expect(effectsOf('RequestSuperseded')).toMatchObject([
      { kind: 'cancel', name: 'due' },
      { kind: 'timer', work: { name: 'confirm-booking-request' } },
    ])
  })

  test('closes a completed service request once it can no longer be reopened', () =>
    expect(effectsOf('ServiceCompleted')).toMatchObject([
      {
        kind: 'timer',
        name: 'close',
        at: '2026-06-22T11:00:00.000Z',
        work: { type: 'CloseCompletedService', data: { closesAt: '2026-06-22T11:00:00.000Z' } },
      },
    ]))

  test('escalates an expense without an answer', () =>
    expect(effectsOf('ExpenseApprovalRequested')).toMatchObject([
      {
        kind: 'timer',
        name: 'due',
        at: '2026-06-15T13:42:00.000Z',
        work: { type: 'EscalateExpense', data: { dueAt: '2026-06-15T13:42:00.000Z' } },
      },
      {
        kind: 'timer',
        name: 'remind/24',
        at: '2026-06-14T13:42:00.000Z',
        work: { type: 'RemindOfRequest', data: { hoursLeft: 24 }, occurredAt: '2026-06-14T13:42:00.000Z' },
      },
    ]))

  test('reminds of a guest’s request at the hours that it keeps', () => {
    const asked = (dueAt: string, part: object = {}) =>
      requestProcess
        .on(undefined, {
          ...happened('BookingRequested'),
          data: { ...fixture('BookingRequested'), dueAt, ...part },
        })
        .slice(1)
        .flatMap((effect) =>
          'at' in Object(effect)
            ? [[Reflect.get(Object(effect), 'name'), Reflect.get(Object(effect), 'at')]]
            : [],
        )
    expect(asked('2026-06-13T13:42:00.000Z')).toContainEqual(['remind/12', '2026-06-13T01:42:00.000Z'])
    expect(asked('2026-06-13T13:42:00.000Z')).toContainEqual(['remind/4', '2026-06-13T09:42:00.000Z'])
    expect(asked('2026-06-12T23:00:00.000Z').map(([name]) => name)).not.toContain('remind/12')
    const other = asked('2026-06-13T13:42:00.000Z', { reminderHoursLeft: [6] })
    expect(other.filter(([name]) => String(name).startsWith('remind'))).toEqual([
      ['remind/6', '2026-06-13T07:42:00.000Z'],
    ])
  })

  test.for([
    ['ServiceClosed', 'close'],
    ['ServiceReopened', 'close'],
    ['ExpenseAutoApprovedEmergency', 'due'],
    ['ExpenseApproved', 'due'],
    ['ExpenseDeclined', 'due'],
    ['RequestWithdrawn', 'due'],
  ] as const)('%s ends the timer %s', ([type, name]) =>
    expect(effectsOf(type)).toEqual([{ kind: 'cancel', name }]),
  )
})
