import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { withoutTexts } from '../kernel/accountTexts.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { LedgerEvent } from '../ledger/messages.ts'
import { isReduction } from '../ledger/rules/carried.ts'
import type { PayoutAccountEvent } from '../payout-account/messages.ts'
import type { PayoutEvent } from '../payout/messages.ts'
import { zNoticeRow, type NoticeRow } from './resource.ts'

const findKey = ({ stream, type, data }: RecordedEvent): string | undefined => {
  if (categoryOfStream(stream) === 'payout') return idOfStream(stream)
  const told = { type, data } as LedgerEvent | PayoutAccountEvent
  if (told.type === 'LedgerEntryPosted') return isReduction(told.data) ? told.data.entryId : undefined
  return told.type === 'HoldPlaced' || told.type === 'HoldReleased' ? told.data.holdId : undefined
}

/** The row as the event makes it a notice. */
const told = (
  row: NoticeRow | undefined,
  event: RecordedEvent,
  kind: NoticeRow['kind'],
  text = '',
): NoticeRow | undefined => row && { ...row, kind, at: occurredAtOf(event), text }

/** One row for each reduction, payout and hold; the last that happened to it counts. */
export const noticeProjection = defineProjection<NoticeRow>({
  name: 'notice',
  version: 1,
  row: zNoticeRow,
  personal: ['text'],
  eraseTexts: withoutTexts('text'),
  keys: (event) => {
    const key = findKey(event)
    return key === undefined ? [] : [key]
  },
  fold: foldBy<NoticeRow, LedgerEvent | PayoutEvent | PayoutAccountEvent>({
    LedgerEntryPosted: (_row, event) => {
      const { entryId: id, hostAccountId, amountMinor, currency, bookingId, text } = event.data
      return {
        id,
        hostAccountId,
        kind: 'money_reduced',
        at: occurredAtOf(event),
        amountMinor,
        currency,
        code: null,
        bookingId,
        text,
      }
    },
    PayoutScheduled: (_row, event) => {
      const { payoutId: id, hostAccountId, amountMinor, currency, code } = event.data
      return {
        id,
        hostAccountId,
        kind: 'none',
        at: occurredAtOf(event),
        amountMinor,
        currency,
        code,
        bookingId: null,
        text: '',
      }
    },
    PayoutPaid: (row, event) => told(row, event, 'payout_sent'),
    PayoutHeld: (row, event) =>
      told(row, event, 'payout_held', event.data.reason === 'staff' ? event.data.explanation : ''),
    PayoutReleased: (row, event) => told(row, event, 'none'),
    PayoutReturned: (row, event) => told(row, event, 'payout_failed', event.data.code),
    // A payout that is planned again immediately needs no notice.
    PayoutCancelled: (row, event) =>
      told(row, event, event.data.reason === 'failed' ? 'payout_failed' : 'none', event.data.explanation),
    HoldPlaced: (_row, event) => {
      const { holdId: id, hostAccountId, whatToDo } = event.data
      return {
        id,
        hostAccountId,
        kind: 'payouts_on_hold',
        at: occurredAtOf(event),
        amountMinor: null,
        currency: null,
        code: null,
        bookingId: null,
        text: whatToDo,
      }
    },
    HoldReleased: (row, event) => told(row, event, 'none'),
  }),
})
