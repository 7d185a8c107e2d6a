import type { RequestCommand } from './messages.ts'
import type {
  AlterationStatus,
  BookingRequestStatus,
  ExpenseStatus,
  RefundWaiverStatus,
  RequestKind,
  RequestStatus,
  ServiceStatus,
} from './request.ts'

type Steps<Status extends string> = Readonly<
  Record<Status, { readonly [Command in RequestCommand['type']]?: Status }>
>

/** From each status: the commands that are possible, and the status that each leads to. */
export const BOOKING_REQUEST_STEPS: Steps<BookingRequestStatus> = {
  open: {
    AcceptRequest: 'accepted',
    DeclineRequest: 'declined',
    ExpireRequest: 'expired',
    WithdrawRequest: 'withdrawn',
    SupersedeRequest: 'superseded',
  },
  accepted: {},
  declined: {},
  expired: {},
  withdrawn: {},
  superseded: {},
}

export const ALTERATION_STEPS: Steps<AlterationStatus> = {
  ...BOOKING_REQUEST_STEPS,
  open: { ...BOOKING_REQUEST_STEPS.open, CounterRequest: 'countered' },
  offered: {
    AcceptOffer: 'accepted',
    DeclineOffer: 'declined',
    ExpireRequest: 'expired',
    WithdrawRequest: 'withdrawn',
    SupersedeRequest: 'superseded',
  },
  countered: {},
  accepted: { RecordAlterationFailure: 'failed' },
  failed: {},
}

export const REFUND_WAIVER_STEPS: Steps<RefundWaiverStatus> = {
  open: {
    GrantRefundWaiver: 'accepted',
    DeclineRequest: 'declined',
    ExpireRequest: 'expired',
    WithdrawRequest: 'withdrawn',
  },
  accepted: { RecordRefundWaiverFailure: 'failed' },
  declined: {},
  expired: {},
  withdrawn: {},
  failed: {},
}

export const SERVICE_STEPS: Steps<ServiceStatus> = {
  open: { AcknowledgeService: 'acknowledged', WithdrawRequest: 'cancelled' },
  acknowledged: {
    ScheduleService: 'scheduled',
    StartService: 'in_progress',
    WithdrawRequest: 'cancelled',
  },
  scheduled: { ScheduleService: 'scheduled', StartService: 'in_progress', WithdrawRequest: 'cancelled' },
  in_progress: { CompleteService: 'completed', WithdrawRequest: 'cancelled' },
  completed: { CloseService: 'closed', CloseCompletedService: 'closed', ReopenService: 'open' },
  closed: { ReopenService: 'open' },
  cancelled: {},
}

/** An escalated expense still waits for the host: nothing but the host's answer approves it. */
export const EXPENSE_STEPS: Steps<ExpenseStatus> = {
  open: {
    ApproveExpense: 'approved',
    DeclineExpense: 'declined',
    EscalateExpense: 'escalated',
    WithdrawRequest: 'withdrawn',
  },
  escalated: { ApproveExpense: 'approved', DeclineExpense: 'declined', WithdrawRequest: 'withdrawn' },
  approved: { RecordExpense: 'incurred', WithdrawRequest: 'withdrawn' },
  declined: {},
  incurred: {},
  withdrawn: {},
}

type AnySteps = Readonly<
  Partial<Record<RequestStatus, { readonly [Command in RequestCommand['type']]?: RequestStatus }>>
>

/** Whether an answer is still missing: of the host, or of the guest to an offer. */
export const isUnanswered = (status: RequestStatus): boolean => status === 'open' || status === 'offered'

/** What may happen to a request of each kind (docs/domain/request.md#states). */
export const REQUEST_STEPS: Readonly<Record<RequestKind, AnySteps>> = {
  booking_request: BOOKING_REQUEST_STEPS,
  alteration: ALTERATION_STEPS,
  refund_waiver: REFUND_WAIVER_STEPS,
  service: SERVICE_STEPS,
  expense_approval: EXPENSE_STEPS,
}

/** Where the command leads; undefined where it is not possible. */
export const nextStatus = (
  kind: RequestKind,
  status: RequestStatus,
  command: RequestCommand['type'],
): RequestStatus | undefined => REQUEST_STEPS[kind][status]?.[command]
