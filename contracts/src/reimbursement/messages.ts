import { deriveId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { draftCommands, draftEvents } from './draftMessages.ts'
import { guestAnswerCommands, guestAnswerEvents } from './guestMessages.ts'
import { paymentCommands, paymentEvents } from './paymentMessages.ts'
import { reviewCommands, reviewEvents } from './reviewMessages.ts'

/**
 * What a host asks to be reimbursed, from the first draft to the payout line (docs/domain/reimbursement.md).
 */
export const reimbursement = defineAggregate({
  category: 'reimbursement',
  /**
   * A claim about a stay has the id that follows from the one before it, so that a stay has one open claim at
   * most.
   */
  identify: (tenantId, type, { kind, bookingId, after }, key) =>
    type === 'DraftReimbursement' && kind !== 'expense' && typeof bookingId === 'string'
      ? deriveId('reimbursement', tenantId, bookingId, typeof after === 'string' ? after : '')
      : deriveId('reimbursement', tenantId, key),
  events: { ...draftEvents, ...guestAnswerEvents, ...reviewEvents, ...paymentEvents },
  commands: { ...draftCommands, ...guestAnswerCommands, ...reviewCommands, ...paymentCommands },
})
export type ReimbursementEvent = EventsOf<typeof reimbursement>
export type ReimbursementCommand = CommandsOf<typeof reimbursement>
