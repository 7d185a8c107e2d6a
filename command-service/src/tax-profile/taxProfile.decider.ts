import type { TaxProfile, TaxProfileCommand, TaxProfileEvent } from '@hearth/contracts/tax-profile'
import type { Decider } from '../runtime/decider.ts'
import { decideAnswers } from './answering.ts'
import { decideAsking } from './asking.ts'
import { decideDocuments } from './issuing.ts'
import { decideForms } from './signing.ts'
import type { TaxProfileFacts } from './taxProfile.facts.ts'
import { taxProfileFold } from './taxProfile.state.ts'

export const taxProfile: Decider<TaxProfile, TaxProfileCommand, TaxProfileEvent, TaxProfileFacts> = {
  ...taxProfileFold,
  decide: { ...decideAnswers, ...decideForms, ...decideAsking, ...decideDocuments },
}
