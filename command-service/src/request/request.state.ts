import type { BookingCommand, BookingPrice, Party } from '@hearth/contracts/booking'
import { ERASED } from '@hearth/contracts/kernel/erased'
import type { Instant, LocalDate } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { Currency } from '@hearth/contracts/kernel/money'
import {
  ALTERATION_STEPS,
  BOOKING_REQUEST_STEPS,
  EXPENSE_STEPS,
  REFUND_WAIVER_STEPS,
  SERVICE_STEPS,
  type AlterationStatus,
  type BookingRequestStatus,
  type ExpenseStatus,
  type OfferedStay,
  type RefundWaiverStatus,
  type RequestCommand,
  type RequestEvent,
  type ServiceStatus,
  type Urgency,
} from '@hearth/contracts/request'
import type { Fold } from '../runtime/decider.ts'

type Known = Readonly<{
  listingId: string
  /** Who moved it to its present status, and when. */
  moved: Readonly<{ by: string; at: Instant }>
}>
/** Hours before the deadline of which the host was reminded. */
type Reminded = readonly number[]
export type ServiceState = Known &
  Readonly<{
    kind: 'service'
    status: ServiceStatus
    urgency: Urgency
    acknowledgeBy: Instant
    /** From here on it is closed and stays so; null before it was completed. */
    closesAt: Instant | null
  }>
export type ExpenseState = Known &
  Readonly<{
    kind: 'expense_approval'
    status: ExpenseStatus
    estimateMinor: number
    currency: Currency
    dueAt: Instant
    reminded: Reminded
    /** All that it may cost; null before it was approved. */
    spendableMinor: number | null
  }>
/** What the guest wants to book, as the gateway will report it once the host accepts. */
export type WantedStay = OfType<BookingCommand, 'ReceiveBooking'>['data']
export type BookingRequestState = Known &
  Readonly<{
    kind: 'booking_request'
    status: BookingRequestStatus
    stay: WantedStay
    openedAt: Instant
    dueAt: Instant
    reminded: Reminded
    lastErasureId: string | null
  }>
/** A guest who wants the stay as `asked`, or a host who offers it, at the price that was quoted. */
export type AlterationState = Known &
  Readonly<{
    kind: 'alteration'
    status: AlterationStatus
    bookingId: string
    guestRef: string
    asked: Readonly<{ party: Party; checkIn: LocalDate; checkOut: LocalDate; price: BookingPrice }>
    /** Whether the host opened it. */
    byHost: boolean
    /** Who began it of the team; null where a guest did, or where it answers a guest’s request. */
    begunBy: string | null
    /** What the host offered instead; null before. */
    offered: (OfferedStay & Readonly<{ by: string; message: string }>) | null
    openedAt: Instant
    dueAt: Instant
    reminded: Reminded
    lastErasureId: string | null
  }>
/** A guest who asks for money back. */
export type RefundWaiverState = Known &
  Readonly<{
    kind: 'refund_waiver'
    status: RefundWaiverStatus
    bookingId: string
    guestRef: string
    amountMinor: number
    currency: Currency
    /** What the host granted; null before. */
    grantedMinor: number | null
    openedAt: Instant
    dueAt: Instant
    reminded: Reminded
    lastErasureId: string | null
  }>
export type KnownRequest =
  | BookingRequestState
  | AlterationState
  | RefundWaiverState
  | ServiceState
  | ExpenseState
export type RequestState = Readonly<{ kind: 'none' }> | KnownRequest

const moveService = (
  state: RequestState,
  command: RequestCommand['type'],
  moved: Known['moved'],
  part: Partial<Pick<ServiceState, 'closesAt' | 'acknowledgeBy'>> = {},
): RequestState =>
  state.kind === 'service'
    ? { ...state, ...part, status: SERVICE_STEPS[state.status][command] ?? state.status, moved }
    : state

const moveExpense = (
  state: RequestState,
  command: RequestCommand['type'],
  moved: Known['moved'],
  part: Partial<Pick<ExpenseState, 'spendableMinor'>> = {},
): RequestState =>
  state.kind === 'expense_approval'
    ? { ...state, ...part, status: EXPENSE_STEPS[state.status][command] ?? state.status, moved }
    : state

