import type { TestStack } from '@hearth/platform/testing/stack'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accepted,
  inDays,
  movableClock,
  openTestService,
  receive,
  startTestSystem,
  readTypes,
  WAYS,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { handleAndCrash } from '../testing/handleAndCrash.ts'
import { openPlace } from '../testing/place.ts'

let system: TestSystem
let stack: TestStack
let service: TestService

beforeAll(async () => {
  system = await startTestSystem()
  ;({ stack, service } = system)
})
afterAll(() => system?.stop())

const POINTS = (['NightsHeld', 'BookingConfirmed', 'NightsCommitted'] as const).flatMap((type) => [
  ['before', type] as const,
  ['after', type] as const,
])

const ENDS = POINTS.flatMap(([when, type]) => WAYS.map(([way, work]) => [when, type, way, work] as const))

/** Sends a booking through a process that ends on the way. */
const crashOn = async (when: 'before' | 'after', type: string, days: number) => {
  const place = await openPlace(service)
  const envelope = receive(place, inDays(days), 3)
  const answer = await handleAndCrash(system, when, type, envelope)
  return { place, envelope, answer, calendar: `calendar-${place.listingId}` }
}

const both = (stream: string, other: string) =>
  Promise.all([readTypes(service, stream), readTypes(service, other)])

describe('a crash while a booking is received', () => {
  it.each(POINTS)('%s %s: the same key completes it', async (when, type) => {
    const { envelope, calendar } = await crashOn(when, type, 10)
    const done = accepted(await service.handle(envelope))
    expect(done).toMatchObject({ revision: 0n, events: ['BookingConfirmed'] })
    expect(await both(`booking-${done.id}`, calendar)).toEqual([
      ['BookingConfirmed'],
      ['NightsHeld', 'NightsCommitted'],
    ])
    expect(accepted(await service.handle(envelope))).toMatchObject({
      kind: 'duplicate',
      id: done.id,
      revision: 0n,
    })
  })

  it.each(ENDS)('%s %s: without a repetition, %s completes it', async (when, type, _way, work) => {
    const { place, envelope, calendar } = await crashOn(when, type, 20)
    const held = (await readTypes(service, calendar)).includes('NightsHeld')
    const clock = movableClock()
    const later = await openTestService(stack, { now: clock.now })
    clock.forward(0.05)
    const id = ((await later.handler.locate(envelope)) as { id: string }).id
    const confirmed = (await readTypes(service, `booking-${id}`)).includes('BookingConfirmed')
    const ended = confirmed ? 'NightsCommitted' : 'NightsReleased'
    await waitUntil(
      async () => {
        await work(later)
        return !held || (await readTypes(service, calendar)).at(-1) === ended
      },
      15_000,
      'the reconciler',
    )
    if (held && !confirmed) {
      expect(await both(`booking-${id}`, calendar)).toEqual([
        ['BookingHoldAbandoned'],
        ['NightsHeld', 'NightsReleased'],
      ])
      // A late repetition starts anew under the same id, and another round leaves it alone.
      expect(accepted(await later.handle(envelope))).toMatchObject({
        id,
        revision: 1n,
        events: ['BookingConfirmed'],
      })
      await work(later)
      expect(await both(`booking-${id}`, calendar)).toEqual([
        ['BookingHoldAbandoned', 'BookingConfirmed'],
        ['NightsHeld', 'NightsReleased', 'NightsHeld', 'NightsCommitted'],
      ])
    }
    // Nobody else's nights are lost: after all that, exactly one booking has them.
    const other = await later.handle(receive(place, inDays(20), 3))
    expect(other.kind).toBe(held ? 'rejected' : 'accepted')
    await later.close()
  })

  it('two reconcilers at the same time do the work once', async () => {
    const { calendar } = await crashOn('after', 'NightsHeld', 30)
    const clock = movableClock()
    clock.forward(0.05)
    const pair = await Promise.all([
      openTestService(stack, { now: clock.now }),
      openTestService(stack, { now: clock.now }),
    ])
    await waitUntil(
      async () => {
        await Promise.all(pair.map(({ sweeper }) => sweeper.sweep()))
        return (await readTypes(service, calendar)).length > 1
      },
      15_000,
      'the reconcilers',
    )
    await Promise.all(pair.map(({ sweeper }) => sweeper.sweep()))
    expect(await readTypes(service, calendar)).toEqual(['NightsHeld', 'NightsReleased'])
    await Promise.all(pair.map((one) => one.close()))
  })
})
