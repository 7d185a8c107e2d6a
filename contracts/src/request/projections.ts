import type { Party } from '../booking/party.ts'
import { withoutTexts } from '../kernel/accountTexts.ts'
import { erased, ERASED } from '../kernel/erased.ts'
import { formatStream, idOfStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { OfType, RecordedEvent } from '../kernel/message.ts'
import type { RequestCommand, RequestEvent } from './messages.ts'
import { zRequestRow, type RequestRow } from './resource.ts'
import { nextStatus } from './transitions.ts'

/** What a request of another kind has; each kind says more. */
const NOTHING = {
  bookingId: null,
  guestRef: null,
  guestName: null,
  subject: null,
  body: null,
  ifNotDone: null,
  bids: [],
  vendor: null,
  refundReason: null,
  declineReason: null,
  answer: null,
  serviceRequestId: null,
  preferredSlots: [],
  dueAt: null,
  serviceType: null,
  urgency: null,
  emergency: false,
  startsAt: null,
  checkIn: null,
  checkOut: null,
  guests: null,
  before: null,
  byHost: false,
  linkedId: null,
  failure: null,
  fileIds: [],
  resultFileIds: [],
  acknowledgedInTime: null,
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

/** Nothing is due any more and nothing was written with the step, unless it says so. */
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
    answer: null,
    ...part,
  }

const countGuests = ({ adults, children }: Party) => adults + children

type Altered = OfType<RequestEvent, 'AlterationRequested' | 'AlterationOffered'>['data']
/** Both stays of an alteration, and by how much it changes what the host receives. */
const describeAltered = ({ before, after, price, dueAt }: Altered) => ({
  checkIn: after.checkIn,
  checkOut: after.checkOut,
  guests: countGuests(after.party),
  before: { checkIn: before.checkIn, checkOut: before.checkOut, guests: countGuests(before.party) },
  amountMinor: after.hostPayoutMinor - before.hostPayoutMinor,
  currency: price.currency,
  dueAt,
})

/** An empty text says nothing. */
const orNull = (text: string): string | null => (text === '' ? null : text)

const TEXTS = ['guestName', 'subject', 'body', 'ifNotDone', 'vendor', 'answer'] as const

export const requestProjection = defineProjection<RequestRow>({
  name: 'request',
  version: 8,
  row: zRequestRow,
  streams: ({ id }) => [formatStream('request', id)],
  categories: ['request'],
  keys: ({ stream }) => [idOfStream(stream)],
  personal: [...TEXTS, 'bids'],
  eraseTexts: (row) => ({
    ...withoutTexts<RequestRow>(...TEXTS)(row),
    bids: row.bids.map((bid) => ({ ...bid, vendor: ERASED })),
  }),
  fold: foldBy<RequestRow, RequestEvent>({
    BookingRequested: (_row, event, id) => {
      const { code, listingId, hostAccountId, guestRef, guestName, message, ...data } = event.data
      const { party, checkIn, checkOut, price, hostPayoutMinor: amountMinor, dueAt } = data
      const stay = {
        guestRef,
        guestName,
        body: orNull(message),
        checkIn,
        checkOut,
        guests: countGuests(party),
        amountMinor,
        currency: price.currency,
      }
      const of = { id, code, listingId, hostAccountId, dueAt }
      return open(event, { ...of, ...stay, kind: 'booking_request', awaiting: 'host' })
    },
    AlterationRequested: (_row, event, id) => {
      const { code, listingId, hostAccountId, bookingId, guestRef, guestName, message } = event.data
      const of = { id, code, listingId, hostAccountId, bookingId, guestRef, guestName }
      const stay = { body: orNull(message), ...describeAltered(event.data) }
      return open(event, { ...of, ...stay, kind: 'alteration', awaiting: 'host' })
    },
    AlterationOffered: (_row, event, id) => {
      const { code, listingId, hostAccountId, bookingId, guestRef, guestName, message } = event.data
      const { by, counteredId: linkedId } = event.data
      const of = {
        id,
        code,
        listingId,
        hostAccountId,
        bookingId,
        guestRef,
        guestName,
        linkedId,
        byHost: true,
      }
      const stay = { body: orNull(message), ...describeAltered(event.data) }
      const row = open(event, { ...of, ...stay, kind: 'alteration', awaiting: 'guest' }, by)
      return { ...row, status: 'offered' }
    },
    RequestCountered: (row, event) => {
      const { offerId: linkedId, message } = event.data
      return move(row, event, 'CounterRequest', { awaiting: null, linkedId, answer: orNull(message) })
    },
    OfferAccepted: (row, event) => move(row, event, 'AcceptOffer', { awaiting: null }),
    OfferDeclined: (row, event) => move(row, event, 'DeclineOffer', { awaiting: null }),
    AlterationNotMade: (row, event) =>
      move(row, event, 'RecordAlterationFailure', {
        failure: event.data.reason,
        answer: row?.answer ?? null,
      }),
    RefundWaiverRequested: (_row, event, id) => {
      const { code, listingId, hostAccountId, bookingId, guestRef, guestName, message } = event.data
      const { reason: refundReason, fileIds, amountMinor, currency, dueAt } = event.data
      const of = { id, code, listingId, hostAccountId, bookingId, guestRef, guestName, dueAt }
      const asked = { body: orNull(message), refundReason, fileIds, amountMinor, currency }
      return open(event, { ...of, ...asked, kind: 'refund_waiver', awaiting: 'host' })
    },
    RefundWaiverGranted: (row, event) =>
      move(row, event, 'GrantRefundWaiver', {
        awaiting: null,
        actualMinor: event.data.amountMinor,
        answer: event.data.note,
      }),
    RefundWaiverNotMade: (row, event) =>
      move(row, event, 'RecordRefundWaiverFailure', { actualMinor: null, answer: row?.answer ?? null }),
    RequestAccepted: (row, event, id) =>
      move(row, event, 'AcceptRequest', {
        awaiting: null,
        bookingId: row?.bookingId ?? id,
        answer: event.data.note,
      }),
    RequestDeclined: (row, event) => {
      const { reason: declineReason, text: answer } = event.data
      return move(row, event, 'DeclineRequest', { awaiting: null, declineReason, answer })
    },
    RequestGuestErased: (row) =>
      row && {
        ...row,
        guestName: erased(row.guestName),
        body: erased(row.body),
        answer: erased(row.answer),
      },
    RequestExpired: (row, event) => move(row, event, 'ExpireRequest', { awaiting: null }),
    RequestWithdrawn: (row, event) => move(row, event, 'WithdrawRequest', { awaiting: null }),
    RequestSuperseded: (row, event, id) =>
      move(row, event, 'SupersedeRequest', { awaiting: null, bookingId: row?.bookingId ?? id }),
    ServiceRequested: (_row, event, id) => {
      const { code, listingId, hostAccountId, bookingId, openedBy, fileIds, urgency } = event.data
      const { type: serviceType, acknowledgeBy: dueAt, subject, body, preferredSlots } = event.data
      const of = { id, code, listingId, hostAccountId, bookingId, fileIds, dueAt }
      const work = { urgency, serviceType, subject, body: orNull(body), preferredSlots }
      return open(event, { ...of, ...work, kind: 'service', awaiting: 'operations' }, openedBy)
    },
    ServiceAcknowledged: (row, event) =>
      move(row, event, 'AcknowledgeService', { acknowledgedInTime: event.data.inTime }),
    ServiceScheduled: (row, event) =>
      move(row, event, 'ScheduleService', {
        startsAt: event.data.slot.startsAt,
        vendor: event.data.vendor,
      }),
    ServiceStarted: (row, event) => move(row, event, 'StartService'),
    ServiceCompleted: (row, event) => {
      const { actualCostMinor: actualMinor, currency, closesAt: dueAt, summary: answer } = event.data
      const done = { dueAt, actualMinor, currency, answer, resultFileIds: event.data.fileIds }
      return move(row, event, 'CompleteService', { ...done, awaiting: 'host' })
    },
    ServiceClosed: (row, event) => move(row, event, 'CloseService', { awaiting: null }),
    ServiceReopened: (row, event) =>
      move(row, event, 'ReopenService', {
        awaiting: 'operations',
        dueAt: event.data.acknowledgeBy,
        startsAt: null,
        vendor: null,
        acknowledgedInTime: null,
        answer: event.data.why,
      }),
    ExpenseApprovalRequested: (_row, event, id) => {
      const { code, listingId, hostAccountId, bookingId, openedBy, fileIds, currency, dueAt } = event.data
      const { emergency, estimateMinor: amountMinor, subject, body, ifNotDone } = event.data
      const of = { id, code, listingId, hostAccountId, bookingId, fileIds, currency, dueAt }
      const work = { emergency, amountMinor, subject, body: orNull(body), ifNotDone }
      const { bids, serviceRequestId } = event.data
      return open(
        event,
        { ...of, ...work, bids, serviceRequestId, kind: 'expense_approval', awaiting: 'host' },
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
    ExpenseDeclined: (row, event) =>
      move(row, event, 'DeclineExpense', { awaiting: null, answer: event.data.reason }),
    // It still waits for the host, and staff call.
    ExpenseEscalated: (row, event) => move(row, event, 'EscalateExpense'),
    ExpenseIncurred: (row, event) =>
      move(row, event, 'RecordExpense', {
        awaiting: null,
        actualMinor: event.data.actualMinor,
        resultFileIds: [event.data.invoiceFileId],
      }),
  }),
})
