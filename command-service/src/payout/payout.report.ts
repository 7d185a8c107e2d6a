import { utcDay, type Instant } from '@hearth/contracts/kernel/dates'
import { formatAmount } from '@hearth/contracts/kernel/money'
import { formatAttemptKey, type PayoutEvent, type ProviderReport } from '@hearth/contracts/payout'
import { accept, reject, type Decision } from '../runtime/decider.ts'
import type { PayoutState } from './payout.state.ts'

type Known = Exclude<PayoutState, { status: 'none' }>
type Difference = Readonly<{
  field: 'amount' | 'currency' | 'state' | 'reference'
  expected: string
  actual: string
}>

const isOver = ({ status }: Known) => status === 'paid' || status === 'returned' || status === 'cancelled'

/** The difference between a report and the recorded payout; undefined when they agree. */
const findDifference = (
  payoutId: string,
  state: Known,
  { attemptKey, result, providerRef, amountMinor, currency }: ProviderReport,
): Difference | undefined => {
  if (amountMinor !== state.amountMinor)
    return { field: 'amount', expected: String(state.amountMinor), actual: String(amountMinor) }
  if (currency !== state.currency) return { field: 'currency', expected: state.currency, actual: currency }
  const current = attemptKey === formatAttemptKey(payoutId, state.attempts)
  const landed = !current || state.flight === null || state.status === 'cancelled'
  // A transfer that was accepted and failed later may be reported in either order.
  if (landed)
    return result === 'paid' || result === 'returned'
      ? { field: 'state', expected: 'failed', actual: result }
      : undefined
  const known =
    state.status === 'paid' || state.status === 'returned' ? state.providerRef : state.flight?.providerRef
  if (known !== null && known !== undefined && known !== providerRef)
    return { field: 'reference', expected: known, actual: providerRef }
  return result === 'failed' && (state.status === 'paid' || state.status === 'returned')
    ? { field: 'state', expected: state.status, actual: 'failed' }
    : undefined
}

/**
 * What a provider's report changes. Reports arrive twice, late and in any order; one that contradicts the
 * ledger raises a difference and puts the payout on hold, it never overwrites. `retryAt`: when a temporary
 * failure is retried.
 */
export const takeReport = (
  payoutId: string,
  state: Known,
  report: ProviderReport,
  retryAt: Instant | null,
): Decision<PayoutEvent> => {
  const { attemptKey, result, providerRef, at, expectedArrival } = report
  const n = Number(attemptKey.slice(attemptKey.lastIndexOf('-') + 1))
  if (attemptKey !== formatAttemptKey(payoutId, n) || n < 1 || n > state.attempts)
    return reject('NOT_FOUND', 'This payout doesn’t have this attempt.')
  const difference = findDifference(payoutId, state, report)
  if (difference !== undefined) {
    const { field, expected, actual } = difference
    if (state.raised.includes([field, expected, actual, providerRef].join('/'))) return accept([])
    const show = (value: string) =>
      field === 'amount' ? `${formatAmount(Number(value), state.currency)} ${state.currency}` : value
    const explanation = `The bank reports ${field} ${show(actual)}, but the ledger has ${show(expected)}.`
    return accept([
      { type: 'PayoutDifferenceFound', data: { payoutId, ...difference, providerRef } },
      ...(isOver(state) || (state.status === 'on_hold' && state.reason === 'difference')
        ? []
        : [{ type: 'PayoutHeld' as const, data: { payoutId, reason: 'difference' as const, explanation } }]),
    ])
  }
  const inFlight = state.flight !== null && attemptKey === state.flight.attemptKey
  if (!inFlight || state.status === 'cancelled' || state.status === 'returned') return accept([])
  if (state.status === 'on_hold' && state.reason === 'difference') return accept([])
  const code = report.code ?? 'rejected'
  const returned: PayoutEvent = {
    type: 'PayoutReturned',
    data: { payoutId, providerRef, code, returnedAt: at, returnedOn: utcDay(at) },
  }
  if (state.status === 'paid') return accept(result === 'returned' ? [returned] : [])
  const attempt = { payoutId, attempt: state.attempts, attemptKey }
  if (result === 'failed') {
    return accept([
      { type: 'PayoutFailed', data: { ...attempt, code, retryAt } },
      ...(retryAt === null
        ? [
            {
              type: 'PayoutCancelled' as const,
              data: {
                payoutId,
                reason: 'failed' as const,
                explanation: `The bank rejected it: ${code.replaceAll('_', ' ')}.`,
              },
            },
          ]
        : []),
    ])
  }
  const taken: readonly PayoutEvent[] =
    state.flight?.providerRef === null
      ? [{ type: 'PayoutSubmitted', data: { ...attempt, providerRef, expectedArrival } }]
      : []
  if (result === 'accepted') return accept(taken)
  const paid: PayoutEvent = {
    type: 'PayoutPaid',
    data: { payoutId, providerRef, paidAt: at, paidOn: utcDay(at) },
  }
  return accept([...taken, paid, ...(result === 'returned' ? [returned] : [])])
}
