import type { BookingCommand } from '@hearth/contracts/booking'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { StepRefusedError } from '../runtime/failure.ts'
import { createInternal } from '../runtime/internal.ts'
import { bookingFold } from './booking.state.ts'
import type { RefundPort } from './refundPort.ts'

export type Refunds = Readonly<{
  /**
   * Sends every requested refund of the booking that is not settled, and records the answers. Throws
   * StepRefusedError when an answer could not be recorded.
   */
  pay: (bookingId: string, options: Readonly<{ maxAge: number; correlationId?: string }>) => Promise<void>
}>

/**
 * Refunds go through the port with one key each; the outcome is recorded by a command with one id per answer.
 */
export const createRefunds = ({
  handler,
  port,
}: Readonly<{ handler: CommandHandler; port: RefundPort }>): Refunds => {
  // One call at a time for the same refund in this process; between processes the provider's key does it.
  const underway = new Set<string>()

  const payOne = async (
    bookingId: string,
    refundId: string,
    amount: Readonly<{ amountMinor: number; currency: Currency }>,
    correlationId: string,
  ): Promise<void> => {
    const answer = await port({ refundId, bookingId, amount, idempotencyKey: refundId })
    const command: BookingCommand =
      answer.kind === 'settled'
        ? { type: 'SettleRefund', data: { refundId, providerRef: answer.providerRef } }
        : { type: 'FailRefund', data: { refundId, code: answer.code } }
    const commandId = deriveId(command.type, refundId)
    const outcome = await handler.handle(
      createInternal({ kind: 'command', commandId, id: bookingId, ...command }, { correlationId }),
    )
    if (outcome.kind === 'rejected') throw new StepRefusedError(command.type, outcome)
  }

  return {
    pay: async (bookingId, { maxAge, correlationId }) => {
      const { state } = await handler.view(bookingFold, bookingId, maxAge)
      if (state.status === 'none') return
      for (const [refundId, { amountMinor, state: refundState }] of Object.entries(state.refunds)) {
        if (refundState !== 'requested' || underway.has(refundId)) continue
        underway.add(refundId)
        try {
          await payOne(
            bookingId,
            refundId,
            { amountMinor, currency: state.money.currency },
            correlationId ?? refundId,
          )
        } finally {
          underway.delete(refundId)
        }
      }
    },
  }
}
