import { formatCountdown } from '../../components/dates/countdown.ts'
import { readUrgency } from '../../components/dates/urgency.ts'
import { useFormatDeadline, useTimeLeft } from '../../components/dates/useDeadline.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import styles from './RequestPage.module.css'

/** The time that is left to answer, large, and what happens afterwards. */
export const TimeLeft = ({
  kind,
  dueAt,
  place,
}: Readonly<{ kind: RequestRecord['kind']; dueAt: string; place?: string | undefined }>) => {
  const t = useText()
  const format = useFormatDeadline()
  const left = useTimeLeft(dueAt)
  return (
    <div className={styles['part']}>
      <p className={`num ${styles['clock']}`} data-tone={readUrgency(left)} role="timer">
        {formatCountdown(left)}
      </p>
      <p className="num">
        <time dateTime={dueAt}>{t('request.answerIn', { at: format(dueAt, place) })}</time>
      </p>
      <p className="small q">{t(`request.afterwards.${kind}`)}</p>
    </div>
  )
}
