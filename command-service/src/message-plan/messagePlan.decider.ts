import type { MessagePlanCommand, MessagePlanEvent } from '@hearth/contracts/message-plan'
import type { Decider } from '../runtime/decider.ts'
import type { MessagePlanFacts } from './messagePlan.facts.ts'
import { messagePlanFold, type MessagePlanState } from './messagePlan.state.ts'
import { decideOrganizing } from './organizing.ts'
import { decidePlanning } from './planning.ts'
import { decideSending } from './sending.ts'

/** The messages that a stay will get by itself (docs/domain/message-plan.md). */
export const messagePlan: Decider<MessagePlanState, MessagePlanCommand, MessagePlanEvent, MessagePlanFacts> =
  {
    ...messagePlanFold,
    decide: { ...decidePlanning, ...decideOrganizing, ...decideSending },
  }
