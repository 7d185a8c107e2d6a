import { useMediaQuery } from '@mui/material'
import { useListContext } from 'react-admin'
import { useSees } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import {
  ColumnsButton,
  showColumns,
  useColumns,
  useSeenColumns,
} from '../../components/list/ColumnsButton.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { ListExport } from '../../components/list/ListExport.tsx'
import { HiddenNote } from '../../components/feedback/HiddenNote.tsx'
import { FilterBar } from '../../components/list/FilterBar.tsx'
import { ListTable } from '../../components/list/ListTable.tsx'
import { NARROW, PHONE, useCards } from '../../components/list/useCards.ts'
import { useRememberList } from '../../components/list/lastList.ts'
import { formatRange } from '../../components/dates/localDate.ts'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { useListViews } from '../../saved-view/useListViews.ts'
import { ViewActions } from '../../saved-view/ViewActions.tsx'
import { ViewTabs } from '../../saved-view/ViewTabs.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { BookingCards } from './BookingCards.tsx'
import { BulkActions, SelectedSum } from './BulkActions.tsx'
import { NoBookings } from './NoBookings.tsx'
import styles from './BookingList.module.css'
import { HIDDEN_AT_FIRST, useBookingColumns } from './useBookingColumns.tsx'
import { useBookingFilters } from './useBookingFilters.tsx'
import { useBookingViews } from './useBookingViews.ts'
import type { createViews } from './views.ts'

type Props = Readonly<{
  shown: ReturnType<typeof useBookingColumns>
  filters: ReturnType<typeof useBookingFilters>
  views: ReturnType<typeof createViews>
}>

/** The rows as a table, or as cards where there is no room for one; while there are none, the reason. */
const BookingRows = ({ shown, filters, views }: Props) => {
  const t = useText()
  const cards = useCards(PHONE)
  const narrow = useMediaQuery(NARROW)
  const mayExport = useSees('booking.details')
  const { data, error, isPending, refetch, total } = useListContext<ListedBooking>()
  if (error)
    return (
      <div className={styles['frame']}>
        <ErrorState title={t('booking.list.failed')} error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (isPending)
    return (
      <div className={styles['frame']}>
        <TableSkeleton label={t('app.loading')} rows={12} />
      </div>
    )
  if (total === 0)
    return (
      <div className={styles['frame']}>
        <NoBookings filters={filters} views={views} />
      </div>
    )
  if (cards) return <BookingCards rows={data ?? []} />
  return (
    <ListTable<ListedBooking>
      columns={shown}
      label={t('booking.list.title')}
      nameOf={(row) => row.code ?? formatRange(row.checkIn, row.checkOut)}
      pathOf={(row) => to.booking(row.id)}
      {...(mayExport &&
        !narrow && {
          bulk: (selected) => <BulkActions rows={selected} />,
          summary: (selected) => <SelectedSum rows={selected} />,
        })}
    />
  )
}

export const BookingList = ({ views }: { views: ReturnType<typeof createViews> }) => {
  const t = useText()
  const { data, filterValues, sort, page, perPage } = useListContext<ListedBooking>()
  const tabs = useBookingViews(views)
  const filters = useBookingFilters()
  const all = useSeenColumns(useBookingColumns(data ?? []))
  const saved = useListViews('bookings', tabs, all, useColumns('bookings', 1, HIDDEN_AT_FIRST))
  const current = tabs.find((tab) => tab.current)?.label.toLowerCase() ?? saved.current?.view.name
  const mayExport = useSees('booking.details')
  useRememberList('bookings', {
    search: location.search,
    label: current === undefined ? t('booking.list.title') : `${t('booking.list.title')}, ${current}`,
    page,
    perPage,
    sort,
    filter: filterValues,
  })
  return (
    <>
      <PageHeader
        title={t('booking.list.title')}
        actions={
          <>
            <ColumnsButton columns={all} hidden={saved.hidden} toggle={saved.toggle} />
            {mayExport && <ListExport />}
          </>
        }
      />
      <HiddenNote of={['booking.details', 'booking.money']} />
      <ViewTabs views={saved} pathTo={to.bookings} />
      <FilterBar label={t('table.filters')} filters={filters}>
        <ViewActions views={saved} pathTo={to.bookings} />
      </FilterBar>
      <BookingRows shown={showColumns(all, saved.hidden)} filters={filters} views={views} />
    </>
  )
}
