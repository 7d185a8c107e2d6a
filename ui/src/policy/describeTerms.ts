import type { CancellationTerms } from '@hearth/contracts/policy'
import type { Text } from '../i18n/text.ts'

/** A cancellation policy in short lines, so that two versions of it can be compared line by line. */
export const describeTerms = (terms: CancellationTerms, t: Text): string[] => {
  const tiers = terms.tiers.map(({ minHours, nightsBps, withinHoursOfBooking }) => {
    const line = t(nightsBps === 10_000 ? 'policy.terms.all' : 'policy.terms.share', {
      share: nightsBps / 100,
      hours: minHours,
    })
    return withinHoursOfBooking === undefined
      ? line
      : t('policy.terms.ofBooking', { line, hours: withinHoursOfBooking })
  })
  const { last, grace, inviteOnly, longTerm } = terms
  return [
    ...tiers,
    last.kind === 'keep-nights'
      ? t('policy.terms.keep', { nights: last.leadNights, share: last.unspentBps / 100 })
      : last.bps > 0
        ? t('policy.terms.last', { share: last.bps / 100 })
        : t('policy.terms.nothing'),
    ...(grace
      ? [t('policy.terms.grace', { hours: grace.withinHours, before: grace.confirmedHoursBefore })]
      : []),
    ...(inviteOnly ? [t('policy.terms.inviteOnly')] : []),
    ...(longTerm ? [t('policy.terms.longTerm')] : []),
  ]
}

/** The lines of a version that the one before doesn't have, those that it no longer has, and the others. */
export const compareTerms = (before: CancellationTerms | null, after: CancellationTerms, t: Text) => {
  const [was, is] = [before === null ? [] : describeTerms(before, t), describeTerms(after, t)]
  return {
    removed: was.filter((line) => !is.includes(line)),
    added: is.filter((line) => !was.includes(line)),
    kept: is.filter((line) => was.includes(line)),
  }
}
