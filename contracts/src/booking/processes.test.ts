import { describe, expect, it } from 'vitest'
import type { CalendarEvent } from '../calendar/messages.ts'
import { addMilliseconds } from '../kernel/dates.ts'
import { deriveId, deriveStepId } from '../kernel/ids.ts'
import type { Message, RecordedEvent } from '../kernel/message.ts'
import type { Effect } from '../kernel/process.ts'
import { parseWork } from '../outbox.ts'
import { createSnapshot } from '../testing/index.ts'
import type { BookingEvent } from './messages.ts'
import { stayProcess, type StayState } from './processes.ts'

type Event = BookingEvent | CalendarEvent
type Told = Readonly<{ type: Event['type']; data?: object; at?: string }>

const bookingId = 'b0000000-0000-4000-8000-000000000001'
const listingId = 'c0000000-0000-4000-8000-000000000001'
const claim = { listingId, claimId: bookingId }
const stay = { bookingId, listingId }
const AT = '2026-06-01T10:00:00.000Z'
const GRACE = addMilliseconds(AT, 5_000)
const snapshot = createSnapshot('2026-07-10T19:00:00.000Z', 2, 'flexible')
const nights = { start: '2026-07-10', end: '2026-07-12' }

const isCalendar = (type: string) => type.startsWith('Nights') || type.startsWith('Block')
const happened = ({ type, data = {}, at = AT }: Told, index: number): RecordedEvent => ({
  id: deriveId('event', String(index)),
  stream: isCalendar(type) ? `calendar-${listingId}` : `booking-${bookingId}`,
  revision: BigInt(index),
  type,
  data: { ...(isCalendar(type) ? claim : stay), ...data },
  metadata: { commandId: deriveId('command', type, String(index)), tenantId: 't', occurredAt: at },
  position: { commit: BigInt(index), prepare: BigInt(index) },
  recordedAt: at,
})

/** given(history).when(event).makes(effects) */
const given = (...history: readonly Told[]) => ({
  when: (told: Told) => {
    const before = history
      .map(happened)
      .reduce<StayState | undefined>((state, event) => stayProcess.on(state, event)[0], undefined)
    const event = happened(told, history.length)
    const [state, ...effects] = stayProcess.on(before, event)
    return {
      event,
      state,
      makes: (...expected: readonly Effect<Message>[]) => {
        expect(effects).toEqual(expected)
        for (const effect of effects) expectReadable(effect)
      },
    }
  },
})

const held: Told = {
  type: 'NightsHeld',
  data: { kind: 'booking', ...nights, holdExpiresAt: '2026-06-01T10:02:00.000Z' },
}
const confirmed: Told = { type: 'BookingConfirmed', data: { snapshot, clock: 'scheduler' } }
const toldLate: Told = { type: 'BookingConfirmed', data: { snapshot, clock: 'caller' } }
const committed: Told = { type: 'NightsCommitted', data: nights }
const released: Told = { type: 'NightsReleased', data: { ...nights, reason: 'cancelled' } }
const cancelledBy = (initiator: 'guest' | 'host', waived = false): Told => ({
  type: 'BookingCancelled',
  data: { reason: 'x', outcome: { initiator, waived } },
})
const timer = (
  name: string,
  at: string,
  type: string,
  commandId: string,
  data: object = {},
  id: string | null = bookingId,
): Effect<Message> => ({
  kind: 'timer',
  name,
  at,
  work: { kind: 'command', commandId, type, ...(id === null ? {} : { id }), data: { ...data } },
})
const expectReadable = (effect: Effect<Message>): void => {
  if (effect.kind === 'cancel') return
  const work = effect.kind === 'timer' ? effect.work : effect
  expect(parseWork(work)).toEqual({ ok: true, work })
}
const cancel = (name: string): Effect => ({ kind: 'cancel', name })
const later = (effect: Effect<Message>, occurredAt: string): Effect<Message> =>
  effect.kind === 'timer' && effect.work.kind === 'command'
    ? { ...effect, work: { ...effect.work, occurredAt } }
    : effect
const stepOn = (event: RecordedEvent, step: string, listing = listingId) =>
  deriveStepId(event.metadata['commandId'] ?? '', `calendar-${listing}`, step)

