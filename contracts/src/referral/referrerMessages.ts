import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'

const of = { hostAccountId: z.string(), referralId: z.string() }
const internal = { capability: 'referral.advance', ifMatch: 'none', stream: { by: 'account' } } as const
const one = z.strictObject({ referralId: zId })

/**
 * What an account has of its limits: each open invitation and each reward of a year is reserved here before
 * it is given. The stream has the account's id, so two that arrive together cannot both be the last one
 * (docs/domain/referral.md#limits).
 */
export const referrer = defineAggregate({
  category: 'referrer',
  events: {
    ReferralInviteReserved: {
      version: 1,
      schema: z.strictObject({ ...of, emailHash: z.string().nullable(), expiresAt: zInstant }),
    },
    ReferralInviteFreed: { version: 1, schema: z.strictObject(of) },
    ReferralRewardReserved: {
      version: 1,
      schema: z.strictObject({ ...of, year: z.string().regex(/^\d{4}$/) }),
    },
    ReferralRewardFreed: { version: 1, schema: z.strictObject(of) },
  },
  commands: {
    ReserveReferralInvite: {
      ...internal,
      schema: z.strictObject({ referralId: zId, emailHash: z.string().nullable() }),
    },
    FreeReferralInvite: { ...internal, schema: one },
    /** Reserves nothing where the account has had all rewards of the year. */
    ReserveReferralReward: {
      ...internal,
      schema: z.strictObject({ referralId: zId, maxRewardsPerYear: z.int().min(1) }),
    },
    FreeReferralReward: { ...internal, schema: one },
  },
})
export type ReferrerEvent = EventsOf<typeof referrer>
export type ReferrerCommand = CommandsOf<typeof referrer>
