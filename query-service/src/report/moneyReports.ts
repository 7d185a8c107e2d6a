import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import { ledgerEntries, ledgerKindOf, STAY_KINDS, type LedgerEntryRow } from '@hearth/contracts/ledger'
import { ledgerEntryProjection } from '@hearth/contracts/ledger/projections'
import { payouts } from '@hearth/contracts/payout'
import { payoutProjection } from '@hearth/contracts/payout/projections'
import { reimbursements } from '@hearth/contracts/reimbursement'
import { reimbursementProjection } from '@hearth/contracts/reimbursement/projections'
import { createModel } from '../runtime/model.ts'
import { toLocalDate } from '../runtime/zones.ts'
import {
  amount,
  count,
  day,
  defineReport,
  instant,
  isWithin,
  money,
  number,
  text,
  words,
} from './definition.ts'

export const payoutReport = defineReport({
  resource: payouts,
  projection: payoutProjection,
  source: { of: createModel(payouts), orderBy: 'scheduledFor', prefix: 'payout' },
  columns: [
    text('Payout'),
    text('State'),
    instant('Scheduled'),
    day('Paid'),
    text('Currency'),
    amount('Amount'),
    count('Entries'),
    text('Bank reference'),
    day('Returned'),
  ],
  readRecords: (all, ctx) =>
    all.flatMap((row) => {
      if (!isWithin(row.paidOn ?? toLocalDate(row.scheduledFor, ctx.timezone), ctx)) return []
      const { currency } = row
      // What was not paid, or came back, is listed and counts for nothing.
      const amountMinor = row.state === 'paid' ? row.amountMinor : 0
      const cells = [
        row.code,
        words(row.state),
        row.scheduledFor,
        row.paidOn ?? '',
        currency,
        money(row.amountMinor, currency),
        number(row.entryIds.length),
        ctx.sees('providerRef') ? (row.providerRef ?? '') : '',
        row.returnedOn ?? '',
      ]
      const rows = [{ cells, quantity: 1, currency, amountMinor }]
      return [{ key: row.id, label: row.code, listingId: null, bookingId: null, rows }]
    }),
})

/** A stay's earnings count on the day of its first night (docs/domain/ledger.md#breakdown). */
const earnedAt = ({ kind, availableAt }: LedgerEntryRow): Instant =>
  kind === STAY_KINDS[0] || kind === STAY_KINDS[1] ? addHours(availableAt, -24) : availableAt

export const ledgerReport = defineReport({
  resource: ledgerEntries,
  projection: ledgerEntryProjection,
  source: { of: 'account', prefix: 'hostLedger' },
  columns: [
    text('Entry'),
    day('Day'),
    text('Kind'),
    text('Booking'),
    text('Listing'),
    text('Currency'),
    amount('Amount'),
    instant('Available'),
    text('State'),
    day('Paid'),
    text('Cause'),
  ],
  readRecords: (all, ctx) =>
    all.flatMap((row) => {
      const earnedOn = toLocalDate(earnedAt(row), ctx.timezone)
      if (!isWithin(earnedOn, ctx)) return []
      const { currency, amountMinor, bookingId, listingId } = row
      const code = bookingId === null ? '' : humanCode('HB', bookingId)
      const kind = ledgerKindOf(row.kind).title
      const cells = [
        row.id,
        earnedOn,
        kind,
        code,
        ctx.titleOf(listingId),
        currency,
        money(amountMinor, currency),
        row.availableAt,
        words(row.state),
        row.settledOn ?? '',
        row.source.stream,
      ]
      const label = [kind, code].filter(Boolean).join(', ')
      return [
        { key: row.id, label, listingId, bookingId, rows: [{ cells, quantity: 1, currency, amountMinor }] },
      ]
    }),
})

export const claimReport = defineReport({
  resource: reimbursements,
  projection: reimbursementProjection,
  source: { of: createModel(reimbursements), orderBy: 'openedAt', prefix: 'reimbursement' },
  columns: [
    text('Claim'),
    text('Booking'),
    text('Listing'),
    text('Status'),
    instant('Opened'),
    instant('Decided'),
    text('Currency'),
    amount('Claimed'),
    amount('Approved'),
    amount('Paid'),
  ],
  readRecords: (all, ctx) =>
    all.flatMap((row) => {
      if (!isWithin(toLocalDate(row.openedAt, ctx.timezone), ctx)) return []
      const { listingId, bookingId, currency } = row
      const cells = [
        row.code,
        row.bookingCode ?? '',
        ctx.titleOf(listingId),
        words(row.status),
        row.openedAt,
        row.decidedAt ?? '',
        currency,
        money(row.claimedMinor, currency),
        money(row.approvedMinor, currency),
        money(row.paidMinor, currency),
      ]
      const rows = [{ cells, quantity: 1, currency, amountMinor: row.paidMinor }]
      return [{ key: row.id, label: row.code, listingId, bookingId, rows }]
    }),
})
