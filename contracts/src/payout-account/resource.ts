import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zPayoutAccount } from './account.ts'
import { zHoldReason } from './holds.ts'

/**
 * How a host is paid, whole. `id` is the account's; an account that set nothing has no row. `methodFor` says
 * from it where money goes.
 */
export const zPayoutAccountRow = zPayoutAccount.extend({
  id: z.string(),
  /** Methods whose holder staff must check. */
  unclearHolders: z.int(),
  changedAt: zInstant,
})
export type PayoutAccountRow = z.infer<typeof zPayoutAccountRow>

export const payoutAccounts = defineResource({
  name: 'payout-accounts',
  table: 'payout_account',
  row: zPayoutAccountRow,
  capability: 'payout-account.read',
  visibility: {
    methods: 'payout-account.read',
    defaults: 'open',
    routing: 'open',
    schedule: 'open',
    minimums: 'open',
    holds: 'payout-account.read',
    everVerified: 'open',
    id: 'open',
    unclearHolders: 'open',
    changedAt: 'open',
  },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['changedAt', 'unclearHolders'],
  defaultSort: ['changedAt', 'DESC'],
  filter: { schedule: 'equals', unclearHolders: 'range' },
  screens: { finds: { unclearHolders: 'Account holders that staff check' } },
})

/**
 * One hold from its placing to its release: for the host what to do, for staff what to check. One past
 * `until` stops nothing any more.
 */
export const zPayoutHoldRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  reason: zHoldReason,
  methodId: z.string().nullable(),
  until: zInstant.nullable(),
  whatToDo: z.string(),
  state: z.enum(['open', 'released']),
  placedAt: zInstant,
  placedBy: z.string(),
  releasedAt: zInstant.nullable(),
  releasedBy: z.string().nullable(),
  why: z.string().nullable(),
})
export type PayoutHoldRow = z.infer<typeof zPayoutHoldRow>

export const payoutHolds = defineResource({
  name: 'payout-holds',
  table: 'payout_hold',
  row: zPayoutHoldRow,
  capability: 'payout-account.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    reason: 'open',
    methodId: 'open',
    until: 'open',
    whatToDo: 'payout-account.read',
    state: 'open',
    placedAt: 'open',
    placedBy: 'open',
    releasedAt: 'open',
    releasedBy: 'open',
    why: 'payout-account.read',
  },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['placedAt', 'releasedAt', 'reason', 'state'],
  defaultSort: ['placedAt', 'DESC'],
  filter: { state: 'equals', reason: 'equals', hostAccountId: 'equals' },
  screens: { orders: { placedAt: 'Payout holds' } },
  export: {
    hostAccountId: 'Account',
    reason: 'Reason',
    state: 'State',
    placedAt: 'Placed',
    until: 'Until',
    whatToDo: 'What to do',
    releasedAt: 'Released',
    why: 'Why',
  },
})
