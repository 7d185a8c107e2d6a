import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { Link } from 'react-router-dom'
import type { Opened, OpenedRecord } from '@hearth/contracts/performance'
import { formatDay, formatDuration, wallClock } from '../../components/dates/localDate.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import styles from './Opened.module.css'

/** Where a record is shown. */
const findPath = ({ kind, id, bookingId }: OpenedRecord): string => {
  switch (kind) {
    case 'review':
      return to.review(bookingId ?? id)
    case 'answer':
      return to.thread(id)
    case 'booking_request':
      return to.request(id)
    default:
      return to.booking(bookingId ?? id)
  }
}

/** What a record counts as. */
export const describeRecord = ({ kind, hit, stars, minutes }: OpenedRecord, t: Text): string => {
  switch (kind) {
    case 'review':
      return t('performance.opened.record.stars', { smart_count: stars ?? 0 })
    case 'answer': {
      const result = t(hit ? 'performance.opened.record.inTime' : 'performance.opened.record.late')
      return minutes === null
        ? result
        : t('performance.opened.record.after', { result, time: formatDuration(minutes * MINUTE_MS) })
    }
    case 'booking_request':
      return t(hit ? 'performance.opened.record.accepted' : 'performance.opened.record.notAccepted')
    case 'completed_stay':
      return t('performance.opened.record.completed')
    case 'host_cancellation':
      return t('performance.opened.record.canceled')
  }
}

/** The reviews, answers, requests or stays that a figure counts, the newest first. */
export const OpenedRecords = ({ opened }: { opened: Opened }) => {
  const t = useText()
  return (
    <div className={styles['scroll']}>
      <table className={`${styles['stays']} ${styles['records']}`}>
        <thead>
          <tr>
            <th scope="col">{t('performance.opened.record.date')}</th>
            <th scope="col">{t('performance.opened.record.what')}</th>
            <th scope="col">{t('performance.opened.record.result')}</th>
          </tr>
        </thead>
        <tbody>
          {opened.records.map((record) => (
            <tr key={`${record.kind} ${record.id} ${record.at}`}>
              <td className="num">{formatDay(wallClock(record.at, opened.timezone).date)}</td>
              <th scope="row">
                <Link to={findPath(record)}>{t(`performance.opened.record.${record.kind}`)}</Link>
              </th>
              <td className="num">{describeRecord(record, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
