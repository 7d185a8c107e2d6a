import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import { RESEND_WITHIN_HOURS, type PayoutCommand, type ProviderReport } from '@hearth/contracts/payout'
import type { Log } from '@hearth/platform/telemetry/log'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { internalOf } from '../runtime/internal.ts'
import type { Outcome } from '../runtime/outcome.ts'
import { isUnapproved, payoutFold } from './payout.state.ts'
import type { Flight, PlannedPayout } from './payout.state.ts'
import type { Payee, PayoutProvider } from './provider.ts'

export type SendingOptions = Readonly<{
  handler: Pick<CommandHandler, 'handle' | 'view'>
  provider: PayoutProvider
  /** Whom a method pays; undefined when its number is gone. */
  readPayee: (hostAccountId: string, vaultRef: string) => Promise<Payee | undefined>
  /** Before the bank is asked after a payout. */
  onLookUp?: (payoutId: string) => Promise<void>
  now: () => Instant
  log: Log
}>

type Sent = PlannedPayout & Readonly<{ flight: Flight }>

/**
 * Takes payouts as far as they can go now. Safe to run twice at once and to be killed anywhere
 * (docs/domain/payout.md#sending).
 */
export const createSending = ({
  handler,
  provider,
  readPayee,
  onLookUp = async () => undefined,
  now,
  log,
}: SendingOptions) => {
  const send = (payoutId: string, command: PayoutCommand, commandId: string): Promise<Outcome> =>
    handler.handle(
      internalOf(
        { kind: 'command', commandId, id: payoutId, ...command },
        { correlationId: deriveId('payout', payoutId) },
      ),
    )

  const done = (outcome: Outcome, what: string) => {
    // Whatever the reason, the next look finds the payout as it is.
    if (outcome.kind === 'rejected') throw new Error(`${what}: ${outcome.code} ${outcome.detail}`)
  }

  /** `eventId`: of what the provider sent by itself; told twice it counts once. */
  const record = async (payoutId: string, report: ProviderReport, eventId?: string): Promise<Outcome> =>
    send(
      payoutId,
      { type: 'RecordProviderReport', data: report },
      eventId === undefined ? newId() : deriveId('provider-event', eventId, payoutId),
    )

  const reportOn = (
    { amountMinor, currency, flight }: Sent,
    result: ProviderReport['result'],
    more: Partial<ProviderReport> = {},
  ): ProviderReport => ({
    attemptKey: flight.attemptKey,
    result,
    providerRef: flight.providerRef ?? flight.attemptKey,
    amountMinor,
    currency,
    at: now(),
    code: null,
    expectedArrival: null,
    ...more,
  })

  const pay = async (payoutId: string, state: Sent, first: boolean): Promise<void> => {
    const { hostAccountId, amountMinor, currency, flight } = state
    const payee = await readPayee(hostAccountId, flight.method.vaultRef)
    if (payee === undefined) {
      // Only what was never sent may be called failed by ourselves.
      if (first)
        done(
          await record(payoutId, reportOn(state, 'failed', { code: 'invalid_account' })),
          'without a number',
        )
      else log.error({ payoutId }, 'payouts: the number is gone and the outcome is not known')
      return
    }
    const answer = await provider.pay({ attemptKey: flight.attemptKey, amountMinor, currency, payee })
    if (answer.kind === 'unknown')
      return log.warn({ payoutId, why: answer.why }, 'payouts: the outcome is not known; it is looked up')
    const { expectedArrival, ...taken } =
      answer.kind === 'accepted'
        ? { expectedArrival: answer.expectedArrival, providerRef: answer.providerRef }
        : { expectedArrival: null }
    done(
      await record(
        payoutId,
        answer.kind === 'accepted'
          ? reportOn(state, 'accepted', { ...taken, expectedArrival })
          : reportOn(state, 'failed', { code: answer.code }),
      ),
      'answer',
    )
  }

  const lookUp = async (payoutId: string, state: Sent): Promise<void> => {
    const { flight } = state
    await onLookUp(payoutId)
    const answer = await provider.lookUp(flight.attemptKey)
    if (answer.kind === 'unknown')
      return log.warn({ payoutId, why: answer.why }, 'payouts: the bank did not answer the query')
    if (answer.kind === 'found') return done(await record(payoutId, answer.report), 'look-up')
    if (answer.kind === 'failed')
      return done(await record(payoutId, reportOn(state, 'failed', { code: answer.code })), 'look-up')
    // Absence is proven; the key is still remembered should the first message be on its way.
    if (flight.providerRef === null && now() < addHours(flight.since, RESEND_WITHIN_HOURS))
      return pay(payoutId, state, false)
    done(
      await send(
        payoutId,
        { type: 'RecordUnknownOutcome', data: { attemptKey: flight.attemptKey } },
        newId(),
      ),
      'unknown outcome',
    )
  }

  const stateOf = async (payoutId: string) => (await handler.view(payoutFold, payoutId, 0)).state

  return {
    record,
    /**
     * One step with the provider, or none when the payout waits for people, for its time, or for nothing any
     * more.
     */
    advance: async (payoutId: string): Promise<void> => {
      const state = await stateOf(payoutId)
      if (state.status !== 'planned') return
      const { flight } = state
      if (flight !== null) return lookUp(payoutId, { ...state, flight })
      if (isUnapproved(state) || now() < state.dueAt) return
      const outcome = await send(
        payoutId,
        { type: 'SubmitPayout', data: {} },
        deriveId('submit-payout', payoutId, String(state.attempts + 1), state.dueAt),
      )
      if (outcome.kind === 'rejected')
        return log.info({ payoutId, code: outcome.code }, 'payouts: not sent now')
      const locked = await stateOf(payoutId)
      if (locked.status !== 'planned' || locked.flight === null) return
      const sent = { ...locked, flight: locked.flight }
      // Somebody else may have the lock, and may have sent: then the provider is asked first.
      return outcome.kind === 'accepted' && outcome.events.includes('PayoutSubmitting')
        ? pay(payoutId, sent, true)
        : lookUp(payoutId, sent)
    },
  }
}
export type Sending = ReturnType<typeof createSending>
