import type { Envelope, Outcome } from '../runtime/outcome.ts'
import { crashingStore } from './crashingStore.ts'
import { openTestService, type TestOptions, type TestSystem } from './fixture.ts'

/** Sends the command to a process that dies at one append of the type; what it answered. */
export const handleAndCrash = async (
  { stack }: Pick<TestSystem, 'stack'>,
  when: 'before' | 'after',
  type: string,
  envelope: Envelope,
  options: Omit<TestOptions, 'aroundStore'> = {},
): Promise<Outcome> => {
  const doomed = await openTestService(stack, {
    ...options,
    aroundStore: (store) => crashingStore(store, when, type),
  })
  const outcome = await doomed.handle(envelope)
  await doomed.close()
  return outcome
}
