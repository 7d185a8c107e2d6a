import { DAY_MS } from '../kernel/dates.ts'
import { idOfStream, type Message, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy, type Job, type Reaction } from '../kernel/process.ts'
import { occurredAtOf, type Row } from '../kernel/projection.ts'
import { NOTICE_EVENTS, NOTICE_TYPES, type NoticeType } from './feed.ts'

const MAILED_KINDS = ['incident', 'reimbursement', 'review', 'referral'] as const
type MailedKind = (typeof MAILED_KINDS)[number]

const OF_DISRUPTION = ['BookingDisrupted', 'DisruptionEvidenceAnswered'] as const
type OfDisruption = (typeof OF_DISRUPTION)[number]

/**
 * The notices that are also emailed from here (docs/domain/notice.md#email). A reward has an email of its own; of
 * bookings, what changes the terms of a stay is emailed.
 */
export type MailedNotice =
  | OfDisruption
  | Exclude<
      { [T in NoticeType]: (typeof NOTICE_EVENTS)[T]['kind'] extends MailedKind ? T : never }[NoticeType],
      'ReferralRewarded'
    >
const isMailed = (type: NoticeType): type is MailedNotice =>
  OF_DISRUPTION.some((of) => of === type) ||
  (type !== 'ReferralRewarded' && MAILED_KINDS.some((kind) => kind === NOTICE_EVENTS[type].kind))
export const MAILED_NOTICES: readonly MailedNotice[] = NOTICE_TYPES.filter(isMailed)

/** What an import recorded much later than it happened isn’t mailed. */
const NEWS_MS = DAY_MS

/** The deadline that the notice names, where its event has one. */
const DEADLINES = ['dueAt', 'appealBy', 'closesAt', 'acknowledgeBy'] as const

const readDeadline = (data: Readonly<Record<string, unknown>>): string =>
  DEADLINES.map((field) => data[field]).find((value) => typeof value === 'string') ?? ''

const notify = (_state: Row | undefined, event: RecordedEvent): Reaction<Row> => {
  const at = occurredAtOf(event)
  const data = event.data as Readonly<Record<string, unknown>>
  if (Date.parse(event.recordedAt) - Date.parse(at) > NEWS_MS) return [undefined]
  const { listingId } = data
  const job: Job = {
    kind: 'job',
    name: 'mail-notice',
    data: {
      hostAccountId: event.metadata['tenantId'] ?? '',
      type: event.type,
      id: idOfStream(event.stream),
      listingId: typeof listingId === 'string' ? listingId : '',
      by: event.metadata['actorId'] ?? '',
      at,
      until: readDeadline(data),
    },
  }
  return [undefined, job]
}

/** Emails members about claims, reviews, incidents and referrals (docs/domain/notice.md#email). */
export const noticeMailProcess = defineProcess({
  name: 'notice-mail',
  version: 1,
  correlate: ({ stream }) => idOfStream(stream),
  on: reactBy<Row, Message>(Object.fromEntries(MAILED_NOTICES.map((type) => [type, notify]))),
})
