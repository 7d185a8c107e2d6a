import type { ReactNode } from 'react'
import { formatCountdown } from '../../components/dates/countdown.ts'
import { useFormatDeadline, useTimeLeft } from '../../components/dates/useDeadline.ts'
import { Progress } from '../../components/feedback/Progress.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useText, type TextKey } from '../../i18n/text.ts'
import styles from './DueCard.module.css'
import { CLOSE_MS } from './Until.tsx'

type Props = Readonly<{
  title: string
  /** When it is due, and since when the time runs. */
  dueAt: string
  since: string | null
  /** What is due; takes `at`. */
  text: TextKey
  /** What happens otherwise. */
  otherwise?: string | undefined
  /** The reader has to act. */
  urgent?: boolean
  children?: ReactNode
}>

/** The time that is left, large, until when, and what happens otherwise. */
export const DueCard = ({ title, dueAt, since, text, otherwise, urgent = false, children }: Props) => {
  const t = useText()
  const format = useFormatDeadline()
  const left = useTimeLeft(dueAt)
  const whole = since === null ? 0 : Date.parse(dueAt) - Date.parse(since)
  const share = whole > 0 ? left / whole : 0
  const tone = left === 0 ? 'bad' : urgent && left < CLOSE_MS ? 'warn' : 'ink-2'
  return (
    <Card title={title}>
      <div className={styles['due']}>
        <p className={styles['left']} data-tone={tone} role="timer">
          {left === 0 ? t('reimbursement.clock.overdue') : formatCountdown(left)}
        </p>
        <p className="num small q">
          <time dateTime={dueAt}>{t(text, { at: format(dueAt) })}</time>
        </p>
        {whole > 0 && (
          <div className={styles['bar']}>
            <Progress
              share={share}
              tone={tone}
              label={t('reimbursement.clock.share', { percent: Math.round(Math.min(1, share) * 100) })}
            />
          </div>
        )}
        {otherwise !== undefined && <p className={`small q ${styles['otherwise']}`}>{otherwise}</p>}
      </div>
      {children}
    </Card>
  )
}
