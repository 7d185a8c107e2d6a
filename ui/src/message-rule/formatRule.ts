import type { RuleTerms } from '@hearth/contracts/message-rule'
import { formatTime } from '../components/dates/timeOfDay.ts'
import type { Text } from '../i18n/text.ts'

/** `3 days before check-in, at 10:00`. */
export const formatTiming = ({ trigger, time }: Pick<RuleTerms, 'trigger' | 'time'>, t: Text): string => {
  const name = t(`messageRule.triggers.${trigger}`)
  return time === null ? name : t('messageRule.at', { trigger: name, time: formatTime(time) })
}

/** `Stays of 3 nights or more · 2 listings`. */
export const formatStays = (
  { minNights, listingIds }: Pick<RuleTerms, 'minNights' | 'listingIds'>,
  t: Text,
): string =>
  [
    minNights > 1 ? t('messageRule.longStays', { smart_count: minNights }) : t('messageRule.everyStay'),
    listingIds === null
      ? t('messageRule.everywhere')
      : t('messageRule.someOf', { smart_count: listingIds.length }),
  ].join(' · ')
