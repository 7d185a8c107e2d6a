import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { expect } from 'vitest'
import { movableClock, openTestService, readTypes, type TestOptions, type TestSystem } from './fixture.ts'

/** Lets the process managers do what is due until the streams have these events, in a process of their own. */
export const expectStreams = async (
  { stack, service }: Pick<TestSystem, 'stack' | 'service'>,
  streams: readonly string[],
  expected: readonly (readonly string[])[],
  options: Pick<TestOptions, 'chargePort'> = {},
): Promise<void> => {
  const clock = movableClock()
  const later = await openTestService(stack, { now: clock.now, ...options })
  clock.forward(0.05)
  const read = async () => Promise.all(streams.map((stream) => readTypes(service, stream)))
  await waitUntil(
    async () => {
      await later.relay.deliver()
      return JSON.stringify(await read()) === JSON.stringify(expected)
    },
    15_000,
    JSON.stringify(expected),
  )
  // Another round does nothing.
  await later.relay.deliver()
  expect(await read()).toEqual(expected)
  await later.close()
}
