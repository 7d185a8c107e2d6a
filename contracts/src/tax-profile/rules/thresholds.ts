import { nominalToMinor } from '../../kernel/money.ts'
import type { PolicyBody } from '../../policy/terms.ts'

type Terms = PolicyBody<'tax'>
export type Totals = Readonly<{ grossMinor: number; payments: number }>

/** Limits of one rule; both must be passed: the amount exceeded, and the number of payments too. */
export type Threshold = Readonly<{ grossMinor: number; payments: number }>

/** The federal rule: a form is due when both limits are passed (docs/domain/tax-profile.md#thresholds). */
export const federalThreshold = ({ federal1099K }: Terms): Threshold => ({
  grossMinor: nominalToMinor(federal1099K.grossNominal, 'USD'),
  payments: federal1099K.payments,
})
/** The rule of a state that has one of its own; undefined: it follows the federal rule. */
export const stateThreshold = ({ states }: Terms, state: string | null): Threshold | undefined => {
  const own = state === null ? undefined : states[state]
  return own && { grossMinor: nominalToMinor(own.grossNominal, 'USD'), payments: own.payments }
}

export const isFederalDue = (terms: Terms, { grossMinor, payments }: Totals): boolean => {
  const limit = federalThreshold(terms)
  return grossMinor > limit.grossMinor && payments > limit.payments
}
/** A state's copy is due from its amount on, with at least its number of payments. */
export const isStateDue = (terms: Terms, state: string | null, totals: Totals): boolean => {
  const limit = stateThreshold(terms, state)
  return limit !== undefined && totals.grossMinor >= limit.grossMinor && totals.payments >= limit.payments
}
