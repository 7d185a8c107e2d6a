import { Button } from '@mui/material'
import { useListContext } from 'react-admin'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import {
  ColumnsButton,
  showColumns,
  useColumns,
  useSeenColumns,
} from '../../components/list/ColumnsButton.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { HiddenNote } from '../../components/feedback/HiddenNote.tsx'
import { FilterBar } from '../../components/list/FilterBar.tsx'
import { ListTable, type Column } from '../../components/list/ListTable.tsx'
import { useCards } from '../../components/list/useCards.ts'
import { useRememberList } from '../../components/list/lastList.ts'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { sameFilter } from '../../components/list/sameFilter.ts'
import { useListViews } from '../../saved-view/useListViews.ts'
import { ViewActions } from '../../saved-view/ViewActions.tsx'
import { ViewTabs } from '../../saved-view/ViewTabs.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { ListingCards } from './ListingCards.tsx'
import styles from './ListingList.module.css'
import { HIDDEN_AT_FIRST, useListingColumns } from './useListingColumns.tsx'
import { useListingFilters } from './useListingFilters.tsx'
import '../../i18n/lazy/listings.ts'

const NoListings = ({ narrowed }: { narrowed: boolean }) => {
  const t = useText()
  const { setFilters } = useListContext<Listing>()
  return narrowed ? (
    <EmptyState
      icon="search"
      title={t('listings.noMatch')}
      text={t('listings.noMatchText')}
      actions={<Button onClick={() => setFilters({})}>{t('listings.clearAll')}</Button>}
    />
  ) : (
    <EmptyState icon="home" title={t('listings.none')} text={t('listings.noneText')} />
  )
}

/** The rows as a table, or as cards where there is no room for one, or why there are none. */
const Rows = ({ columns, narrowed }: { columns: readonly Column<Listing>[]; narrowed: boolean }) => {
  const t = useText()
  const cards = useCards()
  const { data, error, isPending, refetch, total } = useListContext<Listing>()
  const instead = error ? (
    <ErrorState title={t('listings.failed')} error={error} onRetry={() => void refetch()} />
  ) : isPending ? (
    <TableSkeleton label={t('app.loading')} rows={10} />
  ) : total === 0 ? (
    <NoListings narrowed={narrowed} />
  ) : null
  if (instead) return <div className={styles['frame']}>{instead}</div>
  if (cards) return <ListingCards rows={data ?? []} />
  return (
    <ListTable
      columns={columns}
      label={t('listings.title')}
      nameOf={({ title }) => title}
      pathOf={({ id }) => to.listing(id)}
    />
  )
}

export const ListingList = () => {
  const t = useText()
  const { data, filterValues, sort, page, perPage } = useListContext<Listing>()
  const filters = useListingFilters()
  const mayWrite = useCan('listing.write')
  const all = useSeenColumns(useListingColumns(data ?? []))
  const everything = {
    key: 'all',
    label: t('listings.allListings'),
    to: to.listings(),
    current: sameFilter(filterValues, {}),
  }
  const saved = useListViews('listings', [everything], all, useColumns('listings', 1, HIDDEN_AT_FIRST))
  useRememberList('listings', {
    search: location.search,
    label: t('listings.title'),
    page,
    perPage,
    sort,
    filter: filterValues,
  })
  return (
    <>
      <PageHeader
        title={t('listings.title')}
        actions={
          <>
            <ColumnsButton columns={all} hidden={saved.hidden} toggle={saved.toggle} />
            {mayWrite && <LinkButton to={to.importListings()}>{t('app.titles.importListings')}</LinkButton>}
            {mayWrite && (
              <LinkButton filled to={to.startListing()}>
                {t('listings.start')}
              </LinkButton>
            )}
          </>
        }
      />
      <HiddenNote of={['listing.price']} />
      <ViewTabs views={saved} pathTo={to.listings} />
      <FilterBar label={t('table.filters')} filters={filters}>
        <ViewActions views={saved} pathTo={to.listings} />
      </FilterBar>
      <Rows
        columns={showColumns(all, saved.hidden)}
        narrowed={filters.some(({ value }) => value !== undefined)}
      />
    </>
  )
}
