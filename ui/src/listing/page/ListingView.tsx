import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { formatBps } from '@hearth/contracts/kernel/money'
import { useLock, useSees, useSession } from '../../session/session.ts'
import type { Listing } from '../../data/records/records.ts'
import { usePolicy } from '../../data/queries/usePolicy.ts'
import { formatRating, useRatings } from '../../data/queries/useRatings.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { IncidentCard } from '../../incident-card/IncidentCard.tsx'
import { FactList } from '../../components/display/FactList.tsx'
import { formatDay, todayIn, wallClock, zoneName } from '../../components/dates/localDate.ts'
import { formatTime } from '../../components/dates/timeOfDay.ts'
import { useLockText } from '../../components/feedback/useLockText.ts'
import { OtherCard } from '../details/OtherCard.tsx'
import { ReadinessCard } from '../details/ReadinessCard.tsx'
import styles from './ListingPage.module.css'
import { NextStays } from '../cards/NextStays.tsx'
import { isUnpublished, ListingHome } from '../home/ListingHome.tsx'

/** The way to the figures of a listing that has been live. */
const PerformanceLink = ({ listing: { id, hostAccountId } }: { listing: Listing }) => {
  const t = useText()
  const isHost = useSession()?.account != null
  const seesBookings = useSees('booking.read')
  if (!seesBookings) return null
  return (
    <span className={styles['below']}>
      <Link className="link" to={to.performance({ listing: id, ...(isHost ? {} : { hostAccountId }) })}>
        {t('listings.toPerformance')}
      </Link>
    </span>
  )
}

/** What its guests gave in the last year, and the way to its other figures. */
const useRatingFact = (listing: Listing) => {
  const { id, hostAccountId } = listing
  const t = useText()
  const isHost = useSession()?.account != null
  const { data } = useRatings(isHost ? undefined : hostAccountId)
  const rating = data?.listings.find(({ listingId }) => listingId === id)
  return {
    term: t('listings.rating'),
    value: formatRating(rating),
    detail: (
      <>
        {rating && t('listings.ratingNote', { smart_count: rating.count })}
        <PerformanceLink listing={listing} />
      </>
    ),
  }
}

const useFacts = ({
  status,
  openUntil,
  startedAt,
  publishedAt,
  timezone,
  place,
  checkInTime,
  checkOutTime,
  maxGuests,
  bedrooms,
  currency,
  bookingMode,
  feeModel,
}: Listing) => {
  const t = useText()
  const day = formatDay(wallClock(publishedAt ?? startedAt, timezone).date)
  const seesAmounts = useSees('booking.money')
  const fee = usePolicy('platformFee')?.[feeModel]
  return [
    {
      term: t('listings.state'),
      value: t(`listings.status.${status}`),
      detail:
        openUntil !== null && todayIn(timezone) < openUntil
          ? t('listings.stateText.closing', { day: formatDay(openUntil) })
          : t(`listings.stateText.${status}`, { day }),
    },
    {
      term: t('listings.place'),
      value: place,
      detail: t('listings.times', {
        zone: zoneName(timezone),
        from: formatTime(checkInTime),
        by: formatTime(checkOutTime),
      }),
    },
    {
      term: t('listings.guests'),
      value: maxGuests === 0 ? t('listings.notSaid') : maxGuests,
      detail: t('listings.bedrooms', { smart_count: bedrooms }),
    },
    {
      term: t('listings.money'),
      value: currency,
      detail: [
        t(`listings.moneyText.${bookingMode}`),
        ...(fee === undefined || !seesAmounts
          ? []
          : [t(`listings.fee.${feeModel}`, { share: formatBps(fee) })]),
      ].join('; '),
    },
  ]
}

/** The overview of a listing: its state, what it lacks, its next nights and stays. */
export const ListingView = ({
  listing,
  Nights,
}: {
  listing: Listing
  Nights: ComponentType<{ listing: Listing }>
}) => {
  const t = useText()
  const lock = useLock('listing.publish')
  const lockText = useLockText('listing.publish')
  const seesPrices = useSees('listing.price')
  const facts = useFacts(listing)
  const rating = useRatingFact(listing)
  return (
    <ListingHome listing={listing} section="overview">
      <div className={styles['overview']}>
        {lock !== undefined && (
          <p className="small c">{lock === 'role' ? t('listings.readOnly') : lockText}</p>
        )}
        {listing.statusReason !== null && <p className="q">{listing.statusReason}</p>}
        <FactList facts={isUnpublished(listing) ? facts : [...facts, rating]} />
        {isUnpublished(listing) && <ReadinessCard listingId={listing.id} />}
        {(listing.pricing !== null || !seesPrices) && <Nights listing={listing} />}
        <NextStays listing={listing} />
        <IncidentCard filter={{ listingId: listing.id }} />
        <OtherCard listing={listing} />
      </div>
    </ListingHome>
  )
}
