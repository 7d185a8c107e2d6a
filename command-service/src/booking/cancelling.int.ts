import { cancellationQuote, finaliseCancellation, quotePayload, QUOTE_TOKEN } from '@hearth/contracts/booking'
import { newId } from '@hearth/contracts/kernel/ids'
import { signToken } from '@hearth/platform/sealing/signedToken'
import { allowed } from '@hearth/platform/testing/allowed'
import type { TestStack } from '@hearth/platform/testing/stack'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accepted,
  command,
  inDays,
  movableClock,
  openTestService,
  PEOPLE,
  QUOTE_SECRET,
  receive,
  rejected,
  startTestSystem,
  readTypes,
  WAYS,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { handleAndCrash } from '../testing/handleAndCrash.ts'
import { openPlace, type Place } from '../testing/place.ts'
import { booking } from './booking.decider.ts'
import type { RefundRequest } from './refundPort.ts'

let system: TestSystem
let stack: TestStack
let service: TestService

beforeAll(async () => {
  system = await startTestSystem()
  ;({ stack, service } = system)
})
afterAll(() => system?.stop())

type Booked = Readonly<{ place: Place; id: string; revision: bigint }>

const book = async (days: number): Promise<Booked> => {
  const place = await openPlace(service)
  const { id, revision } = accepted(await service.handle(receive(place, inDays(days), 3)))
  return { place, id, revision }
}

const quoteFor = async (id: string, now = new Date().toISOString()): Promise<string> => {
  const { state, revision } = await service.handler.view(booking, id, 0)
  if (state.status === 'none') throw new Error('no such booking')
  const quoted = { ...state, id, revision: Number(revision) }
  return signToken(QUOTE_SECRET, QUOTE_TOKEN, quotePayload(quoted, cancellationQuote(quoted, 'host', now)))
}

const cancelByHost = async ({ place, id }: Booked, expected: bigint, quote?: string) =>
  command(
    'CancelBookingByHost',
    PEOPLE.owner(place.accountId),
    {
      quote: quote ?? (await quoteFor(id)),
      reason: 'owner_use',
      message: 'We are very sorry, we need the house ourselves.',
    },
    { id, expected },
  )

/** How long before check-in the host cancels; all of it must be done by then. */
const LEAD_MS = 3_000

/** When the last cancellation was to take effect, when it did, and the command that did it. */
const readEnd = async (id: string) => {
  const found = { effectiveAt: '', commandId: '', cancelledAt: '' }
  for await (const { type, data, metadata, recordedAt } of service.store.read(`booking-${id}`)) {
    if (type === 'BookingCancellationStarted')
      found.effectiveAt = String((data as Readonly<Record<string, unknown>>)['effectiveAt'])
    if (type === 'BookingCancelled')
      Object.assign(found, { commandId: metadata['commandId'] ?? '', cancelledAt: recordedAt })
  }
  return found
}

/** Commands that wait for the end of a booking's cancellation. */
const listTimers = async (id: string) => {
  const { rows } = await service.pool.query<{ commandId: string }>(
    `
      select work ->> 'commandId' as "commandId"
      from app.outbox
      where instance = $1 and work ->> 'type' = 'FinaliseCancellation' and done_at is null`,
    [id],
  )
  return rows.map(({ commandId }) => commandId)
}

const settled = (stream: string, from = service) =>
  waitUntil(
    async () => {
      await from.relay.deliver()
      return (await readTypes(from, stream)).includes('RefundSettled')
    },
    10_000,
    'the refund',
  )

