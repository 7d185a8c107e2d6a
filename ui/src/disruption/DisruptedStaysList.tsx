import { Link } from 'react-router-dom'
import type { DisruptedStays } from '@hearth/contracts/disruption'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { Money } from '../components/display/Money.tsx'
import { ScrollRegion } from '../components/list/ScrollRegion.tsx'
import { formatDay } from '../components/dates/localDate.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import styles from './Disruption.module.css'
import { EvidenceList } from './EvidenceList.tsx'
import { useDisruptedStays, type ShownDisruption } from './useDisruptions.ts'

const Stays = ({ totals, stays, isInEffect }: DisruptedStays & { isInEffect: boolean }) => {
  const t = useText()
  if (stays.length === 0) return <p className="small q">{t('disruption.stays.none')}</p>
  const title = t(isInEffect ? 'disruption.stays.does' : 'disruption.stays.would')
  return (
    <ScrollRegion label={title}>
      <table className={styles['stays']}>
        <caption className="small strong">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('disruption.stays.booking')}</th>
            <th scope="col" className={styles['amount']}>
              {t('disruption.stays.guest')}
            </th>
            <th scope="col" className={styles['amount']}>
              {t('disruption.stays.host')}
            </th>
            <th scope="col" className={styles['refunded']}>
              {t('disruption.stays.refunded')}
            </th>
          </tr>
        </thead>
        <tbody>
          {stays.map((stay) => (
            <tr key={stay.bookingId}>
              <th scope="row" className="num">
                <Link
                  className="link"
                  to={to.reports({ report: 'events', stream: `booking-${stay.bookingId}` })}
                >
                  {stay.code}
                </Link>
                <span>{[stay.listingTitle, stay.hostName].filter((name) => name !== null).join(', ')}</span>
                <span className="cap c">
                  {t('disruption.nights', { from: formatDay(stay.checkIn), to: formatDay(stay.checkOut) })}
                </span>
              </th>
              <td className={styles['amount']}>
                <Money amountMinor={stay.guestTotalMinor} currency={stay.currency} />
              </td>
              <td className={styles['amount']}>
                <Money amountMinor={stay.hostPayoutMinor} currency={stay.currency} />
              </td>
              <td className={styles['refunded']}>
                <Money amountMinor={stay.refundedMinor} currency={stay.currency} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {totals.map((total) => (
            <tr key={total.currency}>
              <th scope="row">{t('disruption.stays.total', { smart_count: total.stays })}</th>
              <td className={styles['amount']}>
                <Money amountMinor={total.guestTotalMinor} currency={total.currency} />
              </td>
              <td className={styles['amount']}>
                <Money amountMinor={total.hostPayoutMinor} currency={total.currency} />
              </td>
              <td className={styles['refunded']}>
                <Money amountMinor={total.refundedMinor} currency={total.currency} />
              </td>
            </tr>
          ))}
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

/** The stays of an event with their totals: before the approval, those that it would cover. */
export const DisruptedStaysList = ({ event }: { event: ShownDisruption }) => {
  const t = useText()
  const query = useDisruptedStays(event)
  const isInEffect = event.state === 'approved' || event.state === 'applied'
  return (
    <Loaded bare query={query} failed={t('disruption.stays.failed')} height={96}>
      {(found) => (
        <>
          <Stays {...found} isInEffect={isInEffect} />
          {isInEffect && <EvidenceList disruptionId={event.id} stays={found.stays} />}
        </>
      )}
    </Loaded>
  )
}
