import { randomBytes } from 'node:crypto'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestStack } from '@hearth/platform/testing/stack'
import { openWorkplace, type WorkplaceOptions } from './workplace.ts'

/** A workplace over engines of its own, for the tests of a file. */
export const startWorkplace = async (options: Partial<WorkplaceOptions> = {}) => {
  const stack = await startTestStack()
  const place = await openWorkplace({
    ...stack,
    sealingKey: randomBytes(32).toString('base64'),
    log: silentLog,
    ...options,
  })
  const close = async () => {
    await place.close()
    await stack.stop()
  }
  return { stack, place, close }
}