describe('a cancellation', () => {
  it('by the guest releases the nights and refunds once', async () => {
    const { place, id } = await book(30)
    const envelope = command('CancelBookingByGuest', PEOPLE.gateway, { quote: null }, { id })
    const done = accepted(await service.handle(envelope))
    expect(done.events).toEqual(['BookingCancelled', 'RefundRequested'])
    expect(await readTypes(service, `calendar-${place.listingId}`)).toEqual([
      'NightsHeld',
      'NightsCommitted',
      'NightsReleased',
    ])
    await settled(`booking-${id}`)
    expect(accepted(await service.handle(envelope))).toMatchObject({
      kind: 'duplicate',
      revision: done.revision,
      events: done.events,
    })
    expect(await readTypes(service, `booking-${id}`)).toEqual([
      'BookingConfirmed',
      'BookingCancelled',
      'RefundRequested',
      'RefundSettled',
    ])
    accepted(await service.handle(receive(place, inDays(30), 3)))
  })

  it.each(WAYS)(
    'by the host can be undone, started again, and takes effect after a restart, by %s',
    async (_way, work) => {
      const booked = await book(40)
      const { place, id } = booked
      const started = accepted(await service.handle(await cancelByHost(booked, 0n)))
      expect(started).toMatchObject({
        events: ['BookingCancellationStarted'],
        undo: { command: 'RevokeCancellation', expiresAt: expect.any(String) },
      })
      accepted(await service.handle(command('RevokeCancellation', PEOPLE.owner(place.accountId), {}, { id })))
      const envelope = await cancelByHost(booked, 2n)
      const again = accepted(await service.handle(envelope))
      expect(accepted(await service.handle(envelope))).toMatchObject({
        kind: 'duplicate',
        undo: again.undo,
        events: again.events,
        revision: 3n,
      })
      expect(
        rejected(await service.handle(command('FinaliseCancellation', PEOPLE.importer, {}, { id }))).code,
      ).toBe('PRECONDITION_FAILED')

      // A clock that leaps would let the timer of the cancellation that was undone fall due, too.
      await waitUntil(
        async () =>
          (await listTimers(id)).join() ===
          finaliseCancellation(id, (await readEnd(id)).effectiveAt).commandId,
        15_000,
        'the timer',
      )
      const clock = movableClock()
      const restarted = await openTestService(stack, { now: clock.now })
      clock.forward(0.2)
      await waitUntil(
        async () => {
          await work(restarted)
          return (await readTypes(service, `booking-${id}`)).includes('BookingCancelled')
        },
        15_000,
        'the end of the cancellation',
      )
      await settled(`booking-${id}`, restarted)
      for (const [, other] of WAYS) await other(restarted)
      expect(await readTypes(service, `booking-${id}`)).toEqual([
        'BookingConfirmed',
        'BookingCancellationStarted',
        'BookingCancellationRevoked',
        'BookingCancellationStarted',
        'BookingCancelled',
        'RefundRequested',
        'RefundSettled',
      ])
      // Whichever way it came, it is the same command.
      const { effectiveAt, commandId } = await readEnd(id)
      expect(commandId).toBe(finaliseCancellation(id, effectiveAt).commandId)
      // The nights stay blocked for the host.
      expect(await readTypes(service, `calendar-${place.listingId}`)).toEqual([
        'NightsHeld',
        'NightsCommitted',
        'NightsReleased',
        'BlockCreated',
      ])
      expect(
        rejected(
          await restarted.handle(command('RevokeCancellation', PEOPLE.owner(place.accountId), {}, { id })),
        ).code,
      ).toBe('UNDO_EXPIRED')
      await restarted.close()
    },
  )

  it('takes effect within a second of its time', async () => {
    // A process whose clock stands shortly before check-in: that is when this cancellation takes effect.
    const booked = await book(50)
    const { state } = await service.handler.view(booking, booked.id)
    if (state.status === 'none') throw new Error('no such booking')
    let offset = 0
    const now = () => new Date(Date.now() + offset).toISOString()
    const late = await openTestService(stack, { now })
    late.relay.start()
    offset = Date.parse(state.snapshot.checkInInstant) - Date.now() - LEAD_MS
    const quote = await quoteFor(booked.id, now())
    accepted(await late.handle(await cancelByHost(booked, 0n, quote)))
    await waitUntil(
      async () => (await readTypes(service, `booking-${booked.id}`)).includes('BookingCancelled'),
      20_000,
      'the timer',
    )
    const { cancelledAt } = await readEnd(booked.id)
    expect(Date.parse(cancelledAt) + offset - Date.parse(state.snapshot.checkInInstant)).toBeLessThan(
      allowed(1_000),
    )
    await late.close()
  })

  it('is refused to the second of two callers with the same revision', async () => {
    const booked = await book(60)
    const [a, b] = [await cancelByHost(booked, 0n), await cancelByHost(booked, 0n)]
    const outcomes = await Promise.all([service.handle(a), service.handle(b)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'rejected'])
    const refused = outcomes.find((outcome) => outcome.kind === 'rejected')
    expect(refused).toMatchObject({ code: 'REVISION_STALE', facts: { currentRevision: 1 } })
    expect(
      rejected(
        await service.handle({
          ...a,
          commandId: newId(),
          data: { ...(a.data as object), quote: 'q1.forged.quote' },
          expected: 1n,
        }),
      ).code,
    ).toBe('INVALID_TRANSITION')
  })

  it('is refused in the slower of two processes', async () => {
    const booked = await book(70)
    const other = await openTestService(stack)
    // Both know the booking before either changes it.
    await Promise.all([service.handler.view(booking, booked.id), other.handler.view(booking, booked.id)])
    const [a, b] = [await cancelByHost(booked, 0n), await cancelByHost(booked, 0n)]
    const outcomes = await Promise.all([service.handle(a), other.handle(b)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'rejected'])
    expect(outcomes.find(({ kind }) => kind === 'rejected')).toMatchObject({ code: 'REVISION_STALE' })
    await other.close()
  })

  it.each(WAYS)('interrupted by a crash still releases the nights and refunds, by %s', async (_way, work) => {
    const { place, id } = await book(80)
    const requests: RefundRequest[] = []
    const cancel = command('CancelBookingByGuest', PEOPLE.gateway, { quote: null }, { id })
    const isAway = { refundPort: () => Promise.reject(new Error('the provider is not there')) }
    accepted(await handleAndCrash(system, 'before', 'NightsReleased', cancel, isAway))
    expect(await readTypes(service, `booking-${id}`)).toEqual([
      'BookingConfirmed',
      'BookingCancelled',
      'RefundRequested',
    ])
    const refundPort = async (request: RefundRequest) => {
      requests.push(request)
      return { kind: 'failed', code: 'card_closed' } as const
    }
    await waitUntil(
      async () => {
        const restarted = await openTestService(stack, { refundPort })
        await work(restarted)
        await restarted.close()
        return (
          (await readTypes(service, `booking-${id}`)).includes('RefundFailed') &&
          (await readTypes(service, `calendar-${place.listingId}`)).includes('NightsReleased')
        )
      },
      15_000,
      'its end',
    )
    expect(await readTypes(service, `calendar-${place.listingId}`)).toEqual([
      'NightsHeld',
      'NightsCommitted',
      'NightsReleased',
    ])
    const own = requests.filter(({ bookingId }) => bookingId === id)
    expect(own).toEqual([
      {
        refundId: expect.any(String),
        bookingId: id,
        amount: { amountMinor: 30_000, currency: 'EUR' },
        idempotencyKey: own[0]?.refundId,
      },
    ])
  })
})

