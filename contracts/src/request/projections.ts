import { formatStream, idOfStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import type { RequestCommand, RequestEvent } from './messages.ts'
import { zRequestRow, type RequestRow } from './resource.ts'
import { nextStatus } from './transitions.ts'

/** What a request of another kind has; each kind says more. */
const NOTHING = {
  bookingId: null,
  guestRef: null,
  dueAt: null,
  serviceType: null,
  urgency: null,
  emergency: false,
  startsAt: null,
  checkIn: null,
  checkOut: null,
  guests: null,
  fileIds: [],
  amountMinor: null,
  spendableMinor: null,
  actualMinor: null,
  currency: null,
} as const satisfies Partial<RequestRow>

type Opened = Omit<
  RequestRow,
  keyof typeof NOTHING | 'status' | 'openedBy' | 'openedAt' | 'movedBy' | 'movedAt'
>
const open = (
  event: RecordedEvent,
  opened: Opened & Partial<RequestRow>,
  by = event.metadata['actorId'] ?? '',
): RequestRow => {
  const at = occurredAtOf(event)
  return { ...NOTHING, ...opened, status: 'open', openedBy: by, openedAt: at, movedBy: by, movedAt: at }
}

/** Nothing is due any more, unless the step says so. */
const move = (
  row: RequestRow | undefined,
  event: RecordedEvent,
  command: RequestCommand['type'],
  part: Partial<RequestRow> = {},
): RequestRow | undefined =>
  row && {
    ...row,
    status: nextStatus(row.kind, row.status, command) ?? row.status,
    movedBy: event.metadata['actorId'] ?? '',
    movedAt: occurredAtOf(event),
    dueAt: null,
    ...part,
  }

export const requestProjection = defineProjection<RequestRow>({
  name: 'request',
  version: 1,
  row: zRequestRow,
  streams: ({ id }) => [formatStream('request', id)],
  categories: ['request'],
  keys: ({ stream }) => [idOfStream(stream)],
  // Nothing that people wrote is in the row.
  sealed: true,
  fold: foldBy<RequestRow, RequestEvent>({
    BookingRequested: (_row, event, id) => {
      const { code, listingId, hostAccountId, guestRef, party, checkIn, checkOut, price, dueAt } = event.data
      const { guestTotalMinor: amountMinor, currency } = price
      const stay = {
        guestRef,
        checkIn,
        checkOut,
        guests: party.adults + party.children,
        amountMinor,
        currency,
      }
      const of = { id, code, listingId, hostAccountId, dueAt }
      return open(event, { ...of, ...stay, kind: 'booking_request', awaiting: 'host' })
    },
    RequestAccepted: (row, event, id) => move(row, event, 'AcceptRequest', { awaiting: null, bookingId: id }),
    RequestDeclined: (row, event) => move(row, event, 'DeclineRequest', { awaiting: null }),
    RequestExpired: (row, event) => move(row, event, 'ExpireRequest', { awaiting: null }),
    RequestWithdrawn: (row, event) => move(row, event, 'WithdrawRequest', { awaiting: null }),
    RequestSuperseded: (row, event, id) =>
      move(row, event, 'SupersedeRequest', { awaiting: null, bookingId: id }),
    ServiceRequested: (_row, event, id) => {
      const { code, listingId, hostAccountId, bookingId, openedBy, fileIds, urgency } = event.data
      const { type: serviceType, acknowledgeBy: dueAt } = event.data
      const of = { id, code, listingId, hostAccountId, bookingId, fileIds, dueAt }
      return open(event, { ...of, urgency, serviceType, kind: 'service', awaiting: 'operations' }, openedBy)
    },
    ServiceAcknowledged: (row, event) => move(row, event, 'AcknowledgeService'),
    ServiceScheduled: (row, event) =>
      move(row, event, 'ScheduleService', { startsAt: event.data.slot.startsAt }),
    ServiceStarted: (row, event) => move(row, event, 'StartService'),
    ServiceCompleted: (row, event) => {
      const { actualCostMinor, currency, closesAt } = event.data
      const part = { awaiting: 'host', dueAt: closesAt, actualMinor: actualCostMinor, currency } as const
      return move(row, event, 'CompleteService', part)
    },
    ServiceClosed: (row, event) => move(row, event, 'CloseService', { awaiting: null }),
    ServiceReopened: (row, event) =>
      move(row, event, 'ReopenService', {
        awaiting: 'operations',
        dueAt: event.data.acknowledgeBy,
        startsAt: null,
      }),
    ExpenseApprovalRequested: (_row, event, id) => {
      const { code, listingId, hostAccountId, bookingId, openedBy, fileIds, currency, dueAt } = event.data
      const { emergency, estimateMinor: amountMinor } = event.data
      const of = { id, code, listingId, hostAccountId, bookingId, fileIds, currency, dueAt }
      return open(
        event,
        { ...of, emergency, amountMinor, kind: 'expense_approval', awaiting: 'host' },
        openedBy,
      )
    },
    ExpenseAutoApprovedEmergency: (row, event) =>
      move(row, event, 'ApproveExpense', {
        awaiting: 'operations',
        spendableMinor: event.data.spendableMinor,
      }),
    ExpenseApproved: (row, event) =>
      move(row, event, 'ApproveExpense', {
        awaiting: 'operations',
        spendableMinor: event.data.spendableMinor,
      }),
    ExpenseDeclined: (row, event) => move(row, event, 'DeclineExpense', { awaiting: null }),
    // It still waits for the host, and staff call.
    ExpenseEscalated: (row, event) => move(row, event, 'EscalateExpense'),
    ExpenseIncurred: (row, event) =>
      move(row, event, 'RecordExpense', { awaiting: null, actualMinor: event.data.actualMinor }),
  }),
})
