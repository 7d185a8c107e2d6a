import { HOUR_MS, MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { formatCountdown } from '../components/dates/countdown.ts'
import { formatDuration } from '../components/dates/localDate.ts'
import { useFormatDeadline, useTimeLeft } from '../components/dates/useDeadline.ts'
import { useNow } from '../components/dates/useNow.ts'
import { useText } from '../i18n/text.ts'
import styles from './TimeLeft.module.css'

/** Less than this, and the time is shown as short. */
const CLOSE_MS = 8 * HOUR_MS

/** How long staff have left to act, or how late they are, and the instant. */
export const TimeLeft = ({ dueAt }: { dueAt: string }) => {
  const t = useText()
  const format = useFormatDeadline()
  const now = useNow(MINUTE_MS)
  const left = useTimeLeft(dueAt)
  return (
    <div className={styles['left']} data-tone={left === 0 ? 'bad' : left < CLOSE_MS ? 'warn' : undefined}>
      <b className="num">
        {left === 0
          ? t('today.queue.late', { time: formatDuration(now - Date.parse(dueAt)) })
          : formatCountdown(left)}
      </b>
      <time className="num" dateTime={dueAt}>
        {format(dueAt)}
      </time>
    </div>
  )
}
