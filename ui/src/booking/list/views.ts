import type { BookingStatus } from '@hearth/contracts/booking'
import { addDays, type LocalDate } from '../../components/dates/localDate.ts'

/** The filter of the bookings list, with the names of the API's filter. */
export type BookingFilter = {
  q?: string
  status?: BookingStatus | readonly BookingStatus[]
  listingId?: string
  source?: string
  stay?: { from?: LocalDate; to?: LocalDate }
  checkIn_gte?: LocalDate
  checkIn_lte?: LocalDate
  payableAt_gte?: string
  payableAt_lte?: string
}

export const NOT_CANCELLED: readonly BookingStatus[] = [
  'confirmed',
  'overbooked',
  'in_stay',
  'checked_out',
  'completed',
  'cancelling',
]

export type ViewKey = 'next30' | 'week' | 'inHouse' | 'attention' | 'cancelled' | 'all'

/** The views that every account has, for a given day. `/bookings` shows the first. */
export const createViews = (
  today: LocalDate,
): readonly Readonly<{ key: ViewKey; filter: BookingFilter; order: 'ASC' | 'DESC' }>[] => [
  {
    key: 'next30',
    filter: { stay: { from: today, to: addDays(today, 30) }, status: NOT_CANCELLED },
    order: 'ASC',
  },
  {
    key: 'week',
    filter: {
      checkIn_gte: today,
      checkIn_lte: addDays(today, 6),
      status: ['confirmed', 'overbooked', 'in_stay', 'cancelling'],
    },
    order: 'ASC',
  },
  { key: 'inHouse', filter: { status: ['in_stay'] }, order: 'ASC' },
  { key: 'attention', filter: { status: ['overbooked', 'cancelling'] }, order: 'ASC' },
  {
    key: 'cancelled',
    filter: {
      status: ['cancelled', 'no_show'],
      checkIn_gte: `${today.slice(0, 4)}-01-01`,
      checkIn_lte: `${today.slice(0, 4)}-12-31`,
    },
    order: 'DESC',
  },
  { key: 'all', filter: {}, order: 'DESC' },
]

/** The query of a list in this state; the address holds all of it. */
export const formatSearch = (filter: BookingFilter, order: 'ASC' | 'DESC' = 'ASC') => ({
  filter: JSON.stringify(filter),
  sort: 'checkIn',
  order,
  page: '1',
  perPage: '25',
})
