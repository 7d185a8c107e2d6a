import { useListContext } from 'react-admin'
import { to } from '../../navigation/paths.ts'
import type { ListedBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { ColumnsButton, useColumns } from '../../components/list/ColumnsButton.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { FilterBar } from '../../components/list/FilterBar.tsx'
import { ListTable } from '../../components/list/ListTable.tsx'
import { useCards } from '../../components/list/useCards.ts'
import { useRememberList } from '../../components/list/lastList.ts'
import { formatRange } from '../../components/dates/localDate.ts'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { SavedViews } from '../../components/list/SavedViews.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { BookingCards } from './BookingCards.tsx'
import { BulkActions, SelectedSum } from './BulkActions.tsx'
import { ExportButton } from './ExportButton.tsx'
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
  const cards = useCards()
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
    <ListTable
      columns={shown}
      label={t('booking.list.title')}
      nameOf={(row) => row.code ?? formatRange(row.checkIn, row.checkOut)}
      pathOf={(row) => to.booking(row.id)}
      bulk={(selected) => <BulkActions rows={selected} />}
      summary={(selected) => <SelectedSum rows={selected} />}
    />
  )
}

export const BookingList = ({ views }: { views: ReturnType<typeof createViews> }) => {
  const t = useText()
  const { data, filterValues, sort, page, perPage, total } = useListContext<ListedBooking>()
  const tabs = useBookingViews(views)
  const filters = useBookingFilters()
  const all = useBookingColumns(data ?? [])
  const { shown, hidden, toggle } = useColumns('bookings', 1, all, HIDDEN_AT_FIRST)
  const current = tabs.find((tab) => tab.current)
  useRememberList('bookings', {
    search: location.search,
    label: current ? `${t('booking.list.title')}, ${current.label.toLowerCase()}` : t('booking.list.title'),
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
            <ColumnsButton columns={all} hidden={hidden} toggle={toggle} />
            <ExportButton total={total} filter={filterValues} sort={sort} />
          </>
        }
      />
      <SavedViews label={t('table.views')} views={tabs} />
      <FilterBar label={t('table.filters')} filters={filters} />
      <BookingRows shown={shown} filters={filters} views={views} />
    </>
  )
}
