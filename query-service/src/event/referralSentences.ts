import type { ReferralEvent, ReferralRule } from '@hearth/contracts/referral'
import type { SentencesOf } from './line.ts'

const RULES: Readonly<Record<ReferralRule, string>> = {
  self_referral: 'Ended without a reward: the same host is behind both accounts.',
  yearly_limit: 'Ended without a reward: you’ve had all rewards of this year.',
  stay_refunded: 'Ended without a reward: the first stay was refunded.',
}
const STAGES = {
  invited: 'The code expired before a host used it.',
  accepted: 'Ended without a reward: no home went live in time.',
  listing_live: 'Ended without a reward: no first stay in time.',
} as const

/** Every event of a referral in plain words: dates, and nothing else about the other host. */
export const referralSentences: SentencesOf<ReferralEvent> = {
  ReferralInvited: ({ code, email, terms: { rewardMinor, currency } }) => ({
    text: email === null ? `Link created with the code ${code}.` : `Invitation sent with the code ${code}.`,
    amountMinor: rewardMinor,
    currency,
  }),
  ReferralAccepted: ({ qualifyBy }) => ({
    text: `The host joined. Their first guest must leave before ${qualifyBy}.`,
  }),
  ReferralListingLive: () => ({ text: 'The host’s first home went live.' }),
  ReferralQualified: ({ rewardAt }) => ({
    text: `The first guest left. The reward is due on ${rewardAt}.`,
  }),
  ReferralRewarded: ({ rewardMinor: amountMinor, currency }) => ({
    text: 'The reward was added to your earnings.',
    amountMinor,
    currency,
  }),
  ReferralExpired: ({ stage }) => ({ text: STAGES[stage] }),
  ReferralRejected: ({ rule }) => ({ text: RULES[rule] }),
  ReferralClawedBack: ({ cause, rewardMinor, currency }) => ({
    text:
      cause === 'refund'
        ? 'The reward was taken back: the first stay was refunded.'
        : 'The reward was taken back: the payment of the first stay was charged back.',
    amountMinor: -rewardMinor,
    currency,
  }),
}
