import { useParams } from 'react-router-dom'
import type { Booking, Claim } from '../../data/records/records.ts'
import { useListings } from '../../data/queries/useListings.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { overbookingTexts } from '../../i18n/en/overbooking.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatRange } from '../../components/dates/localDate.ts'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { BookingFailed } from '../BookingFailed.tsx'
import { readFirstName } from '../cancel/firstName.ts'
import { useBooking } from '../useBooking.ts'
import { BothRight } from './BothRight.tsx'
import styles from './OverbookingPage.module.css'
import { StayCard } from './StayCard.tsx'
import { useRivals } from './useRivals.ts'

addTexts({ overbooking: overbookingTexts })

const Resolved = ({ booking, guest }: { booking: Booking; guest: string }) => {
  const t = useText()
  return (
    <Card>
      <EmptyState
        icon="check"
        title={t('overbooking.over')}
        text={t('overbooking.overText', {
          guest,
          status: t(`booking.status.${booking.status}`).toLowerCase(),
        })}
        actions={
          <LinkButton filled to={to.booking(booking.id)}>
            {t('overbooking.toBooking')}
          </LinkButton>
        }
      />
    </Card>
  )
}

/** Blocks and imported entries on the nights, or that there are none. */
const Blocks = ({ blocks, guest }: { blocks: readonly Claim[]; guest: string }) => {
  const t = useText()
  if (blocks.length === 0)
    return (
      <Card title={t('overbooking.taken')}>
        <p className={`q ${styles['both']}`}>{t('overbooking.free')}</p>
      </Card>
    )
  return (
    <Card title={t('overbooking.taken')}>
      <dl className={styles['facts']}>
        {blocks.map(({ id, kind, start, end }) => (
          <div key={id}>
            <dt>{t(`booking.claim.${kind}`)}</dt>
            <dd className="num">
              {formatRange(start, end)}
              <LinkButton size="small" to={to.block(id)}>
                {t('overbooking.view')}
              </LinkButton>
            </dd>
          </div>
        ))}
      </dl>
      <p className={`q ${styles['both']}`}>{t('overbooking.takenText', { guest })}</p>
    </Card>
  )
}

const Choices = ({ booking, guest }: { booking: Booking; guest: string }) => {
  const t = useText()
  const rivals = useRivals(booking)
  if (rivals.error)
    return (
      <Card>
        <ErrorState title={t('overbooking.failed')} error={rivals.error} onRetry={rivals.retry} />
      </Card>
    )
  if (rivals.loading) return <Skeleton height={360} />
  return (
    <>
      <div className={styles['two']}>
        <StayCard booking={booking} />
        {rivals.stays.map((stay) => (
          <StayCard key={stay.id} booking={stay} />
        ))}
        {(rivals.stays.length === 0 || rivals.blocks.length > 0) && (
          <Blocks blocks={rivals.blocks} guest={guest} />
        )}
      </div>
      {booking.status === 'overbooked' && <BothRight booking={booking} />}
    </>
  )
}

/** An overbooked stay beside what has its nights, and every way to resolve it. */
const OverbookingPage = () => {
  const t = useText()
  const { id = '' } = useParams()
  const { data: booking, error, refetch } = useBooking(id)
  const listing = useListings(booking ? [booking.listingId] : []).get(booking?.listingId ?? '')
  const crumbs = [
    { label: t('booking.list.title'), to: to.bookings() },
    { label: booking?.code ?? t('booking.title'), to: to.booking(id) },
    { label: t('overbooking.crumb') },
  ]
  if (error && !booking)
    return (
      <>
        <PageHeader title={t('overbooking.crumb')} crumbs={crumbs} />
        <BookingFailed error={error} onRetry={() => void refetch()} />
      </>
    )
  if (!booking) return <Skeleton height={420} />
  const guest = booking.guestName === null ? t('app.guest') : readFirstName(booking.guestName)
  const open = booking.status === 'overbooked' || booking.statusBefore === 'overbooked'
  return (
    <>
      <PageHeader title={t(open ? 'overbooking.heading' : 'overbooking.crumb')} crumbs={crumbs} />
      {open ? (
        <>
          <p className={`q ${styles['intro']}`}>
            {t('overbooking.intro', { listing: listing?.title ?? '' })}
          </p>
          <Choices booking={booking} guest={guest} />
        </>
      ) : (
        <Resolved booking={booking} guest={guest} />
      )}
    </>
  )
}
export default OverbookingPage
