import { useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { ListedIncident } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { IncidentStatus } from '../IncidentStatus.tsx'
import styles from './Report.module.css'

const SHOWN = 5

/** The incidents that were reported last, with the way to all of them. */
export const YourReports = () => {
  const t = useText()
  const { data = [] } = useGetList<ListedIncident>('incidents', {
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: 'reportedAt', order: 'DESC' },
    filter: {},
  })
  const listings = useListings(data.map(({ listingId }) => listingId))
  return (
    <Card title={t('incident.report.yours')}>
      {data.length === 0 ? (
        <p className={`q ${styles['pad']}`}>{t('incident.report.none')}</p>
      ) : (
        <ul className={styles['yours']}>
          {data.map(({ id, category, listingId, reportedAt, status }) => (
            <li key={id}>
              <Link className="link" to={to.incident(id)}>
                {t(`incident.category.${category}`)}, {listings.get(listingId)?.title}
              </Link>
              <span className="small c num">{formatReaderInstant(reportedAt)}</span>
              <IncidentStatus status={status} />
            </li>
          ))}
          <li>
            <LinkButton to={to.incidents()}>{t('incident.toList')}</LinkButton>
          </li>
        </ul>
      )}
    </Card>
  )
}
