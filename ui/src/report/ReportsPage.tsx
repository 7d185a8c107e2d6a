import './texts.ts'
import { Select } from '@mui/material'
import { allows, useSession } from '../session/session.ts'
import { Icon } from '../components/display/icons.tsx'
import { Field } from '../components/form/Field.tsx'
import { Card } from '../components/layout/Card.tsx'
import { ReportTabs } from '../components/layout/ReportTabs.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import type { Capability } from '@hearth/contracts/kernel/access'
import { REPORT_TYPES, type ReportType } from '@hearth/contracts/report'
import { useText } from '../i18n/text.ts'
import { FilesCard } from './FilesCard.tsx'
import { DifferenceCard } from './DifferenceCard.tsx'
import { PreviewCard } from './PreviewCard.tsx'
import styles from './Report.module.css'
import { SchedulesCard } from './SchedulesCard.tsx'
import { ReportCard } from './ReportCard.tsx'
import { useReportView, type ReportView } from './useReport.ts'

/** What opens each report besides the right to run reports. */
const OPENS: Readonly<Record<ReportType, Capability>> = {
  bookings: 'booking.read',
  nights: 'booking.money',
  payouts: 'payout.read',
  ledger: 'ledger.read',
  occupancy: 'calendar.read',
  reviews: 'review.read',
  claims: 'reimbursement.read',
  'owner-stays': 'calendar.read',
}

const useReportTypes = (): readonly ReportType[] => {
  const session = useSession()
  return REPORT_TYPES.filter((type) => allows(session, OPENS[type]))
}

const choose = (view: ReportView, report: string) => view.change({ report, difference: undefined })

/** The catalogue where there is one column. */
const Choice = ({ view }: { view: ReportView }) => {
  const t = useText()
  const types = useReportTypes()
  return (
    <div className={styles['choice']}>
      <Field label={t('hostReport.report')}>
        {({ id }) => (
          <Select
            native
            size="small"
            inputProps={{ id }}
            value={view.type}
            onChange={({ target }) => choose(view, target.value)}
          >
            {types.map((type) => (
              <option key={type} value={type}>
                {t(`hostReport.types.${type}.title`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

const Catalogue = ({ view }: { view: ReportView }) => {
  const t = useText()
  return (
    <Card title={t('hostReport.all')} className={styles['all']}>
      <ul className={styles['catalogue']}>
        {useReportTypes().map((type) => (
          <li key={type}>
            <button type="button" aria-pressed={type === view.type} onClick={() => choose(view, type)}>
              <span>
                <b>{t(`hostReport.types.${type}.title`)}</b>
                <small>{t(`hostReport.types.${type}.text`)}</small>
              </span>
              <Icon name="right" size={16} />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** `/reports`: what an account has of one kind, as of any instant, and how it has changed since. */
const ReportsPage = () => {
  const t = useText()
  const view = useReportView()
  return (
    <>
      <PageHeader title={t('hostReport.title')} />
      <ReportTabs current="reports" />
      <div className={styles['page']}>
        <Catalogue view={view} />
        <ReportCard view={view} choice={<Choice view={view} />} />
        <FilesCard zone={view.zone} />
        <SchedulesCard zone={view.zone} />
        <div className={styles['rows']}>
          {view.compares && view.asOf !== undefined ? (
            <DifferenceCard view={view} />
          ) : (
            <PreviewCard view={view} />
          )}
        </div>
      </div>
    </>
  )
}
export default ReportsPage
