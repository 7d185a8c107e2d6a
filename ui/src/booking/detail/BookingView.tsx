import { lazy, Suspense } from 'react'
import { Button } from '@mui/material'
import { useSearchParams } from 'react-router-dom'
import { allows, useLock, useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { Booking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { IncidentCard } from '../../incident-card/IncidentCard.tsx'
import { Banner } from '../../components/feedback/Banner.tsx'
import { CopyButton } from '../../components/action/CopyButton.tsx'
import { useLastList } from '../../components/list/lastList.ts'
import { HiddenNote } from '../../components/feedback/HiddenNote.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatInstant } from '../../components/dates/localDate.ts'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { RecordPager } from '../../components/list/RecordPager.tsx'
import { useLockText } from '../../components/feedback/useLockText.ts'
import { useNow } from '../../components/dates/useNow.ts'
import styles from './BookingPage.module.css'
import { BookingStatusChip } from '../../components/status/BookingStatusChip.tsx'
import { BookingClaims } from './BookingClaims.tsx'
import { BookingRequests } from './BookingRequests.tsx'
import { BookingReview } from './BookingReview.tsx'
import { CalendarStrip } from '../../calendar-strip/CalendarStrip.tsx'
import { Facts } from './Facts.tsx'
import { GuestCard } from './GuestCard.tsx'
import { HistoryCard } from './HistoryCard.tsx'
import { MoneyCard } from './MoneyCard.tsx'
import { MoveButton } from '../move/MoveButton.tsx'
import { useBookingHistory } from '../useBooking.ts'
import { useListings } from '../../data/queries/useListings.ts'

/** Loaded on its own, so that the booking does not wait for the ledger. */
const EarningsCard = lazy(() => import('../../ledger/EarningsCard.tsx'))
const DisruptionCard = lazy(() => import('./DisruptionCard.tsx'))
const PlannedCard = lazy(() => import('../../message-plan/PlannedCard.tsx'))

type Props = { booking: Booking; now: Booking; asOf: string | null }

const PastBanner = ({ now, asOf }: { now: Booking; asOf: string }) => {
  const t = useText()
  const [, setSearch] = useSearchParams()
  const { data = [] } = useBookingHistory(now.id)
  const since = data.filter(({ at }) => at > asOf).length
  return (
    <Banner
      title={t('booking.asItWas', { instant: formatInstant(asOf, now.snapshot.timezone) })}
      action={
        <Button size="small" onClick={() => setSearch({})}>
          {t('booking.backToNow')}
        </Button>
      }
    >
      {t('booking.readOnly')}{' '}
      {since === 0 ? t('booking.nothingSince') : t('booking.since', { smart_count: since })}
    </Banner>
  )
}

/** The action that is still possible for the booking; `null` where there is none. */
const useAction = (booking: Booking) => {
  const { id, status, checkInInstant } = booking
  const t = useText()
  const lock = useLock('booking.cancel')
  const lockText = useLockText('booking.cancel')
  const begun = useNow(60_000) >= Date.parse(checkInInstant)
  if (lock === 'role') return null
  if (status === 'cancelling')
    return (
      <LinkButton color="error" to={to.cancelBooking(id)}>
        {t('booking.seeCancellation')}
      </LinkButton>
    )
  if (status === 'overbooked')
    return (
      <LinkButton filled to={to.overbooking(id)}>
        {t('booking.resolve')}
      </LinkButton>
    )
  if (status !== 'confirmed' && status !== 'in_stay') return null
  if (begun) return <span className="small c">{t('booking.staffOnly')}</span>
  if (lock !== undefined)
    return (
      <>
        <span className="small c">{lockText}</span>
        <Button disabled>{t('booking.cancel')}</Button>
      </>
    )
  return (
    <>
      <MoveButton booking={booking} />
      <LinkButton color="error" to={to.cancelBooking(id)}>
        {t('booking.cancel')}
      </LinkButton>
    </>
  )
}

const Aside = ({ booking, now, past }: { booking: Booking; now: Booking; past: boolean }) => {
  const t = useText()
  return (
    <>
      <BookingStatusChip booking={booking} filled />
      {past && booking.status !== now.status && (
        <span className={styles['was']}>
          {t('booking.nowIs', { what: t(`booking.status.${now.status}`).toLowerCase() })}
        </span>
      )}
      {booking.code !== null && (
        <CopyButton
          quiet
          text={booking.code}
          label={booking.code}
          describedBy={t('booking.copyCode', { code: booking.code })}
        />
      )}
    </>
  )
}

const BookingStrip = ({ booking }: { booking: Booking }) => {
  const t = useText()
  const { id, listingId, status, nights, checkIn, checkOut } = booking
  const guest = booking.guestName ?? t('app.guest')
  const cancelled = status === 'cancelled'
  return (
    <CalendarStrip
      listingId={listingId}
      subject={{
        id,
        label: cancelled
          ? t('booking.barCancelled', { guest })
          : t('booking.bar', { guest, smart_count: nights }),
        start: checkIn,
        end: checkOut,
        tone: cancelled ? 'gone' : status === 'overbooked' ? 'conflict' : 'mine',
      }}
    />
  )
}

export const BookingView = ({ booking, now, asOf }: Props) => {
  const t = useText()
  const listing = useListings([booking.listingId]).get(booking.listingId)
  const list = useLastList('bookings')
  const action = useAction(now)
  const past = asOf !== null
  const session = useSession()
  const [seesLedger, seesMessages] = [allows(session, 'ledger.read'), allows(session, 'thread.read')]
  const guest = booking.guestName ?? t('app.guest')
  return (
    <>
      {past && <PastBanner now={now} asOf={asOf} />}
      <PageHeader
        title={listing ? `${guest}, ${listing.title}` : guest}
        crumbs={[
          {
            label: list?.label ?? t('booking.list.title'),
            to: list ? `${to.bookings()}${list.search}` : to.bookings(),
          },
          { label: booking.code ?? t('booking.title') },
        ]}
        pager={<RecordPager resource="bookings" id={booking.id} pathOf={to.booking} />}
        aside={<Aside booking={booking} now={now} past={past} />}
        actions={
          past ? undefined : action && <span className={`only-desk ${styles['actions']}`}>{action}</span>
        }
      />
      <HiddenNote of={['booking.details', 'booking.money']} />
      <Facts booking={booking} now={now} listing={listing} past={past} at={asOf ?? undefined} />
      <BookingStrip booking={booking} />
      <div className={styles['three']}>
        <div className={styles['stack']}>
          {booking.money !== null && <MoneyCard booking={booking} />}
          {!past && now.disruption !== null && (
            <Suspense fallback={null}>
              <DisruptionCard booking={{ ...now, disruption: now.disruption }} />
            </Suspense>
          )}
          {!past && seesLedger && (
            <Suspense fallback={null}>
              <EarningsCard
                bookingId={booking.id}
                zone={booking.snapshot.timezone}
                cancelled={booking.status === 'cancelled'}
              />
            </Suspense>
          )}
        </div>
        <div className={styles['stack']}>
          <GuestCard booking={booking} readOnly={past} />
          {!past && seesMessages && booking.guestName !== null && (
            <Suspense fallback={null}>
              <PlannedCard bookingId={booking.id} guestName={booking.guestName} />
            </Suspense>
          )}
          {!past && <BookingReview booking={now} />}
          {!past && <BookingRequests booking={now} />}
          {!past && <IncidentCard filter={{ bookingId: now.id }} />}
          {!past && <BookingClaims booking={now} />}
        </div>
        <HistoryCard booking={now} asOf={asOf} />
      </div>
      {!past && action && (
        <nav className={`${styles['sticky']} only-phone`} aria-label={t('booking.actions')}>
          {action}
        </nav>
      )}
    </>
  )
}
