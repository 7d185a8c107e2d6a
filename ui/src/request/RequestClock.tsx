import type { RequestKind } from '@hearth/contracts/request'
import { Deadline } from '../components/dates/Deadline.tsx'
import { readUrgency, type Urgency } from '../components/dates/urgency.ts'
import { useFormatDeadline, useTimeLeft } from '../components/dates/useDeadline.ts'
import type { ListedRequest } from '../data/records/records.ts'
import { useText, type TextKey } from '../i18n/text.ts'
import { useCan } from '../session/session.ts'

const INK: Readonly<Record<Urgency, string | undefined>> = {
  bad: 'bad-ink',
  warn: 'warn-ink',
  calm: undefined,
}

/** What is due at the deadline, while the host has to act. */
const WORDS: Readonly<Record<RequestKind, TextKey>> = {
  booking_request: 'request.left',
  alteration: 'request.left',
  refund_waiver: 'request.left',
  expense_approval: 'request.left',
  service: 'request.closesIn',
}

const Running = ({ dueAt, text }: { dueAt: string; text: TextKey }) => {
  const t = useText()
  const format = useFormatDeadline()
  const left = useTimeLeft(dueAt)
  if (left === 0)
    return (
      <time dateTime={dueAt} className="num bad-ink">
        {t('request.over', { at: format(dueAt) })}
      </time>
    )
  return (
    <span className={INK[readUrgency(left)]}>
      <Deadline instant={dueAt} text={text} />
    </span>
  )
}

/**
 * How long is left on the reader’s clock, and until when; nothing where nothing is due. Staff see that a
 * deadline of theirs was missed also afterwards.
 */
export const RequestClock = ({
  request: { dueAt, awaiting, kind, acknowledgedInTime },
}: {
  request: Pick<ListedRequest, 'dueAt' | 'awaiting' | 'kind' | 'acknowledgedInTime'>
}) => {
  const t = useText()
  const works = useCan('request.work')
  if (dueAt === null)
    return works && awaiting === 'operations' && acknowledgedInTime === false ? (
      <span className="bad-ink">{t('request.acknowledgedLate')}</span>
    ) : null
  if (awaiting === 'guest') return <Running dueAt={dueAt} text="request.left" />
  const waiting = works ? 'request.acknowledgeIn' : 'request.acknowledgedIn'
  return <Running dueAt={dueAt} text={awaiting === 'host' ? WORDS[kind] : waiting} />
}
