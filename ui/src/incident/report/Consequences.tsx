import { isUrgent, type Severity } from '@hearth/contracts/incident'
import { Card } from '../../components/layout/Card.tsx'
import { usePolicy } from '../../data/queries/usePolicy.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useSeverityTime } from '../useSeverityTime.ts'
import styles from './Report.module.css'

type Props = Readonly<{ listing: Listing | undefined; severity: Severity | undefined }>

/** What happens when the report is sent now. */
export const Consequences = ({ listing, severity }: Props) => {
  const t = useText()
  const timeOf = useSeverityTime()
  const nights = usePolicy('incident')?.safetyHoldNights
  if (listing === undefined || severity === undefined) return null
  return (
    <Card title={t('incident.report.next')}>
      <ol className={styles['next']}>
        {isUrgent(severity) && nights !== undefined && (
          <li>
            <b>{t('incident.report.immediately')}</b>
            <p>
              {t('incident.report.held', { smart_count: nights, listing: listing.title })}{' '}
              {t('incident.report.relocates')}
            </p>
          </li>
        )}
        <li data-hot={isUrgent(severity) || undefined}>
          <b>{t('incident.report.within', { time: timeOf(severity) })}</b>
          <p>{t('incident.report.answers')}</p>
        </li>
        <li>
          <b>{t('incident.report.after')}</b>
          <p>{t('incident.report.steps')}</p>
        </li>
      </ol>
    </Card>
  )
}
