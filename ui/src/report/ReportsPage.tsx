import './texts.ts'
import { allows, useSession } from '../session/session.ts'
import { Icon } from '../components/display/icons.tsx'
import { Card } from '../components/layout/Card.tsx'
import { ReportTabs } from '../components/layout/ReportTabs.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import type { Capability } from '@hearth/contracts/kernel/access'
import { REPORT_TYPES, type ReportType } from '@hearth/contracts/report'
import { useText } from '../i18n/text.ts'
import { DifferenceCard } from './DifferenceCard.tsx'
import { PreviewCard } from './PreviewCard.tsx'
import styles from './Report.module.css'
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

const Catalogue = ({ view }: { view: ReportView }) => {
  const t = useText()
  const session = useSession()
  return (
    <Card title={t('hostReport.all')}>
      <ul className={styles['catalogue']}>
        {REPORT_TYPES.filter((type) => allows(session, OPENS[type])).map((type) => (
          <li key={type}>
            <button
              type="button"
              aria-pressed={type === view.type}
              onClick={() => view.change({ report: type, difference: undefined })}
            >
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
        <div className={styles['main']}>
          <ReportCard view={view} />
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
