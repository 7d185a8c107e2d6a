import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { formatCountdown } from '../components/dates/countdown.ts'
import { Deadline } from '../components/dates/Deadline.tsx'
import { browserZone, formatDuration } from '../components/dates/localDate.ts'
import { readUrgency } from '../components/dates/urgency.ts'
import { useFormatDeadline, useTimeLeft } from '../components/dates/useDeadline.ts'
import { useNow } from '../components/dates/useNow.ts'
import { Icon } from '../components/display/icons.tsx'
import type { Thread } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { formatWhen } from './formatWhen.ts'
import styles from './ResponseClock.module.css'

type Clocked = Pick<Thread, 'dueAt' | 'answeredAfterS' | 'answeredOnTime' | 'noReplyNeeded'>
type Running = Readonly<{ dueAt: string }>

/** The time left to answer, counting down. `place`: the time zone of the listing. */
export const AnswerDeadline = ({ dueAt, place }: Running & { place: string | undefined }) => {
  const t = useText()
  const format = useFormatDeadline()
  const left = useTimeLeft(dueAt)
  return (
    <p className={styles['clock']} data-tone={readUrgency(left)}>
      <Icon name="clock" size={14} />
      {left === 0 ? (
        <time dateTime={dueAt} className="num">
          {t('thread.overdue', { at: format(dueAt, place) })}
        </time>
      ) : (
        <Deadline instant={dueAt} {...(place !== undefined && { place })} text="thread.leftToAnswer" />
      )}
    </p>
  )
}

const Short = ({ dueAt }: Running) => {
  const t = useText()
  const now = useNow(MINUTE_MS)
  const left = useTimeLeft(dueAt)
  const at = formatWhen(dueAt, browserZone(), now)
  return (
    <span className={`clip ${styles['clock']}`} data-tone={readUrgency(left)}>
      <Icon name="clock" size={14} />
      <time dateTime={dueAt} className="num clip">
        {left === 0 ? t('thread.overdue', { at }) : t('thread.left', { left: formatCountdown(left), at })}
      </time>
    </span>
  )
}

/** The same in one short line; after an answer, how long it took, or that none is needed. */
export const ResponseClock = ({ noReplyNeeded, dueAt, answeredAfterS, answeredOnTime }: Clocked) => {
  const t = useText()
  if (dueAt !== null) return <Short dueAt={dueAt} />
  if (noReplyNeeded) return <span className={styles['answered']}>{t('thread.noReply')}</span>
  if (answeredAfterS === null) return null
  return (
    <span className={`num ${styles['answered']}`}>
      {t(answeredOnTime === false ? 'thread.answeredLate' : 'thread.answered', {
        time: formatDuration(Math.max(MINUTE_MS, answeredAfterS * 1_000)),
      })}
    </span>
  )
}
