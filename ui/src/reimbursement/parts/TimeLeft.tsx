import { DAY_MS } from '@hearth/contracts/kernel/dates'
import { Deadline } from '../../components/dates/Deadline.tsx'
import { useFormatDeadline, useTimeLeft } from '../../components/dates/useDeadline.ts'
import { useText } from '../../i18n/text.ts'

/** Less than this, and the time is shown as short. */
export const CLOSE_MS = 3 * DAY_MS

const Running = ({ dueAt, urgent }: Readonly<{ dueAt: string; urgent: boolean }>) => {
  const t = useText()
  const format = useFormatDeadline()
  const left = useTimeLeft(dueAt)
  if (left === 0)
    return (
      <time dateTime={dueAt} className="num bad-ink">
        {t('reimbursement.late', { at: format(dueAt) })}
      </time>
    )
  return (
    <span className={urgent && left < CLOSE_MS ? 'bad-ink' : 'q'}>
      <Deadline instant={dueAt} text="reimbursement.left" />
    </span>
  )
}

/** How long is left and until when; `urgent` where the reader is the one who has to act. */
export const TimeLeft = ({ dueAt, urgent }: Readonly<{ dueAt: string | null; urgent: boolean }>) =>
  dueAt === null ? null : <Running dueAt={dueAt} urgent={urgent} />
