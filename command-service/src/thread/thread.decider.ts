import type { ThreadCommand, ThreadEvent } from '@hearth/contracts/thread'
import type { Decider } from '../runtime/decider.ts'
import { decideDeadlines } from './clock.ts'
import { decideDelivery } from './delivery.ts'
import { decideExchange } from './exchange.ts'
import { decideGuestRequests } from './guestRequests.ts'
import { decideHostOffers } from './hostOffers.ts'
import { decideNoReply } from './noReply.ts'
import { decideOrganizing } from './organizing.ts'
import { decidePlanned } from './planned.ts'
import type { ThreadFacts } from './thread.facts.ts'
import { threadFold, type ThreadState } from './thread.state.ts'

/** The conversation of a guest with the hosts of a listing (docs/domain/thread.md). */
export const thread: Decider<ThreadState, ThreadCommand, ThreadEvent, ThreadFacts> = {
  ...threadFold,
  decide: {
    ...decideExchange,
    ...decideOrganizing,
    ...decideNoReply,
    ...decideGuestRequests,
    ...decideHostOffers,
    ...decidePlanned,
    ...decideDelivery,
    ...decideDeadlines,
  },
}