const moveBooking = (
  state: RequestState,
  command: RequestCommand['type'],
  moved: Known['moved'],
): RequestState =>
  state.kind === 'booking_request'
    ? { ...state, status: BOOKING_REQUEST_STEPS[state.status][command] ?? state.status, moved }
    : state

const openAlteration = (
  data: OfType<RequestEvent, 'AlterationRequested' | 'AlterationOffered'>['data'],
  status: 'open' | 'offered',
  moved: Known['moved'],
): AlterationState => {
  const { listingId, bookingId, guestRef, price, dueAt } = data
  const { party, checkIn, checkOut } = data.after
  return {
    kind: 'alteration',
    status,
    listingId,
    bookingId,
    guestRef,
    asked: { party, checkIn, checkOut, price },
    byHost: status === 'offered',
    begunBy: 'counteredId' in data && data.counteredId === null ? data.by : null,
    offered: null,
    openedAt: moved.at,
    dueAt,
    reminded: [],
    lastErasureId: null,
    moved,
  }
}

const moveAlteration = (
  state: RequestState,
  command: RequestCommand['type'],
  moved: Known['moved'],
  part: Partial<Pick<AlterationState, 'offered'>> = {},
): RequestState =>
  state.kind === 'alteration'
    ? { ...state, ...part, status: ALTERATION_STEPS[state.status][command] ?? state.status, moved }
    : state

const moveRefundWaiver = (
  state: RequestState,
  command: RequestCommand['type'],
  moved: Known['moved'],
  part: Partial<Pick<RefundWaiverState, 'grantedMinor'>> = {},
): RequestState =>
  state.kind === 'refund_waiver'
    ? { ...state, ...part, status: REFUND_WAIVER_STEPS[state.status][command] ?? state.status, moved }
    : state

const moveOfGuest: typeof moveBooking = (state, ...step) =>
  state.kind === 'none' ? state : MOVES[state.kind](state, ...step)

const MOVES = {
  booking_request: moveBooking,
  alteration: moveAlteration,
  refund_waiver: moveRefundWaiver,
  service: moveService,
  expense_approval: moveExpense,
}

