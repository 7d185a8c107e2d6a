import type { ReferralState } from '@hearth/contracts/referral'
import { browserZone, formatDay, wallClock } from '../components/dates/localDate.ts'
import { moneyText } from '../components/display/Money.tsx'
import type { Text } from '../i18n/text.ts'
import type { Tone } from '../theme/tokens.ts'
import type { Referral } from './useReferrals.ts'

/** A day on the reader's clock: a referral belongs to no place. */
export const formatReaderDay = (instant: string | null): string =>
  instant === null ? '' : formatDay(wallClock(instant, browserZone()).date)

/** The masked address that was invited, or the code of a link. */
export const nameReferral = ({ invitee, code }: Pick<Referral, 'invitee' | 'code'>, t: Text): string =>
  invitee ?? t('referral.link', { code })

export const TONES: Readonly<Record<ReferralState, Tone>> = {
  invited: 'mute',
  accepted: 'info',
  listing_live: 'info',
  qualified: 'info',
  rewarded: 'ok',
  expired: 'mute',
  rejected: 'mute',
  clawed_back: 'bad',
}

/** How many of the four steps were taken: joined, live, first stay, reward. */
export const countSteps = ({ acceptedAt, liveAt, leftAt, rewardedAt }: Referral): number =>
  [acceptedAt, liveAt ?? leftAt, leftAt, rewardedAt].filter((at) => at !== null).length

/** What happens next, or what happened last. */
export const describeNext = (row: Referral, t: Text): string => {
  const { state, leftAt, rewardedAt, endedAt, acceptedAt, rejectedFor } = row
  switch (state) {
    case 'qualified':
      return t('referral.next.qualified', { day: formatReaderDay(leftAt) })
    case 'rewarded':
      return t('referral.next.rewarded', { day: formatReaderDay(rewardedAt) })
    case 'clawed_back':
      return t('referral.next.clawed_back', {
        amount: moneyText(row.rewardMinor, row.currency),
        day: formatReaderDay(endedAt),
      })
    case 'expired':
      return t(acceptedAt === null ? 'referral.next.expiredCode' : 'referral.next.expired')
    case 'rejected':
      return t(`referral.rule.${rejectedFor ?? 'stay_refunded'}`)
    default:
      return t(`referral.next.${state}`)
  }
}

/** By when, or why. */
export const describeUntil = (row: Referral, t: Text): string => {
  const { state, expiresAt, qualifyBy, rewardAt, clawbackUntil, endedAt, clawbackCause } = row
  switch (state) {
    case 'invited':
      return t('referral.until.code', { day: formatReaderDay(expiresAt) })
    case 'accepted':
    case 'listing_live':
      return t('referral.until.stay', { day: formatReaderDay(qualifyBy) })
    case 'qualified':
      return t('referral.until.reward', { day: formatReaderDay(rewardAt) })
    case 'rewarded':
      return t('referral.until.final', { day: formatReaderDay(clawbackUntil) })
    case 'clawed_back':
      return t(`referral.cause.${clawbackCause ?? 'refund'}`)
    default:
      return t('referral.until.ended', { day: formatReaderDay(endedAt) })
  }
}

/** Whether the reward is certain, still possible or gone, in words under its amount. */
export const describeReward = ({ state, rewardAt, rewardedAt }: Referral, t: Text): string => {
  if (state === 'clawed_back') return t('referral.reward.back', { day: formatReaderDay(rewardedAt) })
  if (state === 'rewarded') return t('referral.reward.onIt', { day: formatReaderDay(rewardedAt) })
  if (state === 'qualified') return t('referral.reward.onIt', { day: formatReaderDay(rewardAt) })
  return t(isOver(state) ? 'referral.reward.none' : 'referral.reward.ifIt')
}

/** Ended without a reward that lasts. */
export const isOver = (state: ReferralState): boolean =>
  state === 'expired' || state === 'rejected' || state === 'clawed_back'
