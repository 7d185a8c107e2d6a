import { useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import { Card } from '../components/layout/Card.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import type { ListedIncident } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { useSees } from '../session/session.ts'
import styles from './IncidentCard.module.css'

const SHOWN = 10

type Props = Readonly<{ filter: Readonly<{ bookingId: string }> | Readonly<{ listingId: string }> }>

/** The incidents of a stay or a listing, the last first; nothing where there is none. */
export const IncidentCard = ({ filter }: Props) => {
  const t = useText()
  const enabled = useSees('incident.read')
  const { data = [], total } = useGetList<ListedIncident>(
    'incidents',
    { pagination: { page: 1, perPage: SHOWN }, sort: { field: 'reportedAt', order: 'DESC' }, filter },
    { enabled },
  )
  if (data.length === 0) return null
  return (
    <Card title={t('app.incidents.title')} note={total}>
      <ul className={styles['incidents']}>
        {data.map(({ id, code, severity, status }) => (
          <li key={id}>
            <Link className="link clip" to={to.incident(id)}>
              {t('app.incidents.severity', { severity })}
            </Link>
            <span className="c small num">{code}</span>
            {status !== 'resolved' && status !== 'closed' && (
              <StatusChip tone="warn">{t('app.incidents.open')}</StatusChip>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
