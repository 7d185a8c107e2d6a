import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import { payoutOfKey, type PayoutCommand, type ProviderReport } from '@hearth/contracts/payout'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { notFound, type Outcome } from '../runtime/outcome.ts'
import type { PaymentStatus } from './bank-files/bankDocument.ts'
import { isUnapproved, payoutFold, type PayoutState } from './payout.state.ts'
import { lookUp, pay, type ProviderStepsOptions } from './providerSteps.ts'

export type SendingOptions = Omit<ProviderStepsOptions, 'send'> &
  Readonly<{ handler: Pick<CommandHandler, 'handle' | 'view'> }>

/**
 * Takes payouts as far as they can go now. Safe to run twice at the same time, and to be killed at any point
 * (docs/domain/payout.md#sending).
 */
export const createSending = ({ handler, ...provision }: SendingOptions) => {
  const { now, log } = provision
  const send = (payoutId: string, command: PayoutCommand, commandId: string): Promise<Outcome> =>
    handler.handle(
      createInternal(
        { kind: 'command', commandId, id: payoutId, ...command },
        { correlationId: deriveId('payout', payoutId) },
      ),
    )
  const steps: ProviderStepsOptions = { ...provision, send }

  const readState = async (payoutId: string): Promise<PayoutState> =>
    (await handler.view(payoutFold, payoutId, 0)).state

  return {
    /**
     * Records a provider's report. `eventId` identifies a message of the provider, which counts only once.
     */
    record: async (payoutId: string, report: ProviderReport, eventId?: string): Promise<Outcome> =>
      send(
        payoutId,
        { type: 'RecordProviderReport', data: report },
        eventId === undefined ? newId() : deriveId('provider-event', eventId, payoutId),
      ),
    /** Records what a bank says of a payment before it is booked; its amount is the payout's own. */
    recordStatus: async ({ attemptKey, providerRef, result, code }: PaymentStatus): Promise<Outcome> => {
      const payoutId = payoutOfKey(attemptKey) ?? ''
      const state = await readState(payoutId)
      if (state.status === 'none') return notFound()
      const { amountMinor, currency } = state
      const report = { attemptKey, providerRef, result, code, amountMinor, currency, at: now() }
      const data = { ...report, expectedArrival: null }
      return send(payoutId, { type: 'RecordProviderReport', data }, newId())
    },
    /** One step with the provider; none when the payout waits for staff or for its time, or is complete. */
    advance: async (payoutId: string): Promise<void> => {
      const state = await readState(payoutId)
      if (state.status !== 'planned') return
      const { flight } = state
      if (flight !== null) return lookUp(steps, payoutId, { ...state, flight })
      if (isUnapproved(state) || now() < state.dueAt) return
      const outcome = await send(
        payoutId,
        { type: 'SubmitPayout', data: {} },
        deriveId('submit-payout', payoutId, String(state.attempts + 1), state.dueAt),
      )
      if (outcome.kind === 'rejected')
        return log.info({ payoutId, code: outcome.code }, 'payouts: not sent now')
      const locked = await readState(payoutId)
      if (locked.status !== 'planned' || locked.flight === null) return
      const sent = { ...locked, flight: locked.flight }
      // Another process may have submitted it and sent it: then the provider is asked first.
      return outcome.kind === 'accepted' && outcome.events.includes('PayoutSubmitting')
        ? pay(steps, payoutId, sent, true)
        : lookUp(steps, payoutId, sent)
    },
  }
}
export type Sending = ReturnType<typeof createSending>
