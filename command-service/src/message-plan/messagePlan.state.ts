import type { Instant } from '@hearth/contracts/kernel/dates'
import type { MessagePlanEvent } from '@hearth/contracts/message-plan'
import type { MessageTrigger } from '@hearth/contracts/message-rule'
import type { Fold } from '../runtime/decider.ts'

export type Timing = Readonly<{
  templateId: string
  trigger: MessageTrigger
  sendAt: Instant
  goodUntil: Instant
}>

export type KnownPlanned = Timing &
  Readonly<{
    planId: string
    ruleId: string
    /** The home that its conversation is about. */
    listingId: string
    status: 'planned' | 'held' | 'skipped' | 'sent' | 'ended'
    /** What was written for this stay in place of the saved reply; of a sent message, what was sent. */
    body: string | null
    messageId: string | null
  }>

export type MessagePlanState = Readonly<{
  messages: readonly KnownPlanned[]
  lastErasureId: string | null
}>

const change = (
  state: MessagePlanState,
  planId: string,
  part: (message: KnownPlanned) => Partial<KnownPlanned>,
): MessagePlanState => ({
  ...state,
  messages: state.messages.map((one) => (one.planId === planId ? { ...one, ...part(one) } : one)),
})

export const isWaiting = ({ status }: KnownPlanned): boolean =>
  status === 'planned' || status === 'held' || status === 'skipped'

/** The messages of one stay, in the order in which they were planned. */
export const messagePlanFold: Fold<MessagePlanState, MessagePlanEvent> = {
  category: 'messagePlan',
  initial: { messages: [], lastErasureId: null },
  evolve: {
    MessagePlanned: (state, { planId, ruleId, listingId, templateId, trigger, sendAt, goodUntil }) => {
      const known = state.messages.find((one) => one.planId === planId)
      const message: KnownPlanned = {
        planId,
        ruleId,
        listingId,
        templateId,
        trigger,
        sendAt,
        goodUntil,
        status: 'planned',
        body: known?.body ?? null,
        messageId: null,
      }
      const others = state.messages.filter((one) => one !== known)
      return { ...state, messages: [...others, message] }
    },
    PlannedMessageChanged: (state, { planId, templateId, trigger, sendAt, goodUntil }) =>
      change(state, planId, ({ status }) => ({
        templateId,
        trigger,
        sendAt,
        goodUntil,
        status: status === 'skipped' ? 'skipped' : 'planned',
      })),
    PlannedMessageEdited: (state, { planId, body }) => change(state, planId, () => ({ body })),
    PlannedMessageSkipped: (state, { planId }) => change(state, planId, () => ({ status: 'skipped' })),
    PlannedMessageRestored: (state, { planId }) => change(state, planId, () => ({ status: 'planned' })),
    PlannedMessageHeld: (state, { planId }) => change(state, planId, () => ({ status: 'held' })),
    PlannedMessageSent: (state, { planId, messageId, body }) =>
      change(state, planId, () => ({ status: 'sent', messageId, body })),
    PlannedMessageEnded: (state, { planId }) => change(state, planId, () => ({ status: 'ended' })),
    PlanGuestErased: ({ messages }, { erasureId }) => ({
      messages: messages.map((one) => ({
        ...one,
        body: null,
        status: one.status === 'sent' ? 'sent' : 'ended',
      })),
      lastErasureId: erasureId,
    }),
  },
  listingOf: ({ messages }) => messages.at(-1)?.listingId,
}

export const findPlanned = ({ messages }: MessagePlanState, planId: string): KnownPlanned | undefined =>
  messages.find((one) => one.planId === planId)
