import type { ComponentType } from 'react'
import { formatBps } from '@hearth/contracts/kernel/money'
import { useLock } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { usePolicy } from '../../data/queries/usePolicy.ts'
import { useText } from '../../i18n/text.ts'
import { FactList } from '../../components/display/FactList.tsx'
import { useLastList } from '../../components/list/lastList.ts'
import { formatDay, todayIn, wallClock, zoneName } from '../../components/dates/localDate.ts'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { RecordPager } from '../../components/list/RecordPager.tsx'
import { useLockText } from '../../components/feedback/useLockText.ts'
import { OtherCard } from '../details/OtherCard.tsx'
import { ReadinessCard } from '../details/ReadinessCard.tsx'
import styles from './ListingPage.module.css'
import { ListingStatusChip } from '../listingStatus.tsx'
import { NextStays } from '../cards/NextStays.tsx'
import { PolicyCard } from '../cards/PolicyCard.tsx'
import { PriceCard } from '../../listing-sections/PriceCard.tsx'
import { RulesCard } from '../cards/RulesCard.tsx'
import { HistoryCard } from './HistoryCard.tsx'
import { StatusActions } from './StatusActions.tsx'

const useFacts = ({
  status,
  pausedUntil,
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
  const fee = usePolicy('platformFee')?.[feeModel]
  return [
    {
      term: t('listings.state'),
      value: <ListingStatusChip listing={{ status, pausedUntil }} filled />,
      detail:
        openUntil !== null && todayIn(timezone) < openUntil
          ? t('listings.stateText.closing', { day: formatDay(openUntil) })
          : t(`listings.stateText.${status}`, { day }),
    },
    {
      term: t('listings.place', { zone: zoneName(timezone) }),
      value: place,
      detail: t('listings.times', { from: checkInTime, by: checkOutTime }),
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
        ...(fee === undefined ? [] : [t(`listings.fee.${feeModel}`, { share: formatBps(fee) })]),
      ].join('; '),
    },
  ]
}

const Cards = ({ listing, isUnpublished }: { listing: Listing; isUnpublished: boolean }) => (
  <div className={styles['three']}>
    <div className={styles['column']}>
      {isUnpublished && <ReadinessCard listingId={listing.id} />}
      <PriceCard listing={listing} />
      <NextStays listing={listing} />
    </div>
    <div className={styles['column']}>
      <RulesCard listing={listing} />
      <div className={styles['last']}>
        <HistoryCard listing={listing} />
      </div>
    </div>
    <div className={styles['column']}>
      <PolicyCard listing={listing} />
      <OtherCard listing={listing} />
    </div>
  </div>
)

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
  const list = useLastList('listings')
  // Onboarding has begun and the listing is not live yet.
  const isUnpublished = ['draft', 'onboarding', 'in_review', 'ready'].includes(listing.status)
  const isBegun = listing.drafted && isUnpublished
  return (
    <>
      <PageHeader
        title={listing.title}
        detail={listing.title === listing.place ? undefined : listing.place}
        crumbs={[
          { label: t('listings.title'), to: list ? `${to.listings()}${list.search}` : to.listings() },
          { label: listing.title },
        ]}
        pager={<RecordPager resource="listings" id={listing.id} pathOf={to.listing} />}
        actions={
          <>
            <LinkButton to={to.listingDetails('details', listing.id)}>
              {t('listingDetails.openDetails')}
            </LinkButton>
            {isBegun && (
              <LinkButton filled to={to.onboardingCase(listing.id)}>
                {t('listingDetails.onboarding')}
              </LinkButton>
            )}
            <StatusActions listing={listing} />
          </>
        }
      />
      {lock !== undefined && (
        <p className="small c" style={{ margin: '-12px 0 16px' }}>
          {lock === 'role' ? t('listings.readOnly') : lockText}
        </p>
      )}
      {listing.statusReason !== null && (
        <p className="q" style={{ margin: '-8px 0 16px' }}>
          {listing.statusReason}
        </p>
      )}
      <FactList facts={useFacts(listing)} />
      {listing.pricing !== null && <Nights listing={listing} />}
      <Cards listing={listing} isUnpublished={isUnpublished} />
    </>
  )
}
