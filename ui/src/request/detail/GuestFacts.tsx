import { Link } from 'react-router-dom'
import { StayDates } from '../../components/display/StayDates.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import styles from './RequestPage.module.css'
import { useEarlierStays } from './useEarlierStays.ts'

const SHOWN = 3

/** The guest’s earlier stays with the host, and whether the host would have them again. */
export const GuestFacts = ({ request }: { request: RequestRecord }) => {
  const t = useText()
  const stays = useEarlierStays(request)
  const listings = useListings((stays ?? []).map(({ listingId }) => listingId))
  if (stays === undefined) return null
  return (
    <div>
      <dt>{t('request.guestFacts.earlier')}</dt>
      {stays.length === 0 ? (
        <dd className={styles['quiet']}>{t('request.guestFacts.none')}</dd>
      ) : (
        <dd>
          {stays.slice(0, SHOWN).map(({ id, checkIn, checkOut, listingId, hostReview }) => (
            <p key={id}>
              <Link className="link" to={to.review(id)}>
                <StayDates start={checkIn} end={checkOut} />
              </Link>{' '}
              <span className="small q">
                {listings.get(listingId)?.title}
                {hostReview != null &&
                  `. ${t(hostReview.wouldHostAgain ? 'request.guestFacts.again' : 'request.guestFacts.notAgain')}`}
              </span>
            </p>
          ))}
          {stays.length > SHOWN && (
            <p className="small q">{t('request.guestFacts.more', { smart_count: stays.length - SHOWN })}</p>
          )}
        </dd>
      )}
    </div>
  )
}
