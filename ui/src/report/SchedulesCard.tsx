import { Button } from '@mui/material'
import { formatInstant, monthName } from '../components/dates/localDate.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { Card } from '../components/layout/Card.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/session.ts'
import styles from './Report.module.css'
import { useAskers } from './useReportFiles.ts'
import { useChangeSchedule, useSchedules, type ReportSchedule } from './useSchedules.ts'

const Actions = ({ row, name }: { row: ReportSchedule; name: string }) => {
  const t = useText()
  const paused = row.state === 'paused'
  const toggle = useChangeSchedule(paused ? 'resume-schedule' : 'pause-schedule')
  const remove = useChangeSchedule('delete-schedule')
  const word = t(paused ? 'hostReport.monthly.resume' : 'hostReport.monthly.pause')
  return (
    <span className={styles['acts']}>
      <ProblemText error={toggle.error ?? remove.error} />
      <Button
        size="small"
        aria-label={`${word}: ${name}`}
        loading={toggle.pending}
        onClick={() => toggle.run(row.id)}
      >
        {word}
      </Button>
      <Button
        size="small"
        variant="text"
        aria-label={`${t('hostReport.monthly.delete')}: ${name}`}
        loading={remove.pending}
        onClick={() => remove.run(row.id)}
      >
        {t('hostReport.monthly.delete')}
      </Button>
    </span>
  )
}

const ScheduleRow = ({
  row,
  zone,
  nameOf,
}: {
  row: ReportSchedule
  zone: string
  nameOf: (id: string) => string
}) => {
  const t = useText()
  const session = useSession()
  const name = t(`hostReport.types.${row.type}.title`)
  const isOwn = row.scheduledBy === session?.user.id || session?.role === 'owner'
  return (
    <li className={styles['file']}>
      <span>
        <b>
          {name}{' '}
          {row.state === 'paused' && (
            <StatusChip tone="mute">
              {t(`hostReport.monthly.${row.pausedFor === 'lost_access' ? 'lostAccess' : 'paused'}`)}
            </StatusChip>
          )}
        </b>
        <small className="num">
          {t(row.state === 'paused' ? 'hostReport.monthly.onHold' : 'hostReport.monthly.next', {
            month: monthName(`${row.month}-01`),
            at: formatInstant(row.at, zone),
            name: nameOf(row.scheduledBy),
          })}
        </small>
      </span>
      {isOwn && <Actions row={row} name={name} />}
    </li>
  )
}

/** Reports that are made for each month and emailed as a link. */
export const SchedulesCard = ({ zone }: { zone: string }) => {
  const t = useText()
  const { data = [] } = useSchedules()
  const nameOf = useAskers()
  if (data.length === 0) return null
  return (
    <Card
      label={t('hostReport.monthly.title')}
      title={t('hostReport.monthly.title')}
      note={t('hostReport.monthly.note')}
      className={`${styles['rows']} ${styles['kept']}`}
    >
      <ul>
        {data.map((row) => (
          <ScheduleRow key={row.id} row={row} zone={zone} nameOf={nameOf} />
        ))}
      </ul>
    </Card>
  )
}
