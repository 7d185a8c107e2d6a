import { useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import { Card } from '../../components/layout/Card.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import type { Booking, ListedRequest } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { OfferButton } from '../../offer/OfferButton.tsx'
import { useMayOffer } from '../../offer/useMayOffer.ts'
import { useSees } from '../../session/session.ts'
import styles from './BookingRequests.module.css'

const SHOWN = 25

/** The requests that are about the stay, or that it came from, and the way to offer the guest another stay. */
export const BookingRequests = ({ booking }: { booking: Booking }) => {
  const t = useText()
  const enabled = useSees('request.read')
  const { data = [] } = useGetList<ListedRequest>(
    'requests',
    {
      pagination: { page: 1, perPage: SHOWN },
      sort: { field: 'openedAt', order: 'DESC' },
      filter: { bookingId: booking.id },
    },
    { enabled },
  )
  const mayOffer = useMayOffer(booking)
  if (data.length === 0 && !mayOffer) return null
  return (
    <Card title={t('booking.requests.title')} note={data.length === 0 ? undefined : data.length}>
      <ul className={styles['requests']}>
        {data.map(({ id, kind, code, subject, awaiting }) => (
          <li key={id}>
            <Link className="link clip" to={to.request(id)}>
              {subject ?? t(`booking.requests.kind.${kind}`)}
            </Link>
            <span className="c small num">{code}</span>
            {awaiting !== null && <StatusChip tone="warn">{t('booking.requests.open')}</StatusChip>}
          </li>
        ))}
      </ul>
      {mayOffer && (
        <div className={styles['offer']}>
          <OfferButton bookingId={booking.id} label={t('booking.requests.offer')} />
        </div>
      )}
    </Card>
  )
}
