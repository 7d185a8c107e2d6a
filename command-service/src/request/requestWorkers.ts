import type { Worker } from '../workers/relay.ts'
import { createFollow, type FollowParts } from './follow.ts'

/** What follows from an accepted request, where the command that accepted it did not come to it. */
export const openRequestWorkers = (parts: FollowParts) => {
  const follow = createFollow(parts)
  const carryOut: Worker = async ({ requestId = '' }, trace) => {
    await follow(requestId, trace)
  }
  return { 'confirm-booking-request': carryOut, 'make-alteration': carryOut, 'pay-refund-waiver': carryOut }
}
