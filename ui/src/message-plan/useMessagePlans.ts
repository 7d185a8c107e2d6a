import { useGetList } from 'react-admin'
import type { messagePlans, PlannedMessage } from '@hearth/contracts/message-plan'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useSees } from '../session/session.ts'

export type MessagePlan = Shown<typeof messagePlans>
/** A message that waits, and the stay that it is for. */
export type WaitingMessage = PlannedMessage & Readonly<{ plan: MessagePlan }>

/** Stays of one guest in one listing, or of a page of conversations. */
const MAX_STAYS = 50

type Of = Readonly<{ threadId: string }> | Readonly<{ id: readonly string[] }>

/** The plans of a conversation’s stays, or of one stay. */
export const useMessagePlans = (filter: Of, enabled = true) => {
  const sees = useSees('thread.read')
  return useGetList<MessagePlan>(
    'message-plans',
    {
      pagination: { page: 1, perPage: MAX_STAYS },
      sort: { field: 'changedAt', order: 'DESC' },
      filter,
    },
    { enabled: enabled && sees, retry: false },
  )
}

/** What may still be sent, the next one first. A skipped message is shown as long as that can be undone. */
export const listWaiting = (plans: readonly MessagePlan[], now: number): readonly WaitingMessage[] =>
  plans
    .flatMap((plan) => plan.messages.map((message) => ({ ...message, plan })))
    .filter(
      ({ state, goodUntil }) =>
        state === 'planned' || state === 'held' || (state === 'skipped' && Date.parse(goodUntil) > now),
    )
    .toSorted((a, b) => a.sendAt.localeCompare(b.sendAt))
