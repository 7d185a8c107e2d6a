import { formatStream, idOfStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { BankLineEvent } from './messages.ts'
import { zBankLineRow, type BankLineRow } from './resource.ts'

const undecided = { payoutId: null, reason: null, proposedBy: null, proposedAt: null } as const

/** One row for each line. */
export const bankLineProjection = defineProjection<BankLineRow>({
  name: 'bank_line',
  version: 1,
  row: zBankLineRow,
  streams: ({ id }) => [formatStream('bankLine', id)],
  categories: ['bankLine'],
  keys: ({ stream }) => [idOfStream(stream)],
  personal: ['text', 'reason', 'rejectedReason'],
  fold: foldBy<BankLineRow, BankLineEvent>({
    BankLineFound: (_row, event) => {
      const { lineId, ...line } = event.data
      return {
        id: lineId,
        state: 'open',
        ...line,
        foundAt: occurredAtOf(event),
        ...undecided,
        settledBy: null,
        settledAt: null,
        rejectedReason: null,
      }
    },
    BankLineWithdrawn: (row) => row && { ...row, state: 'withdrawn' },
    BankLineSettlementProposed: (row, event) =>
      row && {
        ...row,
        state: 'proposed',
        payoutId: event.data.payoutId,
        reason: event.data.reason,
        proposedBy: event.data.by,
        proposedAt: occurredAtOf(event),
        rejectedReason: null,
      },
    BankLineSettlementRejected: (row, { data }) =>
      row && { ...row, ...undecided, state: 'open', rejectedReason: data.reason },
    BankLineSettled: (row, event) =>
      row && { ...row, state: 'settled', settledBy: event.data.by, settledAt: occurredAtOf(event) },
  }),
})
