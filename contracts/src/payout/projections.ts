import { addMinutes } from '../kernel/dates.ts'
import { idOfStream, formatStream, type OfType } from '../kernel/message.ts'
import { withoutTexts } from '../kernel/accountTexts.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import { APPROVERS, LOOK_UP_AFTER_MINUTES, type PayoutEvent } from './messages.ts'
import { zPayoutRow, type PayoutRow } from './resource.ts'

const idle = { dueAt: null, work: 'none' } as const
const isUnapproved = ({ approvalRule, approvedBy }: PayoutRow) =>
  approvalRule !== null && approvedBy.length < APPROVERS
const afterRelease = (row: PayoutRow) =>
  ({
    state:
      row.attemptKey === null
        ? isUnapproved(row)
          ? 'awaiting_approval'
          : 'scheduled'
        : row.submittedAt === null
          ? 'submitting'
          : 'submitted',
  }) as const

/** A difference of a paid payout that two people may turn into a return. */
const reportReturn = (
  row: PayoutRow,
  { field, actual }: OfType<PayoutEvent, 'PayoutDifferenceFound'>['data'],
): Partial<PayoutRow> => {
  if (row.state !== 'paid' || row.returnState === 'proposed') return {}
  const hasFailed = field === 'state' && (actual === 'failed' || actual === 'returned')
  const returned = hasFailed ? row.amountMinor : field === 'amount' ? Number(actual) : 0
  return returned > 0 && (hasFailed || returned < row.amountMinor)
    ? { returnState: 'reported', reportedReturnMinor: returned }
    : {}
}

/** One row for each payout. */
export const payoutProjection = defineProjection<PayoutRow>({
  name: 'payout',
  version: 3,
  row: zPayoutRow,
  personal: ['explanation', 'returnReason'],
  eraseTexts: withoutTexts('explanation', 'returnReason'),
  streams: ({ id }) => [formatStream('payout', id)],
  categories: ['payout'],
  keys: ({ stream }) => [idOfStream(stream)],
  fold: foldBy<PayoutRow, PayoutEvent>({
    PayoutScheduled: (_row, { data: { payoutId, ...plan } }) => ({
      id: payoutId,
      ...plan,
      state: 'scheduled',
      methodType: null,
      methodLast4: null,
      approvalRule: null,
      approvedBy: [],
      attempt: 0,
      attemptKey: null,
      providerRef: null,
      expectedArrival: null,
      submittedAt: null,
      paidAt: null,
      paidOn: null,
      returnedAt: null,
      returnedOn: null,
      failureCode: null,
      heldReason: null,
      explanation: null,
      differences: [],
      reportedReturnMinor: null,
      returnState: 'none',
      returnProposedBy: null,
      returnReason: null,
      dueAt: plan.scheduledFor,
      work: 'open',
    }),
    PayoutApprovalRequired: (row, { data }) =>
      row && { ...row, ...idle, state: 'awaiting_approval', approvalRule: data.rule },
    PayoutApproved: (row, { data }) => {
      if (row === undefined) return row
      const approvedBy = [...row.approvedBy, data.approvedBy]
      return approvedBy.length < APPROVERS
        ? { ...row, approvedBy }
        : { ...row, approvedBy, state: 'scheduled', dueAt: row.scheduledFor, work: 'open' }
    },
    PayoutSubmitting: (row, event) =>
      row && {
        ...row,
        state: 'submitting',
        attempt: event.data.attempt,
        attemptKey: event.data.attemptKey,
        methodId: event.data.method.methodId,
        methodType: event.data.method.type,
        methodLast4: event.data.method.last4,
        dueAt: occurredAtOf(event),
        work: 'open',
      },
    PayoutSubmitted: (row, event) =>
      row && {
        ...row,
        state: 'submitted',
        providerRef: event.data.providerRef,
        expectedArrival: event.data.expectedArrival,
        submittedAt: occurredAtOf(event),
        failureCode: null,
        heldReason: null,
        explanation: null,
        dueAt: addMinutes(occurredAtOf(event), LOOK_UP_AFTER_MINUTES),
        work: 'open',
      },
    PayoutPaid: (row, { data }) =>
      row && {
        ...row,
        ...idle,
        state: 'paid',
        heldReason: null,
        explanation: null,
        providerRef: data.providerRef,
        paidAt: data.paidAt,
        paidOn: data.paidOn,
      },
    PayoutFailed: (row, { data }) =>
      row && {
        ...row,
        state: 'scheduled',
        attemptKey: null,
        submittedAt: null,
        heldReason: null,
        explanation: null,
        failureCode: data.code,
        dueAt: data.retryAt,
        work: data.retryAt === null ? 'none' : 'open',
      },
    PayoutReturned: (row, { data }) =>
      row && {
        ...row,
        ...idle,
        state: 'returned',
        failureCode: data.code,
        returnedAt: data.returnedAt,
        returnedOn: data.returnedOn,
        returnState: 'none',
      },
    PayoutHeld: (row, { data }) =>
      row && { ...row, ...idle, state: 'on_hold', heldReason: data.reason, explanation: data.explanation },
    PayoutReleased: (row, event) =>
      row && {
        ...row,
        ...afterRelease(row),
        heldReason: null,
        explanation: null,
        ...(isUnapproved(row) ? idle : { dueAt: occurredAtOf(event), work: 'open' }),
      },
    PayoutCancelled: (row, { data }) =>
      row && { ...row, ...idle, state: 'cancelled', heldReason: null, explanation: data.explanation },
    PayoutReturnProposed: (row, { data }) =>
      row && { ...row, returnState: 'proposed', returnProposedBy: data.by, returnReason: data.reason },
    PayoutReturnRejected: (row) =>
      row && { ...row, returnState: 'none', returnProposedBy: null, returnReason: null },
    PayoutReturnApproved: (row) => row,
    PayoutDifferenceFound: (row, event) =>
      row && {
        ...row,
        ...reportReturn(row, event.data),
        differences: [
          ...row.differences,
          {
            field: event.data.field,
            expected: event.data.expected,
            actual: event.data.actual,
            foundAt: occurredAtOf(event),
          },
        ],
      },
  }),
})
