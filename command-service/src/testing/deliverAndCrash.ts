import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { crashingStore } from './crashingStore.ts'
import { openTestService, type TestOptions, type TestSystem } from './fixture.ts'

/** Delivers what is due in a process that dies at one append of the type. */
export const deliverAndCrash = async (
  { stack }: Pick<TestSystem, 'stack'>,
  when: 'before' | 'after',
  type: string,
  options: Omit<TestOptions, 'aroundStore'> = {},
): Promise<void> => {
  let isGone = false
  const aroundStore: NonNullable<TestOptions['aroundStore']> = (store) => {
    const crashing = crashingStore(store, when, type)
    return {
      ...crashing,
      append: async (...args) => {
        try {
          return await crashing.append(...args)
        } catch (error) {
          isGone = true
          throw error
        }
      },
    }
  }
  const doomed = await openTestService(stack, { ...options, aroundStore })
  await waitUntil(
    async () => {
      await doomed.relay.deliver()
      return isGone
    },
    30_000,
    `a crash ${when} ${type}`,
  )
  await doomed.close()
}
