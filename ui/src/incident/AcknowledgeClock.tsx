import { Deadline } from '../components/dates/Deadline.tsx'
import { useFormatDeadline, useTimeLeft } from '../components/dates/useDeadline.ts'
import { useText } from '../i18n/text.ts'
import { useCan } from '../session/session.ts'

const Running = ({ dueAt }: { dueAt: string }) => {
  const t = useText()
  const works = useCan('incident.work')
  const format = useFormatDeadline()
  const left = useTimeLeft(dueAt)
  if (left === 0)
    return (
      <time dateTime={dueAt} className="num bad-ink">
        {t('incident.late', { at: format(dueAt) })}
      </time>
    )
  return <Deadline instant={dueAt} text={works ? 'incident.acknowledgeIn' : 'incident.acknowledgedIn'} />
}

/** How long Hearth has left to acknowledge an incident; nothing once it has. */
export const AcknowledgeClock = ({ dueAt }: Readonly<{ dueAt: string | null }>) =>
  dueAt === null ? null : <Running dueAt={dueAt} />
