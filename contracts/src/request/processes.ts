import type { Instant } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream } from '../kernel/message.ts'
import { defineProcess, reactBy, type Effect } from '../kernel/process.ts'
import type { RequestCommand, RequestEvent } from './messages.ts'

const closeService = (requestId: Id, closesAt: Instant): Effect<RequestCommand> => ({
  kind: 'timer',
  name: 'close',
  at: closesAt,
  work: {
    kind: 'command',
    commandId: deriveId('close-service', requestId, closesAt),
    type: 'CloseCompletedService',
    id: requestId,
    data: { closesAt },
  },
})

const escalateExpense = (requestId: Id, dueAt: Instant): Effect<RequestCommand> => ({
  kind: 'timer',
  name: 'due',
  at: dueAt,
  work: {
    kind: 'command',
    commandId: deriveId('escalate-expense', requestId, dueAt),
    type: 'EscalateExpense',
    id: requestId,
    data: { dueAt },
  },
})

const cancel = (name: 'close' | 'due'): Effect => ({ kind: 'cancel', name })

/** What requests do by themselves when their time is over (docs/domain/request.md#deadlines). */
export const requestProcess = defineProcess<never, RequestCommand>({
  name: 'request',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'request' ? idOfStream(stream) : undefined),
  on: reactBy<never, RequestEvent, RequestCommand>({
    ServiceCompleted: (_state, { data }) => [undefined, closeService(data.requestId, data.closesAt)],
    ServiceClosed: () => [undefined, cancel('close')],
    ServiceReopened: () => [undefined, cancel('close')],
    ExpenseApprovalRequested: (_state, { data }) => [undefined, escalateExpense(data.requestId, data.dueAt)],
    ExpenseAutoApprovedEmergency: () => [undefined, cancel('due')],
    ExpenseApproved: () => [undefined, cancel('due')],
    ExpenseDeclined: () => [undefined, cancel('due')],
    ExpenseEscalated: () => [undefined, cancel('due')],
    RequestWithdrawn: () => [undefined, cancel('due')],
  }),
})
