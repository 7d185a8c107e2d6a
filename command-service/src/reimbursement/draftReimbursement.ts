import type { OfType } from '@hearth/contracts/kernel/message'
import { ENDED_STATUSES, type ReimbursementCommand } from '@hearth/contracts/reimbursement'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import { reimbursementFold } from './reimbursement.state.ts'

type Drafting = Envelope<OfType<ReimbursementCommand, 'DraftReimbursement'>['data']>

/**
 * A claim comes after the last one about its stay, and has the id that follows from it. Two that begin at the same
 * moment have the same id, so one of them is refused (docs/domain/reimbursement.md#one-open-claim).
 */
export const createDraftReimbursement =
  (handler: CommandHandler) =>
  async (envelope: Drafting): Promise<Outcome> => {
    if (envelope.data.kind === 'expense') return handler.handle(envelope)
    for (let after: string | null = null; ;) {
      const next: Drafting = { ...envelope, data: { ...envelope.data, after } }
      const target = await handler.locate(next)
      if (target.kind === 'rejected') return target
      const { state, commands } = await handler.view(reimbursementFold, target.id, 0)
      const isLast =
        state.status === 'none' || !ENDED_STATUSES.includes(state.status) || commands.has(envelope.commandId)
      if (isLast) return handler.handle(next)
      after = target.id
    }
  }
