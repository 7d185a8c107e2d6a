import { Button, useMediaQuery } from '@mui/material'
import { useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import type { ListingRow } from '@hearth/contracts/listing'
import { ChoiceForm, TextForm } from '../../components/list/filterForms.tsx'
import { useCan, useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { usePolicy } from '../../data/queries/usePolicy.ts'
import { useText } from '../../i18n/text.ts'
import { ColumnsButton, useColumns } from '../../components/list/ColumnsButton.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { FilterBar, type Filter } from '../../components/list/FilterBar.tsx'
import { ListTable, type Column } from '../../components/list/ListTable.tsx'
import { useRememberList } from '../../components/list/lastList.ts'
import { browserZone, todayIn, zoneName } from '../../components/dates/localDate.ts'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { Money } from '../../components/display/Money.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { TableFooter } from '../../components/list/TableFooter.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './ListingList.module.css'
import { ListingStatusChip } from '../listingStatus.tsx'
import { NextArrival } from './NextArrival.tsx'
import { WaitingFor } from './WaitingFor.tsx'
import { useNextArrivals } from '../useNextStays.ts'

type ListingFilter = { q?: string; status?: ListingRow['status'] | readonly ListingRow['status'][] }
const STATUSES: readonly ListingRow['status'][] = [
  'live',
  'paused',
  'draft',
  'onboarding',
  'in_review',
  'ready',
  'suspended',
  'delisted',
]
const HIDDEN_AT_FIRST: readonly string[] = ['guests', 'zone']

const without = (filter: ListingFilter, key: keyof ListingFilter): ListingFilter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => name !== key))

const useFilters = (): Filter[] => {
  const t = useText()
  const { filterValues, setFilters } = useListContext()
  const filter: ListingFilter = filterValues
  const statuses =
    filter.status === undefined ? [] : typeof filter.status === 'string' ? [filter.status] : filter.status
  return [
    {
      key: 'status',
      label: t('listings.columns.status'),
      clear: () => setFilters(without(filter, 'status')),
      value:
        statuses.length === 0
          ? undefined
          : statuses.map((status) => t(`listings.status.${status}`).toLowerCase()).join(', '),
      form: () => (
        <ChoiceForm
          legend={t('listings.columns.status')}
          many
          choices={STATUSES.map((key) => ({ key, label: t(`listings.status.${key}`) }))}
          chosen={statuses}
          onChange={(chosen) =>
            setFilters(chosen.length === 0 ? without(filter, 'status') : { ...filter, status: chosen })
          }
        />
      ),
    },
    {
      key: 'q',
      label: t('listings.search'),
      value: filter.q,
      clear: () => setFilters(without(filter, 'q')),
      form: (close) => (
        <TextForm
          label={t('listings.search')}
          value={filter.q ?? ''}
          onApply={(q) => {
            setFilters(q === '' ? without(filter, 'q') : { ...filter, q })
            close()
          }}
        />
      ),
    },
  ]
}

const BaseNight = ({ listing: { baseNightMinor, currency } }: { listing: Listing }) => {
  const t = useText()
  return baseNightMinor === null ? (
    <span className="c">{t('listings.noPrice')}</span>
  ) : (
    <span className="strong">
      <Money amountMinor={baseNightMinor} currency={currency} />
    </span>
  )
}

/** Name first, then state, dates, money. */
const useListingColumns = (rows: readonly Listing[]): Column<Listing>[] => {
  const t = useText()
  const today = todayIn(useSession()?.account?.timezone ?? browserZone())
  const { next, loaded, complete } = useNextArrivals(
    rows.map(({ id }) => id),
    today,
  )
  const terms = usePolicy('cancellation')
  return [
    {
      key: 'listing',
      label: t('listings.columns.listing'),
      sort: 'title',
      link: true,
      fluid: true,
      render: ({ title, place }) => (
        <>
          {title}
          <span className="c" style={{ fontWeight: 400 }}>
            , {place}
          </span>
        </>
      ),
    },
    {
      key: 'status',
      label: t('listings.columns.status'),
      sort: 'status',
      render: (row) => <ListingStatusChip listing={row} />,
    },
    { key: 'waiting', label: t('listings.columns.waiting'), render: (row) => <WaitingFor listing={row} /> },
    {
      key: 'next',
      label: t('listings.columns.next'),
      render: ({ id }) =>
        loaded ? <NextArrival listingId={id} today={today} found={next.get(id)} ask={!complete} /> : null,
    },
    {
      key: 'guests',
      label: t('listings.columns.guests'),
      align: 'right',
      render: ({ maxGuests }) => <span className="num q">{maxGuests}</span>,
    },
    {
      key: 'zone',
      label: t('listings.columns.zone'),
      render: ({ timezone }) => <span className="q">{zoneName(timezone)}</span>,
    },
    {
      key: 'policy',
      label: t('listings.columns.policy'),
      render: ({ cancellationPolicyCode }) => (
        <span className="q">{terms?.[cancellationPolicyCode]?.label}</span>
      ),
    },
    {
      key: 'minimum',
      label: t('listings.columns.minimum'),
      align: 'right',
      render: ({ rules }) => <span className="num q">{rules.minNights}</span>,
    },
    {
      key: 'base',
      label: t('listings.columns.base'),
      sort: 'baseNightMinor',
      align: 'right',
      render: (row) => <BaseNight listing={row} />,
    },
  ]
}

