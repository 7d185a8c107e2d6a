import type { ReportDefinition } from '../kernel/report.ts'
import { humanCode } from '../kernel/ids.ts'
import { earnedAt, ledgerEntries, ledgerKindOf } from '../ledger/index.ts'
import { ledgerEntryProjection } from '../ledger/projections.ts'
import { payouts } from '../payout/index.ts'
import { payoutProjection } from '../payout/projections.ts'
import { reimbursements } from '../reimbursement/index.ts'
import { reimbursementProjection } from '../reimbursement/projections.ts'
import type { Projection } from '../kernel/projection.ts'
import { amount, count, day, instant, isWithin, money, number, text, words } from './definition.ts'

export const payoutReport: ReportDefinition = {
  resource: payouts,
  projections: [payoutProjection] as readonly Projection[],
  source: { of: 'rows', prefix: 'payout', resource: payouts, orderBy: 'scheduledFor' },
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
  readRecords: ({ rowsOf }, ctx) =>
    rowsOf(payoutProjection).flatMap((row) => {
      if (!isWithin(row.paidOn ?? ctx.dayOf(row.scheduledFor), ctx)) return []
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
}

export const ledgerReport: ReportDefinition = {
  resource: ledgerEntries,
  projections: [ledgerEntryProjection] as readonly Projection[],
  source: { of: 'account', prefix: 'hostLedger', resource: ledgerEntries, openedAt: 'postedAt' },
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
  readRecords: ({ rowsOf }, ctx) =>
    rowsOf(ledgerEntryProjection).flatMap((row) => {
      const earnedOn = ctx.dayOf(earnedAt(row))
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
}

export const claimReport: ReportDefinition = {
  resource: reimbursements,
  projections: [reimbursementProjection] as readonly Projection[],
  source: { of: 'rows', prefix: 'reimbursement', resource: reimbursements, orderBy: 'openedAt' },
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
  readRecords: ({ rowsOf }, ctx) =>
    rowsOf(reimbursementProjection).flatMap((row) => {
      if (!isWithin(ctx.dayOf(row.openedAt), ctx)) return []
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
}
