import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { to } from '../data/paths.ts'
import { useText } from '../i18n/text.ts'
import { formatDayLong, wallClock } from '../ui/localDate.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useNow } from '../ui/useNow.ts'
import { EventsReport } from './EventsReport.tsx'
import { ProjectionsReport } from './ProjectionsReport.tsx'
import { RecordReport } from './RecordReport.tsx'
import { TraceReport } from './TraceReport.tsx'
import styles from './Reports.module.css'

const reports = { projections: ProjectionsReport, events: EventsReport, trace: TraceReport, record: RecordReport } as const satisfies Record<string, () => ReactNode>
type ReportName = keyof typeof reports
const names = Object.keys(reports) as ReportName[]
const isReport = (text: string | null): text is ReportName => text !== null && Object.hasOwn(reports, text)

/** One address for all of them: the query says which report, and the whole of its state. */
const ReportsPage = () => {
  const t = useText()
  const [search] = useSearchParams()
  const now = useNow(10_000)
  const asked = search.get('report')
  const name = isReport(asked) ? asked : 'projections'
  const Report = reports[name]
  const { date, time } = wallClock(now, 'UTC')
  return (
    <>
      <PageHeader title={t(`internal.report.${name}`)} detail={`${formatDayLong(date)}, ${t('internal.utc', { time })}`} />
      <nav className={styles['tabs']} aria-label={t('internal.reports')} data-print="hide">
        {names.map((each) => <Link key={each} to={to.reports({ report: each })} aria-current={each === name ? 'page' : undefined}>{t(`internal.report.${each}`)}</Link>)}
      </nav>
      <Report />
    </>
  )
}
export default ReportsPage
