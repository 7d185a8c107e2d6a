import { allowed } from '@hearth/platform/testing/allowed'
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
import { openPlace, type Place } from '../testing/place.ts'

let stack: TestStack
let service: TestService
let place: Place

beforeAll(async () => {
  stack = await startTestStack()
  service = await openTestService(stack)
  place = await openPlace(service)
})
afterAll(async () => {
  await service?.close()
  await stack?.stop()
})

describe('while the event store is down', () => {
  it('commands are refused in time, and the same keys are accepted once it is back', async () => {
    const envelopes = [
      ...Array.from({ length: 5 }, (_, index) => receive(place, inDays(10 + 5 * index), 2)),
      command('PauseListing', PEOPLE.importer, { until: null, reason: 'repairs' }, { id: place.listingId }),
    ]
    await stack.killEventStore()
    const asked = performance.now()
    const refused = await Promise.all(envelopes.map((envelope) => service.handle(envelope)))
    expect(performance.now() - asked).toBeLessThan(allowed(8_000))
    for (const outcome of refused)
      expect(['DEPENDENCY_UNAVAILABLE', 'OUTCOME_UNKNOWN']).toContain(rejected(outcome).code)
    await stack.startEventStore()
    for (const envelope of envelopes) {
      const done = accepted(await service.handle(envelope))
      expect(accepted(await service.handle(envelope))).toMatchObject({
        kind: 'duplicate',
        id: done.id,
        revision: done.revision,
      })
    }
    const calendar = await readTypes(service, `calendar-${place.listingId}`)
    expect(calendar.filter((type) => type === 'NightsHeld')).toHaveLength(5)
    expect(calendar.filter((type) => type === 'NightsCommitted')).toHaveLength(5)
    expect(
      (await readTypes(service, `listing-${place.listingId}`)).filter((type) => type === 'ListingPaused'),
    ).toHaveLength(1)
  })
})
