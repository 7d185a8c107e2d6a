import type { Log } from '@hearth/platform/telemetry/log'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Worker } from '../workers/relay.ts'
import { createFollow } from './follow.ts'

/** What follows from an accepted request, where the command that accepted it did not come to it. */
export const openRequestWorkers = (parts: Readonly<{ handler: CommandHandler; log: Log }>) => {
  const follow = createFollow(parts)
  const confirm: Worker = async ({ requestId = '' }, trace) => {
    await follow(requestId, trace)
  }
  return { 'confirm-booking-request': confirm }
}
