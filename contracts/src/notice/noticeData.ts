import type { RecordedEvent } from '../kernel/message.ts'
import { NOTICE_EVENTS } from './feed.ts'

type Data = Readonly<Record<string, unknown>>

/** The fields that name what a notice is about. */
const SUBJECTS = ['feedId', 'bookingId', 'threadId', 'payoutId', 'requestId', 'incidentId', 'reimbursementId']

/** Of these types only some events are worth a notice: reductions, and payouts that failed for good. */
const isWorthIt = (type: string, { amountMinor, kind, reason }: Data): boolean =>
  type === 'LedgerEntryPosted'
    ? Number(amountMinor) < 0 && kind !== 'carried_forward'
    : type !== 'PayoutCancelled' || reason === 'failed'

const pick = (data: Data, fields: readonly string[]): Data =>
  Object.fromEntries(fields.flatMap((field) => (data[field] === undefined ? [] : [[field, data[field]]])))

/** What the console's notices need of an event: what it concerns, or what it marks as read; null without a notice. */
export const noticeData = ({ type, data: all }: Pick<RecordedEvent, 'type' | 'data'>): Data | null => {
  const data = Object(all) as Data
  if (type === 'NoticesRead') return pick(data, ['until', 'noticeIds'])
  if (!Object.hasOwn(NOTICE_EVENTS, type) || !isWorthIt(type, data)) return null
  return pick(data, type === 'LedgerEntryPosted' ? [...SUBJECTS, 'amountMinor', 'currency'] : SUBJECTS)
}
