import { settleOverbooking } from '@hearth/contracts/booking'
import { newId } from '@hearth/contracts/kernel/ids'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accepted,
  command,
  inDays,
  openTestService,
  PEOPLE,
  receive,
  rejected,
  readTypes,
  type TestService,
} from '../testing/fixture.ts'
import { openPlace } from '../testing/place.ts'
import { createInternal } from '../runtime/internal.ts'

let stack: TestStack
let service: TestService

beforeAll(async () => {
  stack = await startTestStack()
  service = await openTestService(stack)
})
afterAll(async () => {
  await service?.close()
  await stack?.stop()
})

describe('receiving a booking', () => {
  it('holds, confirms and commits', async () => {
    const place = await openPlace(service)
    const done = accepted(await service.handle(receive(place, inDays(10), 3)))
    expect(done).toMatchObject({
      kind: 'accepted',
      revision: 0n,
      events: ['BookingConfirmed'],
      tenantId: place.accountId,
    })
    expect(await readTypes(service, `calendar-${place.listingId}`)).toEqual(['NightsHeld', 'NightsCommitted'])
  })

  it('sends no guest name to the store in the clear', async () => {
    const place = await openPlace(service)
    const guest = { guestRef: 'guest-1', displayName: 'Annika Lund' }
    const { id } = accepted(await service.handle(receive(place, inDays(10), 3, { guest })))
    for await (const { data, metadata } of service.store.read(`booking-${id}`)) {
      expect(data).toMatchObject({ guestName: expect.stringMatching(/^sealed:/) })
      expect(JSON.stringify([data, metadata])).not.toContain('Annika Lund')
      expect(metadata).toMatchObject({
        tenantId: place.accountId,
        actorId: 'gateway',
        schema: '1',
        policies: 'cancellation@1,hostCancellation@1,platformFee@1',
      })
    }
  })

  it('lets exactly one of 200 parallel bookings of overlapping nights win', async () => {
    const place = await openPlace(service)
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => service.handle(receive(place, inDays(20 + (index % 3)), 4))),
    )
    const won = outcomes.filter(({ kind }) => kind === 'accepted')
    expect(won).toHaveLength(1)
    expect(
      new Set(outcomes.flatMap((outcome) => (outcome.kind === 'rejected' ? [outcome.code] : []))),
    ).toEqual(new Set(['NIGHTS_UNAVAILABLE']))
    expect(await readTypes(service, `calendar-${place.listingId}`)).toEqual(['NightsHeld', 'NightsCommitted'])
  })

  it('writes once and answers alike when the same key is sent 50 times at the same time', async () => {
    const place = await openPlace(service)
    const envelope = receive(place, inDays(30), 2)
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => service.handle(envelope)))
    const answers = outcomes
      .map((outcome) => accepted(outcome))
      .map(({ id, revision, events }) => ({ id, revision, events }))
    expect(new Set(answers.map((answer) => `${answer.id} ${answer.revision} ${answer.events}`)).size).toBe(1)
    expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(1)
    expect(await readTypes(service, `booking-${answers[0]?.id}`)).toEqual(['BookingConfirmed'])
    expect(await readTypes(service, `calendar-${place.listingId}`)).toEqual(['NightsHeld', 'NightsCommitted'])
    const changed = { ...envelope, data: { ...(receive(place, inDays(30), 3).data as object) } }
    expect(rejected(await service.handle(changed)).code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('answers a repetition with a position that covers the first, in another process too', async () => {
    const place = await openPlace(service)
    const booked = receive(place, inDays(50), 2)
    const first = accepted(await service.handle(booked))
    const cancelled = command('CancelBookingByGuest', PEOPLE.gateway, {}, { id: first.id })
    const end = accepted(await service.handle(cancelled))
    const other = await openTestService(stack)
    try {
      for (const { handle } of [service, other]) {
        for (const [envelope, { commit, revision }] of [
          [booked, first],
          [cancelled, end],
        ] as const) {
          const repeated = accepted(await handle(envelope))
          expect(repeated).toMatchObject({ kind: 'duplicate', revision })
          expect(repeated.commit).toBeGreaterThanOrEqual(commit)
        }
      }
    } finally {
      await other.close()
    }
  })

  it('accepts an external reference once, whatever the key', async () => {
    const place = await openPlace(service)
    const first = accepted(
      await service.handle(receive(place, inDays(40), 2, { source: 'airbnb', externalRef: 'HMXYZ' })),
    )
    const again = accepted(
      await service.handle(receive(place, inDays(40), 2, { source: 'airbnb', externalRef: 'HMXYZ' })),
    )
    expect(again).toMatchObject({
      kind: 'duplicate',
      id: first.id,
      revision: first.revision,
      events: first.events,
    })
    expect(
      rejected(
        await service.handle(receive(place, inDays(41), 2, { source: 'airbnb', externalRef: 'HMXYZ' })),
      ).code,
    ).toBe('DUPLICATE')
    expect(await readTypes(service, `calendar-${place.listingId}`)).toEqual(['NightsHeld', 'NightsCommitted'])
  })

  it('records what a channel sold twice', async () => {
    const place = await openPlace(service)
    accepted(await service.handle(receive(place, inDays(50), 3)))
    const envelope = receive(place, inDays(51), 3, { source: 'booking', externalRef: 'B-1' })
    expect(accepted(await service.handle(envelope))).toMatchObject({
      kind: 'accepted',
      events: ['OverbookingDetected'],
    })
    expect(accepted(await service.handle(envelope))).toMatchObject({
      kind: 'duplicate',
      events: ['OverbookingDetected'],
    })
  })

  it('gives an overbooked stay its nights once the other stay is cancelled', async () => {
    const place = await openPlace(service)
    const first = accepted(await service.handle(receive(place, inDays(70), 4)))
    const { id } = accepted(
      await service.handle(receive(place, inDays(71), 2, { source: 'booking', externalRef: 'B-2' })),
    )
    const settle = () => {
      const cause = newId()
      const stay = { bookingId: id, listingId: place.listingId }
      return service.handle(createInternal(settleOverbooking(cause, stay), { correlationId: cause }))
    }
    expect(rejected(await settle()).code).toBe('NIGHTS_UNAVAILABLE')
    accepted(await service.handle(command('CancelBookingByGuest', PEOPLE.gateway, {}, { id: first.id })))
    expect(accepted(await settle()).events).toEqual(['OverbookingResolved'])
    expect(accepted(await settle()).events).toEqual([])
    expect(await readTypes(service, `calendar-${place.listingId}`)).toEqual([
      'NightsHeld',
      'NightsCommitted',
      'NightsReleased',
      'NightsHeld',
      'NightsCommitted',
    ])
  })

  it('lets a host keep both stays on the same nights', async () => {
    const place = await openPlace(service)
    accepted(await service.handle(receive(place, inDays(80), 3)))
    const { id, revision } = accepted(
      await service.handle(receive(place, inDays(80), 3, { source: 'booking', externalRef: 'B-3' })),
    )
    const owner = PEOPLE.owner(place.accountId)
    const accept = { reason: 'same_party' }
    const kept = await service.handle(command('AcceptOverbooking', owner, accept, { id, expected: revision }))
    expect(accepted(kept).events).toEqual(['OverbookingResolved'])
    expect(await readTypes(service, `calendar-${place.listingId}`)).toEqual([
      'NightsHeld',
      'NightsCommitted',
      'NightsShared',
    ])
  })

  it("takes a channel's booking of a listing that is paused, as one without nights", async () => {
    const place = await openPlace(service)
    accepted(
      await service.handle(
        command('PauseListing', PEOPLE.importer, { until: null, reason: 'repairs' }, { id: place.listingId }),
      ),
    )
    expect(rejected(await service.handle(receive(place, inDays(10), 2))).code).not.toBe('NOT_FOUND')
    const sold = accepted(
      await service.handle(receive(place, inDays(10), 2, { source: 'vrbo', externalRef: 'V-1' })),
    )
    expect(sold.events).toEqual(['OverbookingDetected'])
    expect(await readTypes(service, `calendar-${place.listingId}`)).toEqual([])
  })

  it('writes nothing for a booking that is refused', async () => {
    const place = await openPlace(service)
    const price = {
      currency: 'EUR',
      nightly: [{ date: inDays(60), amountMinor: 100 }],
      cleaningMinor: 0,
      petMinor: 0,
      extraGuestMinor: 0,
      discountMinor: 0,
      guestServiceFeeMinor: 0,
      taxes: [],
      guestTotalMinor: 99,
    }
    expect(rejected(await service.handle(receive(place, inDays(60), 1, { price }))).code).toBe(
      'VALIDATION_FAILED',
    )
    expect(
      rejected(await service.handle(receive({ ...place, listingId: newId() }, inDays(60), 1))).code,
    ).toBe('NOT_FOUND')
    expect(await readTypes(service, `calendar-${place.listingId}`)).toEqual([])
  })
})
