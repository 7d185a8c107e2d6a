import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { defineResource } from '../kernel/resource.ts'

/**
 * What owners are notified of in the console about their money, whether or not they read email
 * (docs/domain/notice.md#money-in-the-console).
 */
export const NOTICE_KINDS = [
  'money_reduced',
  'payout_sent',
  'payout_failed',
  'payout_held',
  'payouts_on_hold',
] as const

/** `id`: the entry, payout or hold that it is about. Amounts in minor units. */
export const zNoticeRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  /** `none`: there is nothing to show, or no longer. */
  kind: z.enum([...NOTICE_KINDS, 'none']),
  at: zInstant,
  amountMinor: z.int().nullable(),
  currency: zCurrency.nullable(),
  /** The payout's code. */
  code: z.string().nullable(),
  bookingId: z.string().nullable(),
  /** Why, or what to do. */
  text: z.string(),
})
export type NoticeRow = z.infer<typeof zNoticeRow>

export const notices = defineResource({
  name: 'notices',
  table: 'notice',
  row: zNoticeRow,
  capability: 'payout-account.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    kind: 'open',
    at: 'open',
    amountMinor: 'open',
    currency: 'open',
    code: 'open',
    bookingId: 'open',
    text: 'payout-account.read',
  },
  where: { kind: NOTICE_KINDS },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['at'],
  defaultSort: ['at', 'DESC'],
  filter: { kind: 'equals', hostAccountId: 'equals', at: 'range' },
})