const Cards = ({ rows }: { rows: readonly Listing[] }) => {
  const today = todayIn(useSession()?.account?.timezone ?? browserZone())
  const { next, loaded, complete } = useNextArrivals(
    rows.map(({ id }) => id),
    today,
  )
  return (
    <>
      <ul className={styles['cards']}>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={styles['row']}>
              <Link className={`${styles['name']} clip`} to={to.listing(row.id)}>
                {row.title}
              </Link>
              <span className={row.status === 'live' ? styles['status'] : undefined}>
                <ListingStatusChip listing={row} />
              </span>
            </span>
            <span className={styles['row']}>
              <span className="q">{row.place}</span>
              <WaitingFor listing={row} />
            </span>
            <span className={styles['row']}>
              <span className="small">
                {loaded && (
                  <NextArrival listingId={row.id} today={today} found={next.get(row.id)} ask={!complete} />
                )}
              </span>
              <BaseNight listing={row} />
            </span>
          </li>
        ))}
      </ul>
      <div className={styles['pages']}>
        <TableFooter />
      </div>
    </>
  )
}

export const ListingList = () => {
  const t = useText()
  const phone = useMediaQuery('(max-width:700px)')
  const { data, error, isPending, refetch, filterValues, setFilters, sort, page, perPage, total } =
    useListContext<Listing>()
  const filters = useFilters()
  const mayWrite = useCan('listing.write')
  const all = useListingColumns(data ?? [])
  const { shown, hidden, toggle } = useColumns('listings', 1, all, HIDDEN_AT_FIRST)
  useRememberList('listings', {
    search: location.search,
    label: t('listings.title'),
    page,
    perPage,
    sort,
    filter: filterValues,
  })

  const rows = () => {
    if (error)
      return (
        <div className={styles['frame']}>
          <ErrorState title={t('listings.failed')} error={error} onRetry={() => void refetch()} />
        </div>
      )
    if (isPending)
      return (
        <div className={styles['frame']}>
          <TableSkeleton label={t('app.loading')} rows={10} />
        </div>
      )
    if (total === 0) {
      const narrowed = filters.some(({ value }) => value !== undefined)
      return (
        <div className={styles['frame']}>
          {narrowed ? (
            <EmptyState
              icon="search"
              title={t('listings.noMatch')}
              text={t('listings.noMatchText')}
              actions={<Button onClick={() => setFilters({})}>{t('listings.clearAll')}</Button>}
            />
          ) : (
            <EmptyState icon="home" title={t('listings.none')} text={t('listings.noneText')} />
          )}
        </div>
      )
    }
    if (phone) return <Cards rows={data ?? []} />
    return (
      <ListTable
        columns={shown}
        label={t('listings.title')}
        nameOf={({ title }) => title}
        pathOf={({ id }) => to.listing(id)}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={t('listings.title')}
        actions={
          <>
            <ColumnsButton columns={all} hidden={hidden} toggle={toggle} />
            {mayWrite && <LinkButton to={to.importListings()}>{t('app.titles.importListings')}</LinkButton>}
            {mayWrite && (
              <LinkButton filled to={to.startListing()}>
                {t('listings.start')}
              </LinkButton>
            )}
          </>
        }
      />
      <FilterBar label={t('table.filters')} filters={filters} />
      {rows()}
    </>
  )
}
