import { REIMBURSEMENT_STEPS, type ReimbursementCommand } from '@hearth/contracts/reimbursement'
import type { ReimbursementRecord } from '../data/records/records.ts'

/** Whether the command is possible in the claim's status. */
export const isPossible = (
  { status }: Pick<ReimbursementRecord, 'status'>,
  command: ReimbursementCommand['type'],
): boolean => REIMBURSEMENT_STEPS[status].includes(command)
