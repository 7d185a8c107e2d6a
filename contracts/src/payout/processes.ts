import type { Instant, LocalDate } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import type { Currency } from '../kernel/money.ts'
import { defineProcess, reactBy, type Effect, type Job, type SystemCommand } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import { entryFrom, postEntries, describeSource } from '../ledger/rules/entries.ts'
import type { LedgerCommand } from '../ledger/messages.ts'
import type { PayoutAccountCommand } from '../payout-account/messages.ts'
import type { PayoutEvent } from './messages.ts'

/** What a payout asks of its account's ledger and bank accounts. */
export type PayoutProcessCommand = LedgerCommand | PayoutAccountCommand

/**
 * What owners are notified of by email; what is retried by itself needs no notice
 * (docs/domain/notice.md#kinds).
 */
export type PayoutNotice = 'sent' | 'failed' | 'returned' | 'held'

/** What of a payout its effects need, as long as anything may still happen to it. */
export type PayoutProcessState = Readonly<{
  hostAccountId: Id
  code: string
  methodId: Id
  currency: Currency
  amountMinor: number
}>

const advance = (payoutId: Id): Job => ({ kind: 'job', name: 'advance-payout', data: { payoutId } })
const notify = (
  { stream }: RecordedEvent,
  { hostAccountId, code }: PayoutProcessState,
  what: PayoutNotice,
  why = '',
): Job => ({
  kind: 'job',
  name: 'tell-payout',
  data: { payoutId: idOfStream(stream), hostAccountId, code, what, why },
})

/** The bank has paid: the payout's entries are settled. */
export const settleEntries = (
  accountId: Id,
  payoutId: Id,
  at: Instant,
  on: LocalDate,
): SystemCommand<LedgerCommand> => ({
  kind: 'command',
  commandId: deriveId('settle-entries', payoutId),
  type: 'SettleEntries',
  data: { accountId, payoutId, at, on },
})
/** It will never be paid: its entries go into another payout. */
export const unassignEntries = (
  accountId: Id,
  payoutId: Id,
  reason: string,
): SystemCommand<LedgerCommand> => ({
  kind: 'command',
  commandId: deriveId('unassign-entries', payoutId),
  type: 'UnassignEntries',
  data: { accountId, payoutId, reason },
})

const stopMethod = (
  { id }: RecordedEvent,
  { hostAccountId, methodId }: PayoutProcessState,
): SystemCommand<PayoutAccountCommand> => ({
  kind: 'command',
  commandId: deriveId('method-error', id),
  type: 'PlaceHold',
  id: hostAccountId,
  data: { reason: 'method_error', methodId, until: null, whatToDo: null },
})

const owedAgain = (
  event: RecordedEvent,
  { hostAccountId, currency, amountMinor, code }: PayoutProcessState,
): readonly Effect<LedgerCommand>[] => {
  const at = occurredAtOf(event)
  const entry = entryFrom(
    {
      kind: 'payout_returned',
      currency,
      availableAt: at,
      listingId: null,
      bookingId: null,
      source: describeSource(event),
      policies: [],
      text: `Payout ${code} returned by the bank`,
    },
    [{ code: 'payout', amountMinor, basis: { rule: 'stated' } }],
  )
  return entry === undefined
    ? []
    : [postEntries(event.metadata['commandId'] ?? event.id, hostAccountId, [entry], at)]
}

/** What the bank kept of a returned payout, as its own line of the host's ledger. */
const takeCharge = (
  event: RecordedEvent,
  { hostAccountId, currency, code }: PayoutProcessState,
  chargeMinor: number,
): readonly Effect<LedgerCommand>[] => {
  const at = occurredAtOf(event)
  const entry = entryFrom(
    {
      kind: 'return_charge',
      currency,
      availableAt: at,
      listingId: null,
      bookingId: null,
      source: describeSource(event),
      policies: [],
      text: `Charge of the bank for returning payout ${code}`,
    },
    [{ code: 'charge', amountMinor: -chargeMinor, basis: { rule: 'stated' } }],
  )
  // The return itself is posted for the same command, so the charge goes by its event.
  return entry === undefined ? [] : [postEntries(event.id, hostAccountId, [entry], at)]
}

/**
 * Sends payouts at their times, and keeps the host's ledger and methods in step with their outcome
 * (docs/domain/payout.md#sending, docs/domain/payout.md#failures).
 */
export const payoutProcess = defineProcess<PayoutProcessState, PayoutProcessCommand>({
  name: 'payout',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'payout' ? idOfStream(stream) : undefined),
  on: reactBy<PayoutProcessState, PayoutEvent, PayoutProcessCommand>({
    PayoutScheduled: (
      _state,
      { data: { payoutId, hostAccountId, code, methodId, currency, amountMinor, scheduledFor } },
    ) => [
      { hostAccountId, code, methodId, currency, amountMinor },
      { kind: 'timer', name: 'due', at: scheduledFor, work: advance(payoutId) },
    ],
    PayoutApproved: (state, { data }) => [state, advance(data.payoutId)],
    PayoutReleased: (state, { data }) => [state, advance(data.payoutId)],
    PayoutFailed: (state, event) => {
      const { payoutId, retryAt } = event.data
      if (retryAt !== null)
        return [state, { kind: 'timer', name: 'due', at: retryAt, work: advance(payoutId) }]
      return state === undefined
        ? [state]
        : [state, stopMethod(event, state), notify(event, state, 'failed', event.data.code)]
    },
    PayoutHeld: (state, event) =>
      state === undefined ? [state] : [state, notify(event, state, 'held', event.data.reason)],
    PayoutPaid: (state, event) =>
      state === undefined
        ? [state]
        : [
            state,
            settleEntries(state.hostAccountId, event.data.payoutId, event.data.paidAt, event.data.paidOn),
            notify(event, state, 'sent'),
          ],
    PayoutCancelled: (state, { data: { payoutId, reason } }) =>
      state === undefined
        ? [state]
        : [
            undefined,
            { kind: 'cancel', name: 'due' },
            unassignEntries(state.hostAccountId, payoutId, reason),
          ],
    PayoutReturnApproved: (state, event) =>
      state === undefined ? [state] : [state, ...takeCharge(event, state, event.data.chargeMinor)],
    PayoutReturned: (state, event) =>
      state === undefined
        ? [state]
        : [
            undefined,
            ...owedAgain(event, state),
            stopMethod(event, state),
            notify(event, state, 'returned', event.data.code),
          ],
  }),
})
