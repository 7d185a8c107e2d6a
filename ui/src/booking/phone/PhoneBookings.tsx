import { useMemo, type ReactNode } from 'react'
import { useListContext } from 'react-admin'
import { addDays, browserZone, formatDay, todayIn, type LocalDate } from '../../components/dates/localDate.ts'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { sameFilter } from '../../components/list/sameFilter.ts'
import { SavedViews, type View } from '../../components/list/SavedViews.tsx'
import { TableFooter } from '../../components/list/TableFooter.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSession } from '../../session/session.ts'
import { BookingCard } from '../list/BookingCard.tsx'
import { BookingListBase } from '../list/BookingListBase.tsx'
import { useCount } from '../list/useBookingViews.ts'
import { formatSearch } from '../list/views.ts'
import styles from '../list/BookingList.module.css'
import { groupStays } from './groupStays.ts'
import { createPhoneViews, type PhoneView } from './phoneViews.ts'

type Footers = (rows: readonly ListedBooking[]) => (row: ListedBooking) => ReactNode

const useTabs = (views: readonly PhoneView[]): View[] => {
  const t = useText()
  const { filterValues } = useListContext()
  const counts = [useCount(views[0]?.filter), useCount(views[1]?.filter), useCount(views[2]?.filter)]
  return views.map(({ key, filter, order }, index) => ({
    key,
    label: t(`booking.list.phone.${key}`),
    to: to.phoneBookings(index === 0 ? {} : formatSearch(filter, order)),
    current: sameFilter(filterValues, filter),
    count: counts[index],
  }))
}

const Cards = ({ today, useFooters }: { today: LocalDate; useFooters: Footers }) => {
  const t = useText()
  const { data = [], error, isPending, refetch } = useListContext<ListedBooking>()
  const listings = useListings(data.map(({ listingId }) => listingId))
  const footerOf = useFooters(data)
  if (error)
    return <ErrorState title={t('booking.list.failed')} error={error} onRetry={() => void refetch()} />
  if (isPending) return <TableSkeleton label={t('app.loading')} rows={8} />
  if (data.length === 0) return <EmptyState icon="bookings" title={t('booking.list.phone.none')} />
  const nameDay = (day: LocalDate) =>
    day === today
      ? t('booking.list.phone.today', { day: formatDay(day) })
      : day === addDays(today, 1)
        ? t('booking.list.phone.tomorrow', { day: formatDay(day) })
        : formatDay(day)
  return (
    <div className={styles['cards']}>
      {groupStays(data).map(({ day, stays }) => (
        <section key={day ?? 'inHouse'}>
          <h2 className="num">{day === null ? t('booking.list.views.inHouse') : nameDay(day)}</h2>
          <ul>
            {stays.map((row) => (
              <li key={row.id}>
                <BookingCard row={row} listing={listings.get(row.listingId)?.title} footer={footerOf(row)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className={styles['pages']}>
        <TableFooter />
      </div>
    </div>
  )
}

const Page = ({
  today,
  views,
  useFooters,
}: {
  today: LocalDate
  views: readonly PhoneView[]
  useFooters: Footers
}) => {
  const t = useText()
  return (
    <>
      <PageHeader title={t('booking.list.title')} detail={formatDay(today)} />
      <SavedViews label={t('booking.list.title')} views={useTabs(views)} />
      <Cards today={today} useFooters={useFooters} />
    </>
  )
}

/** Stays as a phone lists them: who is in the house, then by the day of arrival. */
export const PhoneBookings = ({ useFooters }: { useFooters: Footers }) => {
  const today = todayIn(useSession()?.account?.timezone ?? browserZone())
  const views = useMemo(() => createPhoneViews(today), [today])
  return (
    <BookingListBase first={views[0]?.filter}>
      <Page today={today} views={views} useFooters={useFooters} />
    </BookingListBase>
  )
}
