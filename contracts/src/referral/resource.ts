import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { defineResource } from '../kernel/resource.ts'
import { zClawbackCause, zReferralRule } from './messages.ts'
import { zReferralTerms } from './terms.ts'

export const REFERRAL_STATES = [
  'invited',
  'accepted',
  'listing_live',
  'qualified',
  'rewarded',
  'expired',
  'rejected',
  'clawed_back',
] as const
export const zReferralState = z.enum(REFERRAL_STATES)
export type ReferralState = z.infer<typeof zReferralState>

/** An invitation as the host who sent it sees it: how far it is, and dates. */
export const zReferralRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  code: z.string(),
  /** The masked address that it was mailed to; null for a link. */
  invitee: z.string().nullable(),
  state: zReferralState,
  terms: zReferralTerms,
  rewardMinor: zMinorAmount,
  currency: zCurrency,
  invitedAt: zInstant,
  /** The code works until then. */
  expiresAt: zInstant,
  acceptedAt: zInstant.nullable(),
  qualifyBy: zInstant.nullable(),
  liveAt: zInstant.nullable(),
  leftAt: zInstant.nullable(),
  rewardAt: zInstant.nullable(),
  clawbackUntil: zInstant.nullable(),
  rewardedAt: zInstant.nullable(),
  rewardEntryId: z.string().nullable(),
  endedAt: zInstant.nullable(),
  rejectedFor: zReferralRule.nullable(),
  clawbackCause: zClawbackCause.nullable(),
  clawbackEntryId: z.string().nullable(),
})
export type ReferralRow = z.infer<typeof zReferralRow>

export const referrals = defineResource({
  name: 'referrals',
  table: 'referral',
  row: zReferralRow,
  capability: 'referral.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    code: 'open',
    invitee: 'referral.read',
    state: 'open',
    terms: 'open',
    rewardMinor: 'open',
    currency: 'open',
    invitedAt: 'open',
    expiresAt: 'open',
    acceptedAt: 'open',
    qualifyBy: 'open',
    liveAt: 'open',
    leftAt: 'open',
    rewardAt: 'open',
    clawbackUntil: 'open',
    rewardedAt: 'open',
    rewardEntryId: 'open',
    endedAt: 'open',
    rejectedFor: 'open',
    clawbackCause: 'open',
    clawbackEntryId: 'open',
  },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['invitedAt', 'state', 'rewardedAt'],
  defaultSort: ['invitedAt', 'DESC'],
  filter: { hostAccountId: 'equals', state: 'equals', invitedAt: 'range' },
  export: {
    code: 'Code',
    invitee: 'Invited',
    state: 'State',
    invitedAt: 'Invited at',
    acceptedAt: 'Joined at',
    qualifyBy: 'First stay by',
    rewardAt: 'Reward at',
    rewardedAt: 'Rewarded at',
    rewardMinor: 'Reward (minor units)',
    currency: 'Currency',
  },
})

/** The invitation that an account has accepted; its id is the account's. */
export const zRefereeRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  code: z.string(),
  state: z.enum(['accepted', 'counted', 'reversed']),
  terms: zReferralTerms,
  acceptedAt: zInstant,
  qualifyBy: zInstant,
  leftAt: zInstant.nullable(),
  rewardAt: zInstant.nullable(),
})
export type RefereeRow = z.infer<typeof zRefereeRow>

export const referees = defineResource({
  name: 'referees',
  table: 'referee',
  row: zRefereeRow,
  capability: 'referral.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    code: 'open',
    state: 'open',
    terms: 'open',
    acceptedAt: 'open',
    qualifyBy: 'open',
    leftAt: 'open',
    rewardAt: 'open',
  },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['acceptedAt'],
  defaultSort: ['acceptedAt', 'DESC'],
  filter: { hostAccountId: 'equals', state: 'equals' },
})
