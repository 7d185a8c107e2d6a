import { Link } from 'react-router-dom'
import { GAP_DAYS, type OpenNights } from '@hearth/contracts/performance'
import { addDays, formatRange } from '../../components/dates/localDate.ts'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSees } from '../../session/session.ts'
import { useGaps, type PerformanceView } from '../usePerformance.ts'
import styles from './AheadCard.module.css'

const FIRST = 5

const Row = ({ row }: { row: OpenNights }) => {
  const t = useText()
  const opensCalendar = useSees('calendar.read')
  const content = (
    <>
      <b>{row.title}</b>
      <span className="num">{formatRange(row.start, row.end)}</span>
      <small className="num">{t('performance.ahead.nights', { smart_count: row.nights })}</small>
    </>
  )
  return (
    <li>
      {opensCalendar ? (
        <Link to={to.calendar({ from: addDays(row.start, -2) })}>{content}</Link>
      ) : (
        <span>{content}</span>
      )}
    </li>
  )
}

const List = ({ title, rows, none }: { title: string; rows: readonly OpenNights[]; none: string }) => {
  const t = useText()
  const keyOf = ({ listingId, start }: OpenNights) => `${listingId} ${start}`
  return (
    <section className={styles['part']}>
      <h3>{title}</h3>
      {rows.length === 0 && <p className="q small">{none}</p>}
      <ul>
        {rows.slice(0, FIRST).map((row) => (
          <Row key={keyOf(row)} row={row} />
        ))}
      </ul>
      {rows.length > FIRST && (
        <details>
          <summary>{t('performance.ahead.more', { count: rows.length })}</summary>
          <ul>
            {rows.slice(FIRST).map((row) => (
              <Row key={keyOf(row)} row={row} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** Nights that are still to be sold: short gaps between stays, and open weekends. */
export const AheadCard = ({ view }: { view: PerformanceView }) => {
  const t = useText()
  const query = useGaps(view)
  return (
    <Card
      title={t('performance.ahead.title')}
      note={query.data && t('performance.ahead.note', { days: GAP_DAYS, smart_count: query.data.openNights })}
    >
      <Loaded query={query} failed={t('performance.ahead.failed')} bare>
        {({ gaps, weekends }) => (
          <div className={styles['parts']}>
            <List title={t('performance.ahead.gaps')} rows={gaps} none={t('performance.ahead.noGaps')} />
            <List
              title={t('performance.ahead.weekends')}
              rows={weekends}
              none={t('performance.ahead.noWeekends')}
            />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
