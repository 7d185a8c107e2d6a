import { addHours, addMinutes, type Instant } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import {
  LOOK_UP_AFTER_MINUTES,
  RESEND_WITHIN_HOURS,
  type PayoutCommand,
  type ProviderReport,
} from '@hearth/contracts/payout'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Outcome } from '../runtime/outcome.ts'
import type { Flight, PlannedPayout } from './payout.state.ts'
import type { Payee, PaymentAnswer, PayoutProvider } from './provider.ts'

/** A payout that may already be with the provider. */
export type SentPayout = PlannedPayout & Readonly<{ flight: Flight }>

export type ProviderStepsOptions = Readonly<{
  provider: PayoutProvider
  /** The holder and bank account of a method; undefined once its number is deleted. */
  readPayee: (hostAccountId: string, vaultRef: string) => Promise<Payee | undefined>
  /** Called before the bank is asked about a payout. */
  onLookUp: (payoutId: string) => Promise<void>
  send: (payoutId: string, command: PayoutCommand, commandId: string) => Promise<Outcome>
  now: () => Instant
  log: Log
}>

const createReport = (
  { amountMinor, currency, flight }: SentPayout,
  at: Instant,
  answer: Pick<ProviderReport, 'result'> & Partial<ProviderReport>,
): ProviderReport => ({
  attemptKey: flight.attemptKey,
  providerRef: flight.providerRef ?? flight.attemptKey,
  amountMinor,
  currency,
  at,
  code: null,
  expectedArrival: null,
  ...answer,
})

/** Throws when the command was refused; the next attempt reads the payout's state again. */
const assertAccepted = (outcome: Outcome, step: string): void => {
  if (outcome.kind === 'rejected') throw new Error(`${step}: ${outcome.code} ${outcome.detail}`)
}

const recordReport = async (
  { send }: ProviderStepsOptions,
  payoutId: string,
  report: ProviderReport,
  step: string,
): Promise<void> =>
  assertAccepted(await send(payoutId, { type: 'RecordProviderReport', data: report }, newId()), step)

const reportAnswer = (
  answer: Exclude<PaymentAnswer, { kind: 'unknown' }>,
  state: SentPayout,
  at: Instant,
): ProviderReport =>
  answer.kind === 'accepted'
    ? createReport(state, at, {
        result: 'accepted',
        expectedArrival: answer.expectedArrival,
        providerRef: answer.providerRef,
      })
    : createReport(state, at, { result: 'failed', code: answer.code })

/** Sends a payout to the provider and records its answer. `first`: it has not been sent before. */
export const pay = async (
  options: ProviderStepsOptions,
  payoutId: string,
  state: SentPayout,
  first: boolean,
): Promise<void> => {
  const { provider, readPayee, now, log } = options
  const { hostAccountId, amountMinor, currency, flight } = state
  const payee = await readPayee(hostAccountId, flight.method.vaultRef)
  if (payee === undefined) {
    if (!first) return log.error({ payoutId }, 'payouts: the number is gone and the outcome is not known')
    // Without the provider's word, only a payout that was never sent can be recorded as failed.
    const report = createReport(state, now(), { result: 'failed', code: 'invalid_account' })
    return recordReport(options, payoutId, report, 'without a number')
  }
  const answer = await provider.pay({ attemptKey: flight.attemptKey, amountMinor, currency, payee })
  if (answer.kind === 'unknown')
    return log.warn({ payoutId, why: answer.why }, 'payouts: the outcome is not known; it is looked up')
  await recordReport(options, payoutId, reportAnswer(answer, state, now()), 'answer')
}

/** Continues after an answer without a payment: sends it again, waits, or leaves it to staff. */
const decideWithoutRecord = async (
  options: ProviderStepsOptions,
  payoutId: string,
  state: SentPayout,
  kind: 'absent' | 'no_trace',
): Promise<void> => {
  const { send, now, log } = options
  const { flight } = state
  if (kind === 'no_trace') {
    // What was handed over is recorded in our own events; silence is normal until the statement.
    if (flight.providerRef !== null) return
    if (now() < addMinutes(flight.since, LOOK_UP_AFTER_MINUTES))
      return log.warn({ payoutId }, 'payouts: there is no record of the payment yet')
  } else if (flight.providerRef === null && now() < addHours(flight.since, RESEND_WITHIN_HOURS)) {
    // The provider does not have it. Should the first message still arrive, it recognizes the key.
    return pay(options, payoutId, state, false)
  }
  const data = { attemptKey: flight.attemptKey }
  assertAccepted(await send(payoutId, { type: 'RecordUnknownOutcome', data }, newId()), 'unknown outcome')
}

/**
 * Asks the provider about a payout that may have been sent. One that has provably never reached it is sent
 * again while the provider still remembers the key. After that, and where nothing is known, staff decide.
 */
export const lookUp = async (
  options: ProviderStepsOptions,
  payoutId: string,
  state: SentPayout,
): Promise<void> => {
  const { provider, onLookUp, now, log } = options
  const { attemptKey, method } = state.flight
  await onLookUp(payoutId)
  const answer = await provider.lookUp(attemptKey, method.type)
  if (answer.kind === 'unknown')
    return log.warn({ payoutId, why: answer.why }, 'payouts: the bank did not answer the query')
  if (answer.kind === 'found') return recordReport(options, payoutId, answer.report, 'look-up')
  if (answer.kind === 'failed') {
    const report = createReport(state, now(), { result: 'failed', code: answer.code })
    return recordReport(options, payoutId, report, 'look-up')
  }
  return decideWithoutRecord(options, payoutId, state, answer.kind)
}
