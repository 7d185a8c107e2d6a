import { evolveAgreement, type AgreementEvent, type AgreementState } from '@hearth/contracts/agreement'
import type { Fold } from '../runtime/decider.ts'

/** Undefined before the first document. */
export const agreementFold: Fold<AgreementState, AgreementEvent> = {
  category: 'agreement',
  initial: undefined,
  evolve: evolveAgreement,
}
