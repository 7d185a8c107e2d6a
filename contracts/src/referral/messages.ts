import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zEmail } from '../kernel/email.ts'
import { OF_ACCOUNT, defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { deriveReferralCode, deriveReferralId } from './code.ts'
import { zReferralTerms } from './terms.ts'

/** Why a referral ends without a reward (docs/domain/referral.md#rejection). */
export const REFERRAL_RULES = ['self_referral', 'yearly_limit', 'stay_refunded'] as const
export const zReferralRule = z.enum(REFERRAL_RULES)
export type ReferralRule = z.infer<typeof zReferralRule>

/** What took the money of the qualifying stay back. */
export const zClawbackCause = z.enum(['refund', 'chargeback'])
export type ClawbackCause = z.infer<typeof zClawbackCause>

const of = { referralId: z.string() }
const reward = { hostAccountId: z.string(), rewardMinor: zMinorAmount, currency: zCurrency }
const internal = { capability: 'referral.advance', ifMatch: 'none' } as const
const nothing = z.strictObject({})

/**
 * One invitation of a host to another, from the code to the reward (docs/domain/referral.md). It belongs to
 * the account that invited, which reads all of it: nothing in it says who accepted or what they earned.
 */
export const referral = defineAggregate({
  category: 'referral',
  identify: (tenantId, _type, _data, key) => deriveReferralId(deriveReferralCode(tenantId, key)),
  events: {
    /** `emailHash` is keyed. The address itself is there to send the invitation. */
    ReferralInvited: {
      version: 1,
      schema: z.strictObject({
        ...of,
        hostAccountId: z.string(),
        code: z.string(),
        terms: zReferralTerms,
        email: z.string().nullable(),
        emailHash: z.string().nullable(),
        expiresAt: zInstant,
      }),
      personal: { email: OF_ACCOUNT },
    },
    ReferralAccepted: { version: 1, schema: z.strictObject({ ...of, qualifyBy: zInstant }) },
    ReferralListingLive: { version: 1, schema: z.strictObject(of) },
    /** The guest of the first stay that counts has left. */
    ReferralQualified: {
      version: 1,
      schema: z.strictObject({ ...of, leftAt: zInstant, rewardAt: zInstant, clawbackUntil: zInstant }),
    },
    ReferralRewarded: { version: 1, schema: z.strictObject({ ...of, ...reward }) },
    ReferralExpired: {
      version: 1,
      schema: z.strictObject({ ...of, stage: z.enum(['invited', 'accepted', 'listing_live']) }),
    },
    ReferralRejected: { version: 1, schema: z.strictObject({ ...of, rule: zReferralRule }) },
    ReferralClawedBack: { version: 1, schema: z.strictObject({ ...of, ...reward, cause: zClawbackCause }) },
  },
  commands: {
    CreateReferralInvite: {
      schema: z.strictObject({ email: zEmail.nullable().default(null) }),
      stream: { by: 'creation', account: 'caller' },
      route: { collection: 'referrals' },
      capability: 'referral.write',
      ifMatch: 'none',
    },
    /** A new account has accepted the code. */
    RecordReferralAcceptance: { ...internal, schema: nothing },
    MarkReferralListingLive: { ...internal, schema: nothing },
    QualifyReferral: { ...internal, schema: z.strictObject({ leftAt: zInstant }) },
    /** Ends with a rejection where the account has had all rewards of the year. */
    RewardReferral: { ...internal, schema: nothing },
    RejectReferral: { ...internal, schema: z.strictObject({ rule: zReferralRule }) },
    /** Before the reward, a rejection. */
    ClawbackReferral: { ...internal, schema: z.strictObject({ cause: zClawbackCause }) },
    ExpireReferral: { ...internal, schema: nothing },
  },
})
export type ReferralEvent = EventsOf<typeof referral>
export type ReferralCommand = CommandsOf<typeof referral>
