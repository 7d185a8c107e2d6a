import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { Button } from '@mui/material'
import { formatInstant, formatRange, formatReaderInstant } from '../components/dates/localDate.ts'
import { useNow } from '../components/dates/useNow.ts'
import { Icon } from '../components/display/icons.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { Card } from '../components/layout/Card.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useText } from '../i18n/text.ts'
import styles from './Report.module.css'
import { useAskers, useDownload, useReportFiles, type ReportFile } from './useReportFiles.ts'

type Props = Readonly<{ row: ReportFile; zone: string; nameOf: (userId: string) => string }>

const MEGABYTE = 1_000_000
const formatSize = (bytes: number): string =>
  bytes >= MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1_000))} kB`

/** The longest files are ready within minutes; the job of one that fails is repeated until it succeeds. */
const SLOW_AFTER_MS = 15 * MINUTE_MS

/** Says that an unfinished file is late. */
const Late = ({ row: { requestedAt } }: { row: ReportFile }) => {
  const t = useText()
  const isLate = useNow(MINUTE_MS) - Date.parse(requestedAt) > SLOW_AFTER_MS
  return isLate ? <small>{t('hostReport.files.late')}</small> : null
}

const State = ({ row: { state, rows, failure } }: { row: ReportFile }) => {
  const t = useText()
  if (state === 'failed')
    return (
      <StatusChip tone="bad">
        {t(failure === 'LIMIT_EXCEEDED' ? 'hostReport.files.tooLong' : 'hostReport.files.failed')}
      </StatusChip>
    )
  return (
    <StatusChip tone="info">
      {state === 'waiting' || rows === 0
        ? t('hostReport.files.waiting')
        : t('hostReport.files.making', { smart_count: rows })}
    </StatusChip>
  )
}

/** What a file has, and who took it last. */
const Details = ({ row, zone, nameOf }: Props) => {
  const t = useText()
  const last = row.downloads.at(-1)
  return (
    <>
      <small className="num">
        {t('hostReport.files.ready', {
          smart_count: row.rows,
          size: formatSize(row.bytes ?? 0),
          until: formatReaderInstant(row.expiresAt ?? ''),
        })}
      </small>
      {last !== undefined && (
        <small className="num">
          {t('hostReport.files.downloaded', { name: nameOf(last.by), at: formatInstant(last.at, zone) })}
        </small>
      )}
    </>
  )
}

const Download = ({ row, name }: { row: ReportFile; name: string }) => {
  const t = useText()
  const { mutate, isPending, error } = useDownload(row)
  const format = row.format.toUpperCase()
  return (
    <>
      <ProblemText error={error} />
      <Button
        size="small"
        loading={isPending}
        aria-label={t('hostReport.files.downloadOf', { format, name })}
        onClick={() => mutate()}
      >
        <Icon name="download" size={16} />
        {format}
      </Button>
    </>
  )
}

const FileRow = ({ row, zone, nameOf }: Props) => {
  const t = useText()
  const name = `${t(`hostReport.types.${row.type}.title`)}, ${formatRange(row.from, row.to)}`
  const at = (instant: string) => formatInstant(instant, zone)
  return (
    <li className={styles['file']}>
      <span>
        <b>{name}</b>
        <small className="num">
          {t('hostReport.files.askedBy', { name: nameOf(row.requestedBy), at: at(row.requestedAt) })}
          {row.asOf < row.requestedAt && `, ${t('hostReport.files.asOf', { at: at(row.asOf) })}`}
        </small>
        {row.state === 'ready' && <Details row={row} zone={zone} nameOf={nameOf} />}
        {(row.state === 'waiting' || row.state === 'making') && <Late row={row} />}
      </span>
      {row.state === 'ready' ? <Download row={row} name={name} /> : <State row={row} />}
    </li>
  )
}

/** The files of the last 30 days, whoever of the team asked for them. */
export const FilesCard = ({ zone }: { zone: string }) => {
  const t = useText()
  const { data = [] } = useReportFiles()
  const nameOf = useAskers()
  if (data.length === 0) return null
  return (
    <Card
      label={t('hostReport.files.title')}
      title={t('hostReport.files.title')}
      note={t('hostReport.files.note')}
      className={`${styles['rows']} ${styles['kept']}`}
    >
      <ul>
        {data.map((row) => (
          <FileRow key={row.id} row={row} zone={zone} nameOf={nameOf} />
        ))}
      </ul>
    </Card>
  )
}
