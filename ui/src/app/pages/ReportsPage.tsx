import { lazy, type ComponentType } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { reportTabs } from '../../navigation/pageTabs.ts'
import { to } from '../../navigation/paths.ts'
import { eventTexts } from '../../i18n/en/event.ts'
import { jobsTexts } from '../../i18n/en/jobs.ts'
import { projectionTexts } from '../../i18n/en/projection.ts'
import { reportTexts } from '../../i18n/en/report.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { Segments } from '../../components/form/Segments.tsx'
import { formatDayLong, wallClock } from '../../components/dates/localDate.ts'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { PageTabs } from '../../components/layout/PageTabs.tsx'
import { useNow } from '../../components/dates/useNow.ts'
import { AdjustmentsReport } from '../../payout/reports/AdjustmentsReport.tsx'
import { BankLinesReport } from '../../payout/reports/BankLinesReport.tsx'
import { PayoutsReport } from '../../payout/reports/PayoutsReport.tsx'
import { HoldsReport } from '../../payout-account/holds/HoldsReport.tsx'
import { OwnerChangesReport } from '../../account/owner-changes/OwnerChangesReport.tsx'
import { AuditReport } from '../../audit/AuditReport.tsx'
import { EventsReport } from '../../event/EventsReport.tsx'
import { ImpersonationsReport } from '../../impersonation/ImpersonationsReport.tsx'
import { JobsReport } from '../../jobs/JobsReport.tsx'
import { ProjectionsReport } from '../../projection/ProjectionsReport.tsx'
import { RecordReport } from '../../event/record/RecordReport.tsx'
import { TraceReport } from '../../event/trace/TraceReport.tsx'

addTexts({ event: eventTexts, jobs: jobsTexts, projection: projectionTexts, report: reportTexts })

const DisruptionsReport = lazy(() => import('../../disruption/DisruptionsReport.tsx'))
const ReconciliationReport = lazy(() => import('../../reconciliation/ReconciliationReport.tsx'))
const ReplayReport = lazy(() => import('../../policy/ReplayReport.tsx'))
const FailuresReport = lazy(() => import('../../projection/failures/FailuresReport.tsx'))
const FeedHealthReport = lazy(() => import('../../ical-feed/health/FeedHealthReport.tsx'))
const TimelineReport = lazy(() => import('../../account/timeline/TimelineReport.tsx'))
const ListingsReport = lazy(() => import('./ListingsReport.tsx'))
const TaxReport = lazy(() => import('./TaxReport.tsx'))

/** Reports that answer for the same thing; their order is that of their tabs. */
const groups = {
  system: {
    projections: ProjectionsReport,
    events: EventsReport,
    trace: TraceReport,
    record: RecordReport,
    jobs: JobsReport,
    failures: FailuresReport,
    feeds: FeedHealthReport,
  },
  money: {
    payouts: PayoutsReport,
    reconciliation: ReconciliationReport,
    bankLines: BankLinesReport,
    holds: HoldsReport,
    adjustments: AdjustmentsReport,
    taxDocuments: TaxReport,
    replay: ReplayReport,
  },
  hosts: {
    listings: ListingsReport,
    host: TimelineReport,
    owners: OwnerChangesReport,
    disruptions: DisruptionsReport,
  },
  staff: { impersonations: ImpersonationsReport, audit: AuditReport },
} as const
const reports: Readonly<Record<keyof typeof reportTabs, ComponentType>> = {
  ...groups.system,
  ...groups.money,
  ...groups.hosts,
  ...groups.staff,
}
type Group = keyof typeof groups
type ReportName = keyof typeof reports
const groupNames = Object.keys(groups) as Group[]
const namesIn = (group: Group) => Object.keys(groups[group]) as [ReportName, ...ReportName[]]
const isReport = (text: string | null): text is ReportName => text !== null && Object.hasOwn(reports, text)

/** One address for all reports: the query holds the report and its entire state. */
const ReportsPage = () => {
  const t = useText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const now = useNow(10_000)
  const asked = search.get('report')
  const name = isReport(asked) ? asked : 'projections'
  const Report = reports[name]
  const { date, time } = wallClock(now, 'UTC')
  const group = groupNames.find((each) => Object.hasOwn(groups[each], name)) ?? 'system'
  return (
    <>
      <PageHeader
        title={t(reportTabs[name].title)}
        detail={`${formatDayLong(date)}, ${t('report.utc', { time })}`}
        actions={
          <Segments
            label={t('report.groups.label')}
            options={groupNames.map((key) => ({ key, text: t(`report.groups.${key}`) }))}
            chosen={group}
            onChange={(next) => void navigate(to.reports({ report: namesIn(next)[0] }))}
          />
        }
      />
      <PageTabs
        label={t('report.label')}
        current={name}
        tabs={namesIn(group).map((each) => ({
          key: each,
          label: t(reportTabs[each].title),
          to: to.reports({ report: each }),
        }))}
      />
      <Report />
    </>
  )
}
export default ReportsPage
