import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider, useGetList } from 'react-admin'
import { usePendingBlocks, withPendingBlocks } from '../block/pendingBlocks.ts'
import { fetchAll } from '../../data/records/fetchAll.ts'
import type { ListedBooking, Claim, Listing, NightOverrideRecord } from '../../data/records/records.ts'
import { addDays, wallClock } from '../../components/dates/localDate.ts'
import { createRow, type CalendarRow } from './calendarRow.ts'
import { byDate } from './useNightOverrides.ts'
import { computeEnd, type NightWindow } from './window.ts'

/** Rows on one page of the calendar: as many as one filter can name. */
export const ROWS_PER_PAGE = 100
/** How far outside the window claims are read to detect gaps at its edges. */
const MARGIN_NIGHTS = 14
const QUARTER_HOUR_MS = 900_000
const STAYS = ['confirmed', 'overbooked', 'in_stay', 'checked_out', 'completed', 'cancelling'] as const

const useWindowRows = <R extends Claim | ListedBooking | NightOverrideRecord>(
  resource: 'claims' | 'bookings' | 'night-overrides',
  filter: Readonly<Record<string, unknown>>,
  sort: string,
  enabled: boolean,
) => {
  const provider = useDataProvider()
  return useQuery({
    queryKey: [resource, 'row', 'calendar', filter],
    queryFn: ({ signal }) => fetchAll<R>(provider, resource, filter, { field: sort, order: 'ASC' }, signal),
    placeholderData: keepPreviousData,
    enabled,
  })
}

const groupByListing = <R extends Readonly<{ listingId: string }>>(
  rows: readonly R[],
): ReadonlyMap<string, readonly R[]> => {
  const groups = new Map<string, R[]>()
  for (const row of rows) groups.set(row.listingId, [...(groups.get(row.listingId) ?? []), row])
  return groups
}

type Answer = Readonly<{
  rows: readonly CalendarRow[]
  /** The listings of the account that match the filter, on all pages. */
  total: number
  /** Nothing is known yet. */
  loading: boolean
  error: unknown
  retry: () => void
}>

/** Listings with their bars and open nights in the window. Nights not read yet have neither price nor gap. */
export const useCalendarRows = ({
  window,
  listingIds,
  page,
  now,
  enabled = true,
}: {
  window: NightWindow
  listingIds: readonly string[]
  page: number
  now: number
  /** Nothing is read while it is false. */
  enabled?: boolean
}): Answer => {
  const pending = usePendingBlocks()
  const listings = useGetList<Listing>(
    'listings',
    {
      pagination: { page, perPage: ROWS_PER_PAGE },
      sort: { field: 'title', order: 'ASC' },
      filter: listingIds.length > 0 ? { id: listingIds } : {},
    },
    { enabled },
  )
  const ids = useMemo(() => (listings.data ?? []).map(({ id }) => id), [listings.data])
  const span = { from: addDays(window.start, -MARGIN_NIGHTS), to: addDays(computeEnd(window), MARGIN_NIGHTS) }
  const claims = useWindowRows<Claim>(
    'claims',
    { listingId: ids, nights: span, state: ['held', 'committed'] },
    'start',
    enabled && ids.length > 0,
  )
  const stays = useWindowRows<ListedBooking>(
    'bookings',
    { listingId: ids, stay: span, status: STAYS },
    'checkIn',
    enabled && ids.length > 0,
  )
  const overrides = useWindowRows<NightOverrideRecord>(
    'night-overrides',
    { listingId: ids, date_gte: span.from, date_lte: span.to },
    'date',
    enabled && ids.length > 0,
  )
  const known = claims.data !== undefined && !claims.isPlaceholderData
  // Midnight of any zone falls on a quarter of an hour.
  const quarter = Math.floor(now / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  const { start, days } = window

  const rows = useMemo(() => {
    const claimsByListing = groupByListing(withPendingBlocks(claims.data ?? [], pending))
    const staysByListing = groupByListing(stays.data ?? [])
    const overridesByListing = groupByListing(overrides.data ?? [])
    return (listings.data ?? []).map((listing) =>
      createRow({
        listing,
        claims: claimsByListing.get(listing.id) ?? [],
        stays: staysByListing.get(listing.id) ?? [],
        overrides: byDate(overridesByListing.get(listing.id) ?? []),
        window: { start, days },
        today: wallClock(quarter, listing.timezone).date,
        known,
      }),
    )
  }, [listings.data, claims.data, stays.data, overrides.data, pending, start, days, known, quarter])

  const failed = listings.error ?? claims.error
  return {
    rows,
    total: listings.total ?? 0,
    loading: listings.isPending || (ids.length > 0 && claims.data === undefined && !claims.error),
    error: failed && (listings.data === undefined || claims.data === undefined) ? failed : null,
    retry: () =>
      void Promise.all([listings.refetch(), claims.refetch(), stays.refetch(), overrides.refetch()]),
  }
}
