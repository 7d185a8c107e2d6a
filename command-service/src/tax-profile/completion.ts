import type { Instant } from '@hearth/contracts/kernel/dates'
import {
  evolveTaxProfile,
  readTaxStatus,
  TAX_PARTS,
  isMissing,
  type TaxPart,
  type TaxProfile,
  type TaxProfileEvent,
} from '@hearth/contracts/tax-profile'

type At = Readonly<{ id: string; now: Instant }>

const apply = (profile: TaxProfile, events: readonly TaxProfileEvent[], now: Instant): TaxProfile =>
  events.reduce((state, { type, data }) => evolveTaxProfile[type](state, data as never, now), profile)

/** A form whose number is being matched doesn't release payouts yet. */
const isSettled = (profile: TaxProfile, part: TaxPart): boolean =>
  !isMissing(profile, part) && (part !== 'us' || profile.form?.match === 'matched')

/** The events, and what follows from them: holds that are lifted, and the end of the request. */
export const withCompletion = (
  profile: TaxProfile,
  { id: hostAccountId, now }: At,
  events: readonly TaxProfileEvent[],
): readonly TaxProfileEvent[] => {
  const after = apply(profile, events, now)
  const lifted = TAX_PARTS.filter((part) => after.holds[part] !== null && isSettled(after, part))
  const isComplete = readTaxStatus(after) === 'complete' && readTaxStatus(profile) !== 'complete'
  return [
    ...events,
    ...lifted.map((part): TaxProfileEvent => ({ type: 'TaxHoldLifted', data: { hostAccountId, part } })),
    ...(isComplete ? [{ type: 'TaxProfileCompleted', data: { hostAccountId } } as const] : []),
  ]
}