describe('a stay', () => {
  it('holds no nights of another listing after a request that failed midway', () => {
    const there = 'c0000000-0000-4000-8000-000000000002'
    const moved = given(held).when({ ...held, data: { ...held.data, listingId: there } })
    moved.makes(
      timer(
        'hold',
        '2026-06-01T10:02:00.000Z',
        'AbandonBookingHold',
        deriveId('abandon', bookingId, '2026-06-01T10:02:00.000Z'),
        { listingId: there, ...nights },
      ),
      {
        kind: 'command',
        commandId: stepOn(moved.event, 'release'),
        type: 'ReleaseClaim',
        data: { ...claim, reason: 'expired', holdAs: null },
        occurredAt: AT,
      },
    )
    given(held, { ...held, data: { ...held.data, listingId: there } })
      .when({ ...released, data: { ...nights, reason: 'expired' } })
      .makes()
  })

  it('holds nights of the home that it is to move to, and releases the old ones after it', () => {
    const there = 'c0000000-0000-4000-8000-000000000002'
    const until = '2026-06-01T10:02:00.000Z'
    const heldThere: Told = { ...held, data: { ...held.data, listingId: there } }
    const abandoned = deriveId('abandon', bookingId, until)
    given(held, confirmed, committed)
      .when(heldThere)
      .makes(timer(`hold/${there}`, until, 'AbandonBookingHold', abandoned, { listingId: there, ...nights }))
    const lost: Told = { type: 'BookingHoldAbandoned', data: { listingId: there, ...nights } }
    const gone = given(held, confirmed, committed, heldThere).when(lost)
    gone.makes(
      { kind: 'cancel', name: `hold/${there}` },
      {
        kind: 'command',
        commandId: stepOn(gone.event, 'release', there),
        type: 'ReleaseClaim',
        data: { listingId: there, claimId: bookingId, reason: 'expired', holdAs: null },
        occurredAt: AT,
      },
    )
    const moved: Told = {
      type: 'BookingMoved',
      data: {
        listingId: there,
        guestRef: 'g',
        moveId: bookingId,
        from: { listingId },
        to: { snapshot },
        clock: 'scheduler',
      },
    }
    const { event, state } = given(held, confirmed, committed, heldThere).when(moved)
    expect(state).toMatchObject({ listingId: there, claim: 'held', confirmedBy: event.metadata['commandId'] })
    const { state: settled } = given(held, confirmed, committed, heldThere, moved, {
      ...committed,
      data: { ...nights, listingId: there },
    }).when(released)
    expect(settled).toMatchObject({ listingId: there, claim: 'committed' })
  })

  it('is abandoned when the hold expires, unless something happens before', () => {
    given()
      .when(held)
      .makes(
        timer(
          'hold',
          '2026-06-01T10:02:00.000Z',
          'AbandonBookingHold',
          deriveId('abandon', bookingId, '2026-06-01T10:02:00.000Z'),
          { listingId, ...nights },
        ),
      )
    given(held).when(committed).makes(cancel('hold'), cancel('nights'))
    given(held).when(released).makes(cancel('hold'), cancel('nights'))
  })

  it('of other kinds is ignored', () => {
    expect(
      stayProcess.correlate(happened({ type: 'NightsHeld', data: { kind: 'request_hold' } }, 0)),
    ).toBeUndefined()
    expect(stayProcess.correlate(happened({ type: 'BlockCreated' }, 0))).toBeUndefined()
    expect(stayProcess.correlate({ ...happened(held, 0), stream: 'listing-x' })).toBeUndefined()
    expect(stayProcess.correlate(happened(held, 0))).toBe(bookingId)
    expect(stayProcess.correlate(happened(confirmed, 0))).toBe(bookingId)
  })

  it('waits only for its timer when its nights are committed before it is confirmed', () => {
    given(held, committed)
      .when(confirmed)
      .makes(
        cancel('hold'),
        timer('clock', snapshot.checkInInstant, 'CheckInBooking', deriveId('check-in', bookingId)),
      )
    given(held, committed).when(toldLate).makes(cancel('hold'))
  })

  it('gets its nights after it is confirmed if the request did not take them, and checks in', () => {
    const when = given(held).when(confirmed)
    when.makes(
      cancel('hold'),
      later(timer('nights', GRACE, 'CommitClaim', stepOn(when.event, 'commit'), claim, null), AT),
      timer('clock', snapshot.checkInInstant, 'CheckInBooking', deriveId('check-in', bookingId)),
    )
  })

  it('has no timers when the caller keeps them', () => {
    const when = given(held).when(toldLate)
    when.makes(
      cancel('hold'),
      later(timer('nights', GRACE, 'CommitClaim', stepOn(when.event, 'commit'), claim, null), AT),
    )
    given(held, toldLate, committed).when({ type: 'BookingCheckedIn' }).makes()
    given(held, toldLate, committed, { type: 'BookingCheckedIn' }).when({ type: 'BookingCheckedOut' }).makes()
  })

  it('checks in and out by the clock of the altered stay', () => {
    const moved = createSnapshot('2026-07-13T19:00:00.000Z', 2, 'flexible')
    const altered: Told = { type: 'BookingAltered', data: { after: { snapshot: moved } } }
    given(held, confirmed, committed)
      .when(altered)
      .makes(timer('clock', moved.checkInInstant, 'CheckInBooking', deriveId('check-in', bookingId)))
    given(held, confirmed, committed, altered)
      .when({ type: 'BookingCheckedIn' })
      .makes(timer('clock', moved.checkOutInstant, 'CheckOutBooking', deriveId('check-out', bookingId)))
    given(held, toldLate, committed).when(altered).makes()
  })

  it('checks in, checks out and completes, in this order', () => {
    const path = [
      held,
      confirmed,
      committed,
      { type: 'BookingCheckedIn' },
      { type: 'BookingCheckedOut' },
    ] as const
    given(...path.slice(0, 3))
      .when(path[3])
      .makes(timer('clock', snapshot.checkOutInstant, 'CheckOutBooking', deriveId('check-out', bookingId)))
    given(...path.slice(0, 4))
      .when(path[4])
      .makes(
        timer(
          'clock',
          addMilliseconds(snapshot.checkOutInstant, 14 * 86_400_000),
          'CompleteBooking',
          deriveId('complete', bookingId),
        ),
      )
    const over = given(...path).when({ type: 'BookingCompleted' })
    over.makes(cancel('clock'))
    expect(over.state).toBeUndefined()
    given(...path.slice(0, 4))
      .when({ type: 'BookingNoShowRecorded' })
      .makes(cancel('clock'))
  })

  it('is cancelled at the end of the time to undo, unless the host undoes it', () => {
    const effectiveAt = '2026-06-01T10:10:00.000Z'
    const started: Told = { type: 'BookingCancellationStarted', data: { effectiveAt } }
    given(held, confirmed, committed)
      .when(started)
      .makes(
        timer('finalise', effectiveAt, 'FinaliseCancellation', deriveId('finalise', bookingId, effectiveAt)),
      )
    given(held, confirmed, committed, started)
      .when({ type: 'BookingCancellationRevoked' })
      .makes(cancel('finalise'))
  })

  it.each([
    ['by the guest', cancelledBy('guest'), false],
    ['by the host', cancelledBy('host'), true],
    ['by the host with a waiver', cancelledBy('host', true), false],
  ] as const)('that is cancelled %s releases its nights', (_by, event, hostHold) => {
    const when = given(held, confirmed, committed).when(event)
    const holdAs = hostHold ? deriveId('host-hold', when.event.metadata['commandId'] ?? '') : null
    when.makes(
      cancel('finalise'),
      cancel('clock'),
      later(
        timer(
          'nights',
          GRACE,
          'ReleaseClaim',
          stepOn(when.event, 'release'),
          { ...claim, reason: 'cancelled', holdAs },
          null,
        ),
        AT,
      ),
    )
    const over = given(held, confirmed, committed, event).when(released)
    over.makes(cancel('hold'), cancel('nights'))
    expect(over.state).toBeUndefined()
  })

  it('that was overbooked gets its nights and its clock once it is resolved', () => {
    const resolved = (resolution: 'nights_free' | 'shared'): Told => ({
      type: 'OverbookingResolved',
      data: { resolution, ...nights, clock: 'scheduler', ...snapshot },
    })
    const clock = timer('clock', snapshot.checkInInstant, 'CheckInBooking', deriveId('check-in', bookingId))
    const free = given(held).when(resolved('nights_free'))
    const commit = later(timer('nights', GRACE, 'CommitClaim', stepOn(free.event, 'commit'), claim, null), AT)
    free.makes(cancel('hold'), commit, clock)
    const shared = given().when(resolved('shared'))
    const share = timer(
      'nights',
      GRACE,
      'ShareNights',
      stepOn(shared.event, 'share'),
      { ...claim, ...nights },
      null,
    )
    shared.makes(cancel('hold'), later(share, AT), clock)
    given(resolved('shared'))
      .when({ type: 'NightsShared', data: nights })
      .makes(cancel('hold'), cancel('nights'))
  })

  it('without nights releases none', () => {
    given({ type: 'OverbookingDetected', data: { snapshot, clock: 'scheduler' } })
      .when(cancelledBy('guest'))
      .makes(cancel('finalise'), cancel('clock'), cancel('nights'))
  })

  it('releases an abandoned hold, and can be received again', () => {
    const abandoned: Told = { type: 'BookingHoldAbandoned', data: nights }
    const when = given(held).when(abandoned)
    when.makes(cancel('hold'), {
      kind: 'command',
      commandId: stepOn(when.event, 'release'),
      type: 'ReleaseClaim',
      data: { ...claim, reason: 'expired', holdAs: null },
      occurredAt: AT,
    })
    const gone: Told = { type: 'NightsReleased', data: { ...nights, reason: 'expired' } }
    given(gone).when(abandoned).makes(cancel('hold'))
    expect(given(held, abandoned, gone, held).when(confirmed).state).toMatchObject({
      claim: 'held',
      cancelled: false,
    })
  })

  it('pays each refund until it is settled or has failed, also after the booking is over', () => {
    const refundId = deriveId('refund')
    const requested: Told = { type: 'RefundRequested', data: { refundId } }
    const pay: Effect = {
      kind: 'timer',
      name: `refund/${refundId}`,
      at: AT,
      work: { kind: 'job', name: 'pay-refund', data: { bookingId, refundId } },
    }
    given(held, confirmed, committed, cancelledBy('guest')).when(requested).makes(pay)
    given().when(requested).makes(pay)
    given(requested)
      .when({ type: 'RefundSettled', data: { refundId } })
      .makes(cancel(`refund/${refundId}`))
    given(requested)
      .when({ type: 'RefundFailed', data: { refundId } })
      .makes(cancel(`refund/${refundId}`))
  })
})
