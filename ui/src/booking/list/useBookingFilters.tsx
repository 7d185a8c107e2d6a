import { useListContext } from 'react-admin'
import type { BookingStatus } from '@hearth/contracts/booking'
import { useSees } from '../../session/session.ts'
import { useText, type Text } from '../../i18n/text.ts'
import type { Filter } from '../../components/list/FilterBar.tsx'
import { ChoiceForm, DatesForm, TextForm } from '../../components/list/filterForms.tsx'
import {
  addDays,
  formatDay,
  formatDayWithoutYear,
  formatRange,
  type LocalDate,
} from '../../components/dates/localDate.ts'
import type { Listing } from '../../data/records/records.ts'
import { ListingForm } from './ListingForm.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import { NOT_CANCELLED, type BookingFilter } from './views.ts'

const STATUSES: readonly BookingStatus[] = [
  'confirmed',
  'overbooked',
  'in_stay',
  'checked_out',
  'completed',
  'cancelling',
  'cancelled',
  'no_show',
]
const SOURCES = ['direct', 'airbnb', 'vrbo', 'booking', 'manual', 'import'] as const

const toList = <T extends string>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value
const sameMembers = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))
const without = (filter: BookingFilter, ...keys: (keyof BookingFilter)[]): BookingFilter =>
  Object.fromEntries(Object.entries(filter).filter(([key]) => !(keys as string[]).includes(key)))
const readDay = (instant: string | undefined) => instant?.slice(0, 10)

/** `Thu 16 – Sun 19 Jul 2026`, or its open end. */
const span = (from: LocalDate | undefined, last: LocalDate | undefined, t: Text) => {
  if (from && last)
    return from.slice(0, 4) === last.slice(0, 4) && from.slice(0, 7) !== last.slice(0, 7)
      ? `${formatDayWithoutYear(from)} – ${formatDay(last)}`
      : formatRange(from, last)
  if (from) return t('booking.from', { day: formatDay(from) })
  return last ? t('booking.until', { day: formatDay(last) }) : undefined
}

type Context = Readonly<{ t: Text; filter: BookingFilter; set: (next: BookingFilter) => void }>

const stayFilter = ({ t, filter, set }: Context): Filter => {
  const lastNight = filter.stay?.to === undefined ? undefined : addDays(filter.stay.to, -1)
  return {
    key: 'stay',
    label: t('booking.list.columns.stay'),
    value: span(filter.stay?.from, lastNight, t),
    clear: () => set(without(filter, 'stay')),
    form: (close) => (
      <DatesForm
        from={filter.stay?.from}
        last={lastNight}
        onApply={(from, last) => {
          set({
            ...without(filter, 'stay'),
            ...(from || last
              ? { stay: { ...(from ? { from } : {}), ...(last ? { to: addDays(last, 1) } : {}) } }
              : {}),
          })
          close()
        }}
      />
    ),
  }
}

const arrivalFilter = ({ t, filter, set }: Context): Filter => ({
  key: 'checkIn',
  rare: true,
  label: t('booking.list.arrival'),
  value: span(filter.checkIn_gte, filter.checkIn_lte, t),
  clear: () => set(without(filter, 'checkIn_gte', 'checkIn_lte')),
  form: (close) => (
    <DatesForm
      from={filter.checkIn_gte}
      last={filter.checkIn_lte}
      onApply={(from, last) => {
        set({
          ...without(filter, 'checkIn_gte', 'checkIn_lte'),
          ...(from ? { checkIn_gte: from } : {}),
          ...(last ? { checkIn_lte: last } : {}),
        })
        close()
      }}
    />
  ),
})

const statusFilter = ({ t, filter, set }: Context): Filter => {
  const statuses = toList(filter.status)
  return {
    key: 'status',
    label: t('booking.list.columns.status'),
    clear: () => set(without(filter, 'status')),
    value:
      statuses.length === 0
        ? undefined
        : sameMembers(statuses, NOT_CANCELLED)
          ? t('booking.list.notCancelled')
          : statuses.map((status) => t(`booking.status.${status}`).toLowerCase()).join(', '),
    form: () => (
      <ChoiceForm
        legend={t('booking.list.columns.status')}
        many
        choices={STATUSES.map((key) => ({ key, label: t(`booking.status.${key}`) }))}
        chosen={statuses}
        onChange={(chosen) =>
          set(
            chosen.length === 0
              ? without(filter, 'status')
              : { ...filter, status: chosen as BookingStatus[] },
          )
        }
      />
    ),
  }
}

const listingFilter = ({ t, filter, set }: Context, listing: Listing | undefined): Filter => ({
  key: 'listing',
  label: t('booking.list.columns.listing'),
  value: filter.listingId === undefined ? undefined : (listing?.title ?? '…'),
  clear: () => set(without(filter, 'listingId')),
  form: (close) => (
    <ListingForm
      chosen={filter.listingId}
      onChange={(listingId) => {
        set({ ...filter, listingId })
        close()
      }}
    />
  ),
})

const sourceFilter = ({ t, filter, set }: Context): Filter => ({
  key: 'source',
  label: t('booking.list.columns.source'),
  clear: () => set(without(filter, 'source')),
  value: SOURCES.filter((key) => key === filter.source).map((key) => t(`booking.source.${key}`))[0],
  form: (close) => (
    <ChoiceForm
      legend={t('booking.list.columns.source')}
      choices={SOURCES.map((key) => ({ key, label: t(`booking.source.${key}`) }))}
      chosen={toList(filter.source)}
      onChange={([source]) => {
        if (source) set({ ...filter, source })
        close()
      }}
    />
  ),
})

const textFilter = ({ t, filter, set }: Context): Filter => ({
  key: 'q',
  label: t('booking.list.guestOrCode'),
  value: filter.q,
  clear: () => set(without(filter, 'q')),
  form: (close) => (
    <TextForm
      label={t('booking.list.guestOrCode')}
      value={filter.q ?? ''}
      onApply={(q) => {
        set(q === '' ? without(filter, 'q') : { ...filter, q })
        close()
      }}
    />
  ),
})

const payableFilter = ({ t, filter, set }: Context): Filter => ({
  key: 'payable',
  label: t('booking.list.columns.payable'),
  value: span(readDay(filter.payableAt_gte), readDay(filter.payableAt_lte), t),
  clear: () => set(without(filter, 'payableAt_gte', 'payableAt_lte')),
  form: (close) => (
    <DatesForm
      from={readDay(filter.payableAt_gte)}
      last={readDay(filter.payableAt_lte)}
      onApply={(from, last) => {
        set({
          ...without(filter, 'payableAt_gte', 'payableAt_lte'),
          ...(from ? { payableAt_gte: `${from}T00:00:00.000Z` } : {}),
          ...(last ? { payableAt_lte: `${last}T23:59:59.999Z` } : {}),
        })
        close()
      }}
    />
  ),
})

/** The filters of the bookings list; their state is in the address only. */
export const useBookingFilters = (): Filter[] => {
  const t = useText()
  const { filterValues, setFilters } = useListContext()
  const filter: BookingFilter = filterValues
  const seesGuests = useSees('booking.details')
  const seesMoney = useSees('booking.money')
  const listings = useListings(filter.listingId === undefined ? [] : [filter.listingId])
  const context: Context = { t, filter, set: (next) => setFilters(next) }
  return [
    stayFilter(context),
    arrivalFilter(context),
    statusFilter(context),
    listingFilter(context, listings.get(filter.listingId ?? '')),
    sourceFilter(context),
    ...(seesGuests ? [textFilter(context)] : []),
    ...(seesMoney ? [payableFilter(context)] : []),
  ]
}
