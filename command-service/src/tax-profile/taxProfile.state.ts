import {
  evolveTaxProfile,
  NO_TAX_PROFILE,
  type TaxProfile,
  type TaxProfileEvent,
} from '@hearth/contracts/tax-profile'
import type { Fold } from '../runtime/decider.ts'

export const taxProfileFold: Fold<TaxProfile, TaxProfileEvent> = {
  category: 'taxProfile',
  initial: NO_TAX_PROFILE,
  evolve: evolveTaxProfile,
}
