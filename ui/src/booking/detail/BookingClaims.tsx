import { useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { Money } from '../../components/display/Money.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useClaimWindow } from '../../data/queries/useClaimWindow.ts'
import type { Booking, ListedReimbursement } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSees } from '../../session/session.ts'
import styles from './BookingRequests.module.css'

const SHOWN = 25
/** A stay has one open claim at most: the last one. */
const ENDED: readonly ListedReimbursement['status'][] = ['closed', 'withdrawn', 'expired']

/** The claims about the stay, and the way to a new one; nothing where there is neither. */
export const BookingClaims = ({ booking }: { booking: Booking }) => {
  const t = useText()
  const enabled = useSees('reimbursement.read')
  const mayClaim = useClaimWindow(booking)
  const { data } = useGetList<ListedReimbursement>(
    'reimbursements',
    {
      pagination: { page: 1, perPage: SHOWN },
      sort: { field: 'openedAt', order: 'DESC' },
      filter: { bookingId: booking.id },
    },
    { enabled },
  )
  const claims = data ?? []
  const mayStart = mayClaim && data !== undefined && claims.every(({ status }) => ENDED.includes(status))
  if (claims.length === 0 && !mayStart) return null
  return (
    <Card title={t('booking.claims.title')} {...(claims.length > 0 && { note: claims.length })}>
      <ul className={styles['requests']}>
        {claims.map(({ id, code, titles, approvedMinor, claimedMinor, currency }) => {
          const amountMinor = approvedMinor ?? claimedMinor
          return (
            <li key={id}>
              <Link className="link clip" to={to.reimbursement(id)}>
                {titles === null || titles.length === 0 ? code : titles.join(', ')}
              </Link>
              <span className="c small num">{code}</span>
              {amountMinor !== null && <Money amountMinor={amountMinor} currency={currency} />}
            </li>
          )
        })}
        {mayStart && (
          <li>
            <LinkButton size="small" to={to.newClaim({ booking: booking.id, listing: booking.listingId })}>
              {t('booking.claims.start')}
            </LinkButton>
          </li>
        )}
      </ul>
    </Card>
  )
}
