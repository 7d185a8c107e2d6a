import { DAY_MS } from '@hearth/contracts/kernel/dates'
import { useFormatDeadline, useTimeLeft } from '../../components/dates/useDeadline.ts'
import { useText } from '../../i18n/text.ts'

/** Less than this, and the time is shown as short. */
export const CLOSE_MS = 3 * DAY_MS

/** Until when something is due; `urgent` where the reader is the one who has to act. */
export const Until = ({ dueAt, urgent }: Readonly<{ dueAt: string; urgent: boolean }>) => {
  const t = useText()
  const format = useFormatDeadline()
  const left = useTimeLeft(dueAt)
  return (
    <time dateTime={dueAt} className={`num ${left === 0 || (urgent && left < CLOSE_MS) ? 'bad-ink' : 'q'}`}>
      {t(left === 0 ? 'reimbursement.late' : 'reimbursement.until', { at: format(dueAt) })}
    </time>
  )
}
