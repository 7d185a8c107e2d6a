import { reimbursements } from '@hearth/contracts/reimbursement'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { createModel, createScope } from '../runtime/model.ts'
import { readOne } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'

const model = createModel(reimbursements)

/** Whether the reader finds the file in a claim (docs/domain/reimbursement.md#evidence). */
export const isEvidence = async (
  sources: Sources,
  principal: Principal,
  { id, reimbursementId }: Readonly<{ id: string; reimbursementId: string }>,
): Promise<boolean> => {
  if (!maySee(principal, 'reimbursement.read') || !maySee(principal, 'reimbursement.texts')) return false
  const claim = await readOne(sources.db, model, createScope(principal), reimbursementId)
  const evidence: unknown = claim?.['evidence']
  return Array.isArray(evidence) && evidence.some((file: Readonly<{ fileId?: string }>) => file.fileId === id)
}
