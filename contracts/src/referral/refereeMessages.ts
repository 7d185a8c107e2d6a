import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { zReferralCode } from './code.ts'
import { zClawbackCause } from './messages.ts'
import { zReferralTerms } from './terms.ts'

const of = { hostAccountId: z.string(), referralId: z.string() }
const stay = { ...of, bookingId: z.string() }
const internal = { capability: 'referral.advance', ifMatch: 'none' } as const

/**
 * The side of the account that was invited: which code counts for it, and which stay. Its stream has the
 * account's id, so the first accepted code wins (docs/domain/referral.md#acceptance).
 */
export const referee = defineAggregate({
  category: 'referee',
  events: {
    ReferralCodeAccepted: {
      version: 1,
      schema: z.strictObject({ ...of, code: z.string(), terms: zReferralTerms, qualifyBy: zInstant }),
    },
    /** Another account had accepted the code a moment before; this one may accept another code. */
    ReferralCodeReleased: { version: 1, schema: z.strictObject(of) },
    ReferredStayCounted: {
      version: 1,
      schema: z.strictObject({ ...stay, leftAt: zInstant, rewardAt: zInstant, clawbackUntil: zInstant }),
    },
    /** Refunds or chargebacks have left less than the minimum of it. */
    ReferredStayReversed: { version: 1, schema: z.strictObject({ ...stay, cause: zClawbackCause }) },
  },
  commands: {
    AcceptReferral: {
      schema: z.strictObject({ code: zReferralCode }),
      stream: { by: 'account' },
      route: { collection: 'referrals', verb: 'accept' },
      capability: 'referral.accept',
      ifMatch: 'none',
    },
    ReleaseReferralCode: {
      ...internal,
      stream: { by: 'account' },
      schema: z.strictObject({ referralId: zId }),
    },
    /** A guest of the account has left; `keptMinor` is what of the nights was not refunded. */
    CountReferredStay: {
      ...internal,
      stream: { by: 'account' },
      schema: z.strictObject({
        bookingId: zId,
        leftAt: zInstant,
        keptMinor: zMinorAmount,
        currency: zCurrency,
      }),
    },
    ReverseReferredStay: {
      ...internal,
      stream: { by: 'account' },
      schema: z.strictObject({
        bookingId: zId,
        keptMinor: zMinorAmount,
        currency: zCurrency,
        cause: zClawbackCause,
      }),
    },
  },
})
export type RefereeEvent = EventsOf<typeof referee>
export type RefereeCommand = CommandsOf<typeof referee>
