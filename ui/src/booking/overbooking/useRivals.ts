import { addDays, overlaps, type LocalDate } from '@hearth/contracts/kernel/dates'
import { useGetList } from 'react-admin'
import type { Booking, Claim, ListedBooking } from '../../data/records/records.ts'

/** Nights that a listing keeps free between two stays can be what is missing. */
const PREP_NIGHTS = 2
const STANDING = ['confirmed', 'overbooked', 'in_stay', 'cancelling'] as const
const PAGE = { page: 1, perPage: 50 }

type Span = Readonly<{ start: LocalDate; end: LocalDate }>

/** Those on the same nights; where there are none, those so near that no night is left between them. */
const pickNearest = <T>(rows: readonly T[], spanOf: (row: T) => Span, stay: Span): readonly T[] => {
  const same = rows.filter((row) => overlaps(spanOf(row), stay))
  return same.length > 0 ? same : rows
}

/** What else has the nights of an overbooked stay: other stays, and blocks where there are none. */
export const useRivals = (booking: Booking | undefined) => {
  const stay = { start: booking?.checkIn ?? '', end: booking?.checkOut ?? '' }
  const enabled = booking !== undefined
  const near = enabled
    ? { from: addDays(stay.start, -PREP_NIGHTS), to: addDays(stay.end, PREP_NIGHTS) }
    : undefined
  const stays = useGetList<ListedBooking>(
    'bookings',
    {
      pagination: PAGE,
      sort: { field: 'confirmedAt', order: 'ASC' },
      filter: { listingId: booking?.listingId, stay: near, status: STANDING },
    },
    { enabled },
  )
  const claims = useGetList<Claim>(
    'claims',
    {
      pagination: PAGE,
      sort: { field: 'start', order: 'ASC' },
      filter: { listingId: booking?.listingId, nights: near, state: ['held', 'committed'] },
    },
    { enabled },
  )
  const others = (stays.data ?? []).filter(({ id }) => id !== booking?.id)
  const blocks = (claims.data ?? []).filter(({ kind }) => kind !== 'booking' && kind !== 'request_hold')
  return {
    stays: pickNearest(others, ({ checkIn, checkOut }) => ({ start: checkIn, end: checkOut }), stay),
    blocks: blocks.filter((block) => overlaps(block, stay)),
    loading: enabled && (stays.isPending || claims.isPending),
    error: stays.error ?? claims.error,
    retry: () => void Promise.all([stays.refetch(), claims.refetch()]),
  }
}
