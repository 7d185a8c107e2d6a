import { Link } from 'react-router-dom'
import { TableFooter } from '../../components/list/TableFooter.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { ListedIncident } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { AcknowledgeClock } from '../AcknowledgeClock.tsx'
import { IncidentStatus } from '../IncidentStatus.tsx'
import { readSeverity } from '../severity.ts'
import styles from './IncidentList.module.css'

/** The list on a phone: one card each. */
export const IncidentCards = ({ rows }: { rows: readonly ListedIncident[] }) => {
  const t = useText()
  const listings = useListings(rows.map(({ listingId }) => listingId))
  return (
    <>
      <ul className={styles['cards']}>
        {rows.map(({ id, category, listingId, severity, status, acknowledgeBy }) => (
          <li key={id}>
            <Link className={styles['card']} data-row to={to.incident(id)}>
              <span className={styles['row']}>
                <b className="clip">{t(`incident.category.${category}`)}</b>
                <IncidentStatus status={status} />
              </span>
              <span className="q clip">{listings.get(listingId)?.title}</span>
              <span className={severity <= 2 ? 'num bad-ink' : 'num'}>
                {t(`incident.severity.${readSeverity({ severity })}`)}
              </span>
              <span className="small">
                <AcknowledgeClock dueAt={acknowledgeBy} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles['pages']}>
        <TableFooter />
      </div>
    </>
  )
}
