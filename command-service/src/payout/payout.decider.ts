import { addDays, addMinutes } from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import { nominalToMinor } from '@hearth/contracts/kernel/money'
import {
  APPROVAL_NOMINAL,
  formatAttemptKey,
  isRetried,
  RETRY_MINUTES,
  STATEMENT_WAIT_DAYS,
  type ApprovalRule,
  type PayoutCommand,
  type PayoutEvent,
} from '@hearth/contracts/payout'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import type { PayoutFacts } from './payout.facts.ts'
import { takeReport } from './payout.report.ts'
import { decideReturns } from './returns.ts'
import {
  isUnapproved,
  payoutFold,
  type Flight,
  type PayoutState,
  type PlannedPayout,
} from './payout.state.ts'

const unknown = () => reject('NOT_FOUND', 'This payout doesn’t exist.')
const notNow = (detail: string) => reject('INVALID_TRANSITION', detail)
const wordsFor: Readonly<Record<Exclude<PayoutState['status'], 'none' | 'planned'>, string>> = {
  on_hold: 'on hold',
  paid: 'paid',
  returned: 'returned by the bank',
  cancelled: 'cancelled',
}
const over = (state: Exclude<PayoutState, { status: 'none' | 'planned' }>) =>
  notNow(`This payout is ${wordsFor[state.status]}.`)
const IN_FLIGHT = 'The bank is already processing this payout. Wait for its response.'

const findApprovalRule = (
  { amountMinor, currency }: Pick<PlannedPayout, 'amountMinor' | 'currency'>,
  provenMethod: boolean,
): ApprovalRule | null => {
  if (amountMinor >= nominalToMinor(APPROVAL_NOMINAL.amount, currency)) return 'amount'
  return !provenMethod && amountMinor >= nominalToMinor(APPROVAL_NOMINAL.new_method, currency)
    ? 'new_method'
    : null
}

/** What staff check before they decide about a payment that may or may not have been executed. */
const explainUnknownOutcome = ({ attemptKey, since }: Flight): string => {
  const from = since.slice(0, 10)
  const until = addDays(from, STATEMENT_WAIT_DAYS)
  return (
    'We can’t tell whether the bank has this payment. Search the statements of the paying account from ' +
    `${from} to ${until} for the reference ${attemptKey}, which banks show without dashes. If it’s there, ` +
    `don’t do anything: the payout follows the statement. Cancel only when the statement of ${until} ` +
    'has arrived and none of them has it. Release it to ask the bank again.'
  )
}

const gone = (payoutId: string, reason: 'method_changed' | 'entries_lost', explanation: string) =>
  accept<PayoutEvent>([{ type: 'PayoutCancelled', data: { payoutId, reason, explanation } }])

/**
 * One transfer for a group of ledger entries: scheduled, approved, locked, sent, reported on
 * (docs/domain/payout.md#states).
 */
export const payout: Decider<PayoutState, PayoutCommand, PayoutEvent, PayoutFacts> = {
  ...payoutFold,
  decide: {
    ...decideReturns,
    SchedulePayout: (plan, state, { id, facts }) => {
      if (state.status !== 'none') return accept([])
      const rule = findApprovalRule(plan, facts.provenMethod)
      return accept([
        { type: 'PayoutScheduled', data: { payoutId: id, code: humanCode('PO', id), ...plan } },
        ...(rule === null ? [] : [{ type: 'PayoutApprovalRequired' as const, data: { payoutId: id, rule } }]),
      ])
    },
    ApprovePayout: (_data, state, { id, actor }) => {
      if (state.status === 'none') return unknown()
      if (state.status !== 'planned') return over(state)
      if (!isUnapproved(state))
        return reject(
          'ALREADY_DECIDED',
          state.approvalRule === null
            ? 'This payout doesn’t need approval.'
            : 'Two people have already approved this payout.',
        )
      if (state.approvedBy.includes(actor.id))
        return reject(
          'FOUR_EYES_SAME_ACTOR',
          'You’ve approved this payout. A second person from finance or admin has to approve it as well.',
        )
      return accept([{ type: 'PayoutApproved', data: { payoutId: id, approvedBy: actor.id } }])
    },
    HoldPayout: ({ explanation }, state, { id }) => {
      if (state.status === 'none') return unknown()
      if (state.status !== 'planned') return over(state)
      return state.flight === null
        ? accept([{ type: 'PayoutHeld', data: { payoutId: id, reason: 'staff', explanation } }])
        : notNow(IN_FLIGHT)
    },
    ReleasePayout: (_data, state, { id, actor }) => {
      if (state.status === 'none') return unknown()
      if (state.status !== 'on_hold') return notNow('This payout isn’t on hold.')
      return accept([{ type: 'PayoutReleased', data: { payoutId: id, releasedBy: actor.id } }])
    },
    CancelPayout: ({ explanation }, state, { id }) => {
      if (state.status === 'none') return unknown()
      if (state.status === 'paid' || state.status === 'returned' || state.status === 'cancelled')
        return over(state)
      if (state.status === 'on_hold' && state.reason === 'difference')
        return notNow('The bank’s data doesn’t match the ledger. Resolve the discrepancy first.')
      // A payout whose outcome is unknown can be cancelled: staff have checked that no statement of the bank
      // has it.
      if (state.flight !== null && state.status === 'planned') return notNow(IN_FLIGHT)
      return accept([{ type: 'PayoutCancelled', data: { payoutId: id, reason: 'staff', explanation } }])
    },
    SubmitPayout: (_data, state, { id, now, facts }) => {
      if (state.status === 'none') return unknown()
      if (state.status !== 'planned') return over(state)
      if (state.flight !== null) return accept([])
      if (isUnapproved(state))
        return reject(
          'PRECONDITION_FAILED',
          'Two people from finance or admin must approve this payout first.',
        )
      if (now < state.dueAt) return notNow(`This payout is due at ${state.dueAt}.`)
      const { destination, entriesAssigned } = facts
      if (destination === null) throw new Error('Where to pay was not looked up')
      if (!entriesAssigned)
        return gone(
          id,
          'entries_lost',
          'Its entries are no longer in this payout. A new payout will include them.',
        )
      if (destination.kind === 'hold')
        return reject('ON_HOLD', destination.whatToDo, {
          holdReason: destination.reason,
          whatToDo: destination.whatToDo,
        })
      if (destination.kind === 'elsewhere')
        return gone(
          id,
          'method_changed',
          'The payout account has changed. A new payout will go to the new account.',
        )
      const attempt = state.attempts + 1
      return accept([
        {
          type: 'PayoutSubmitting',
          data: {
            payoutId: id,
            attempt,
            attemptKey: formatAttemptKey(id, attempt),
            method: destination.method,
          },
        },
      ])
    },
    RecordProviderReport: (report, state, { id, now }) => {
      if (state.status === 'none') return unknown()
      const retryAt =
        report.code !== null && isRetried(report.code)
          ? addMinutes(now, RETRY_MINUTES[Math.min(state.attempts, RETRY_MINUTES.length) - 1] ?? 1)
          : null
      return takeReport(id, state, report, retryAt)
    },
    RecordUnknownOutcome: ({ attemptKey }, state, { id }) => {
      if (state.status === 'none') return unknown()
      if (state.status !== 'planned' || state.flight?.attemptKey !== attemptKey) return accept([])
      const explanation = explainUnknownOutcome(state.flight)
      return accept([{ type: 'PayoutHeld', data: { payoutId: id, reason: 'outcome_unknown', explanation } }])
    },
  },
}
