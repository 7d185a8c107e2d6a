import type { ReimbursementCommand } from '@hearth/contracts/reimbursement'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Stages } from '../runtime/pipeline.ts'
import { createDraftReimbursement } from './draftReimbursement.ts'

/** A claim begins after the last one about its stay. */
export const createReimbursementStages = (handler: CommandHandler): Stages<ReimbursementCommand> => ({
  around: { DraftReimbursement: createDraftReimbursement(handler) },
})