const evolve: Fold<RequestState, RequestEvent>['evolve'] = {
  ServiceRequested: (_state, { listingId, urgency, acknowledgeBy, openedBy }, at) => ({
    kind: 'service',
    status: 'open',
    listingId,
    urgency,
    acknowledgeBy,
    closesAt: null,
    moved: { by: openedBy, at },
  }),
  ServiceAcknowledged: (state, { by }, at) => moveService(state, 'AcknowledgeService', { by, at }),
  ServiceScheduled: (state, { by }, at) => moveService(state, 'ScheduleService', { by, at }),
  ServiceStarted: (state, { by }, at) => moveService(state, 'StartService', { by, at }),
  ServiceCompleted: (state, { by, closesAt }, at) =>
    moveService(state, 'CompleteService', { by, at }, { closesAt }),
  ServiceClosed: (state, { by }, at) => moveService(state, 'CloseService', { by, at }),
  ServiceReopened: (state, { by, acknowledgeBy }, at) =>
    moveService(state, 'ReopenService', { by, at }, { acknowledgeBy, closesAt: null }),
  ExpenseApprovalRequested: (_state, { listingId, estimateMinor, currency, dueAt, openedBy }, at) => ({
    kind: 'expense_approval',
    status: 'open',
    listingId,
    estimateMinor,
    currency,
    dueAt,
    reminded: [],
    spendableMinor: null,
    moved: { by: openedBy, at },
  }),
  ExpenseAutoApprovedEmergency: (state, { spendableMinor }, at, by) =>
    moveExpense(state, 'ApproveExpense', { by, at }, { spendableMinor }),
  ExpenseApproved: (state, { by, spendableMinor }, at) =>
    moveExpense(state, 'ApproveExpense', { by, at }, { spendableMinor }),
  ExpenseDeclined: (state, { by }, at) => moveExpense(state, 'DeclineExpense', { by, at }),
  ExpenseEscalated: (state, _data, at, by) => moveExpense(state, 'EscalateExpense', { by, at }),
  ExpenseIncurred: (state, { by }, at) => moveExpense(state, 'RecordExpense', { by, at }),
  RequestReminderDue: (state, { hoursLeft }) =>
    state.kind === 'none' || state.kind === 'service'
      ? state
      : { ...state, reminded: [...state.reminded, hoursLeft] },
  RequestWithdrawn: (state, { by }, at) =>
    state.kind === 'none' ? state : MOVES[state.kind](state, 'WithdrawRequest', { by, at }),
  BookingRequested: (
    _state,
    { listingId, source, externalRef, guestRef, guestName, party, checkIn, checkOut, price, dueAt, ...data },
    at,
    by,
  ) => ({
    kind: 'booking_request',
    status: 'open',
    listingId,
    stay: {
      listingId,
      source,
      externalRef,
      guest: { guestRef, displayName: guestName, email: data.guestEmail },
      party,
      checkIn,
      checkOut,
      price,
      cancellationPolicyCode: data.cancellationPolicyCode,
    },
    openedAt: at,
    dueAt,
    reminded: [],
    lastErasureId: null,
    moved: { by, at },
  }),
  RequestHoldAbandoned: (state) => state,
  AlterationRequested: (_state, data, at, by) => openAlteration(data, 'open', { by, at }),
  AlterationOffered: (_state, data, at) => openAlteration(data, 'offered', { by: data.by, at }),
  RequestCountered: (state, { by, message, before, after, price, dueAt }, at) =>
    moveAlteration(
      state,
      'CounterRequest',
      { by, at },
      { offered: { by, message, before, after, price, dueAt } },
    ),
  OfferAccepted: (state, _data, at, by) => moveAlteration(state, 'AcceptOffer', { by, at }),
  OfferDeclined: (state, _data, at, by) => moveAlteration(state, 'DeclineOffer', { by, at }),
  RefundWaiverRequested: (
    _state,
    { listingId, bookingId, guestRef, amountMinor, currency, dueAt },
    at,
    by,
  ) => ({
    kind: 'refund_waiver',
    status: 'open',
    listingId,
    bookingId,
    guestRef,
    amountMinor,
    currency,
    grantedMinor: null,
    openedAt: at,
    dueAt,
    reminded: [],
    lastErasureId: null,
    moved: { by, at },
  }),
  RefundWaiverGranted: (state, { by, amountMinor }, at) =>
    moveRefundWaiver(state, 'GrantRefundWaiver', { by, at }, { grantedMinor: amountMinor }),
  RefundWaiverNotMade: (state, _data, at, by) =>
    moveRefundWaiver(state, 'RecordRefundWaiverFailure', { by, at }),
  AlterationNotMade: (state, _data, at, by) => moveAlteration(state, 'RecordAlterationFailure', { by, at }),
  RequestGuestErased: (state, { erasureId }) => {
    if (state.kind === 'alteration' || state.kind === 'refund_waiver')
      return { ...state, lastErasureId: erasureId }
    return state.kind === 'booking_request'
      ? {
          ...state,
          lastErasureId: erasureId,
          stay: { ...state.stay, guest: { ...state.stay.guest, displayName: ERASED, email: null } },
        }
      : state
  },
  RequestAccepted: (state, { by }, at) => moveOfGuest(state, 'AcceptRequest', { by, at }),
  RequestDeclined: (state, { by }, at) => moveOfGuest(state, 'DeclineRequest', { by, at }),
  RequestExpired: (state, _data, at, by) => moveOfGuest(state, 'ExpireRequest', { by, at }),
  RequestSuperseded: (state, _data, at, by) => moveOfGuest(state, 'SupersedeRequest', { by, at }),
}

export const requestFold: Fold<RequestState, RequestEvent> = {
  category: 'request',
  initial: { kind: 'none' },
  evolve,
}

/** Whether nothing is left to do for an alteration, so that another one can be asked for. */
export const isAlterationOver = (
  requestId: string,
  { status }: Readonly<{ status: string }>,
  { alterations }: Readonly<{ alterations: Readonly<Record<string, Readonly<{ result: string }>>> }>,
): boolean => {
  if (status !== 'accepted') return status !== 'open' && status !== 'offered'
  const result = alterations[requestId]?.result
  return result === 'altered' || result === 'failed'
}
