import type { MessagePlanCommand, MessagePlanEvent } from '@hearth/contracts/message-plan'
import { reject, type Decider } from '../runtime/decider.ts'
import type { MessagePlanFacts } from './messagePlan.facts.ts'
import type { MessagePlanState } from './messagePlan.state.ts'

/** One function for each command of a message plan. */
export type PlanDecide = Decider<
  MessagePlanState,
  MessagePlanCommand,
  MessagePlanEvent,
  MessagePlanFacts
>['decide']

export const unknownPlanned = reject('NOT_FOUND', 'This scheduled message doesn’t exist.')
