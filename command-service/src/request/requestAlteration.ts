import type { OfType } from '@hearth/contracts/kernel/message'
import type { RequestCommand } from '@hearth/contracts/request'
import { bookingFold } from '../booking/booking.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import { isAlterationOver, requestFold, type AlterationState } from './request.state.ts'

type Asking = Envelope<OfType<RequestCommand, 'RequestAlteration' | 'OfferAlteration'>['data']>

/**
 * An alteration comes after the last one of its booking, and has the id that follows from it. Two that are asked
 * for at the same moment have the same id, so one of them is refused (docs/domain/request.md#alterations).
 */
export const createRequestAlteration = (handler: CommandHandler) => {
  const isOver = async (id: string, state: AlterationState): Promise<boolean> => {
    const { state: booking } = await handler.view(bookingFold, state.bookingId, 0)
    return booking.status !== 'none' && isAlterationOver(id, state, booking)
  }

  return async (envelope: Asking): Promise<Outcome> => {
    for (let after: string | null = null; ;) {
      const next: Asking = { ...envelope, data: { ...envelope.data, after } }
      const target = await handler.locate(next)
      if (target.kind === 'rejected') return target
      const { state, commands } = await handler.view(requestFold, target.id, 0)
      const isLast = state.kind !== 'alteration' || commands.has(envelope.commandId)
      if (isLast || !(await isOver(target.id, state))) return handler.handle(next)
      after = target.id
    }
  }
}
