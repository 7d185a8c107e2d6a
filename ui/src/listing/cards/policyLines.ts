import type { CancellationPolicyCode, CancellationTerms } from '@hearth/contracts/policy'
import type { Text } from '../../i18n/text.ts'
import '../../i18n/lazy/listings.ts'

/** Whether hosts can choose the policy: open to everyone, for short stays, not of another channel. */
export const isChoosable = (code: CancellationPolicyCode, { inviteOnly, longTerm }: CancellationTerms) =>
  !inviteOnly && !longTerm && !code.startsWith('vrbo_')

/** A cancellation policy in plain sentences, in chronological order. */
export const describePolicy = ({ grace, tiers, last }: CancellationTerms, t: Text): string[] => {
  const share = (bps: number) =>
    bps === 10_000
      ? t('listings.terms.all')
      : bps === 5_000
        ? t('listings.terms.half')
        : t('listings.terms.percent', { share: bps / 100 })
  const notice = (hours: number) =>
    hours % 24 === 0
      ? t('listings.terms.days', { smart_count: hours / 24 })
      : t('listings.terms.hours', { smart_count: hours })
  return [
    ...tiers.map(({ minHours, nightsBps, withinHoursOfBooking: hours }) =>
      hours === undefined
        ? t('listings.terms.tier', { notice: notice(minHours), share: share(nightsBps) })
        : t('listings.terms.tierBooked', { notice: notice(minHours), hours, share: share(nightsBps) }),
    ),
    last.kind === 'keep-nights'
      ? t('listings.terms.keep', { smart_count: last.leadNights, share: share(last.unspentBps) })
      : last.bps > 0
        ? t('listings.terms.share', { share: share(last.bps) })
        : t(tiers.length > 0 ? 'listings.terms.nothing' : 'listings.terms.nothingEver'),
    ...(grace
      ? [t('listings.terms.grace', { hours: grace.withinHours, days: grace.confirmedHoursBefore / 24 })]
      : []),
    t('listings.terms.always'),
  ]
}