describe('the clock', () => {
  it.each(WAYS)('checks in, checks out and completes, each when it is due, by %s', async (_way, work) => {
    const { id } = await book(1)
    const clock = movableClock()
    const later = await openTestService(stack, { now: clock.now })
    for (const [hours, event] of [
      [48, 'BookingCheckedIn'],
      [72, 'BookingCheckedOut'],
      [15 * 24, 'BookingCompleted'],
    ] as const) {
      expect(await readTypes(service, `booking-${id}`)).not.toContain(event)
      clock.forward(hours)
      await waitUntil(
        async () => {
          await work(later)
          return (await readTypes(service, `booking-${id}`)).at(-1) === event
        },
        15_000,
        event,
      )
    }
    await later.close()
  })
})

describe('a booking of another account', () => {
  it('is answered like one that does not exist', async () => {
    const { id } = await book(90)
    const stranger = PEOPLE.owner(newId())
    const note = { text: 'hello', visibility: 'host' }
    const foreign = rejected(await service.handle(command('AddBookingNote', stranger, note, { id })))
    const unknown = rejected(await service.handle(command('AddBookingNote', stranger, note, { id: newId() })))
    expect(foreign).toEqual(unknown)
    expect(foreign.code).toBe('NOT_FOUND')
    expect(await readTypes(service, `booking-${id}`)).toEqual(['BookingConfirmed'])
  })

  it("and so does a listing outside a co-host's own", async () => {
    const { place, id } = await book(91)
    const scoped = { ...PEOPLE.owner(place.accountId), listingIds: [newId()] }
    expect(
      rejected(
        await service.handle(
          command('AddBookingNote', scoped, { text: 'hello', visibility: 'host' }, { id }),
        ),
      ).code,
    ).toBe('NOT_FOUND')
    const within = { ...scoped, listingIds: [place.listingId] }
    expect(
      accepted(
        await service.handle(
          command('AddBookingNote', within, { text: 'hello', visibility: 'host' }, { id }),
        ),
      ).events,
    ).toEqual(['BookingNoteAdded'])
    expect(
      rejected(
        await service.handle(
          command('CreateBlock', scoped, {
            listingId: place.listingId,
            kind: 'other',
            start: inDays(5),
            end: inDays(6),
            note: null,
            ownerStay: null,
          }),
        ),
      ).code,
    ).toBe('NOT_FOUND')
  })
})
