import { type AgreementCommand, type AgreementEvent, type AgreementState } from '@hearth/contracts/agreement'
import type { Decider } from '../runtime/decider.ts'
import { agreementFold } from './agreement.state.ts'
import type { AgreementFacts } from './agreement.facts.ts'
import { decideAmendments } from './amending.ts'
import { decideEnding } from './ending.ts'
import { decideMaking } from './making.ts'
import { decideSigning } from './signing.ts'

/** Undefined before the first document. */
export const agreement: Decider<AgreementState, AgreementCommand, AgreementEvent, AgreementFacts> = {
  ...agreementFold,
  decide: { ...decideMaking, ...decideSigning, ...decideAmendments, ...decideEnding },
}
