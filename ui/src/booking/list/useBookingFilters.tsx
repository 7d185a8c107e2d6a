import { useListContext } from 'react-admin'
import type { BookingStatus } from '@hearth/contracts/booking'
import { useText } from '../../i18n/text.ts'
import type { Filter } from '../../components/list/FilterBar.tsx'
import { ChoiceForm, DatesForm, TextForm } from '../../components/list/filterForms.tsx'
import {
  addDays,
  formatDay,
  formatDayWithoutYear,
  formatRange,
  type LocalDate,
} from '../../components/dates/localDate.ts'
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

const listOf = <T extends string>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value
const sameMembers = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))
const without = (filter: BookingFilter, ...keys: (keyof BookingFilter)[]): BookingFilter =>
  Object.fromEntries(Object.entries(filter).filter(([key]) => !(keys as string[]).includes(key)))
const span = (
  from: LocalDate | undefined,
  last: LocalDate | undefined,
  words: { from: (day: string) => string; until: (day: string) => string },
) => {
  if (from && last)
    return from.slice(0, 4) === last.slice(0, 4) && from.slice(0, 7) !== last.slice(0, 7)
      ? `${formatDayWithoutYear(from)} – ${formatDay(last)}`
      : formatRange(from, last)
  if (from) return words.from(formatDay(from))
  return last ? words.until(formatDay(last)) : undefined
}

/** The filters of the bookings list; what they are set to stands in the address only. */
export const useBookingFilters = (): Filter[] => {
  const t = useText()
  const { filterValues, setFilters } = useListContext()
  const filter: BookingFilter = filterValues
  const listing = useListings(filter.listingId === undefined ? [] : [filter.listingId]).get(
    filter.listingId ?? '',
  )
  const set = (next: BookingFilter) => setFilters(next)
  const words = {
    from: (day: string) => t('bookings.from', { day }),
    until: (day: string) => t('bookings.until', { day }),
  }
  const statuses = listOf(filter.status)
  const lastNight = filter.stay?.to === undefined ? undefined : addDays(filter.stay.to, -1)
  const dayOf = (instant: string | undefined) => instant?.slice(0, 10)

  return [
    {
      key: 'stay',
      label: t('bookings.columns.stay'),
      value: span(filter.stay?.from, lastNight, words),
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
    },
    {
      key: 'checkIn',
      rare: true,
      label: t('bookings.arrival'),
      value: span(filter.checkIn_gte, filter.checkIn_lte, words),
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
    },
    {
      key: 'status',
      label: t('bookings.columns.status'),
      clear: () => set(without(filter, 'status')),
      value:
        statuses.length === 0
          ? undefined
          : sameMembers(statuses, NOT_CANCELLED)
            ? t('bookings.notCancelled')
            : statuses.map((status) => t(`bookings.status.${status}`).toLowerCase()).join(', '),
      form: () => (
        <ChoiceForm
          legend={t('bookings.columns.status')}
          many
          choices={STATUSES.map((key) => ({ key, label: t(`bookings.status.${key}`) }))}
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
    },
    {
      key: 'listing',
      label: t('bookings.columns.listing'),
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
    },
    {
      key: 'source',
      label: t('bookings.columns.source'),
      clear: () => set(without(filter, 'source')),
      value: SOURCES.filter((key) => key === filter.source).map((key) => t(`bookings.source.${key}`))[0],
      form: (close) => (
        <ChoiceForm
          legend={t('bookings.columns.source')}
          choices={SOURCES.map((key) => ({ key, label: t(`bookings.source.${key}`) }))}
          chosen={listOf(filter.source)}
          onChange={([source]) => {
            if (source) set({ ...filter, source })
            close()
          }}
        />
      ),
    },
    {
      key: 'q',
      label: t('bookings.guestOrCode'),
      value: filter.q,
      clear: () => set(without(filter, 'q')),
      form: (close) => (
        <TextForm
          label={t('bookings.guestOrCode')}
          value={filter.q ?? ''}
          onApply={(q) => {
            set(q === '' ? without(filter, 'q') : { ...filter, q })
            close()
          }}
        />
      ),
    },
    {
      key: 'payable',
      label: t('bookings.columns.payable'),
      value: span(dayOf(filter.payableAt_gte), dayOf(filter.payableAt_lte), words),
      clear: () => set(without(filter, 'payableAt_gte', 'payableAt_lte')),
      form: (close) => (
        <DatesForm
          from={dayOf(filter.payableAt_gte)}
          last={dayOf(filter.payableAt_lte)}
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
    },
  ]
}
