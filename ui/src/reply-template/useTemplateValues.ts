import { useGetOne } from 'react-admin'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { listingContents } from '@hearth/contracts/listing'
import { readTemplateValues, type TemplateValues } from '@hearth/contracts/reply-template'
import { useListings } from '../data/queries/useListings.ts'
import { useOptionalRecord } from '../data/queries/useOptionalRecord.ts'
import type { Booking } from '../data/records/records.ts'
import { useSees } from '../session/session.ts'

export type TemplateSubject = Readonly<{ guestName: string; listingId: string; bookingId: string | null }>

/** What variables stand for with this guest, stay and listing; undefined until that is known. */
export const useTemplateValues = (
  { guestName, listingId, bookingId }: TemplateSubject,
  enabled: boolean,
): TemplateValues | undefined => {
  const readsStay = useSees('booking.read') && bookingId !== null
  const listing = useListings(enabled ? [listingId] : []).get(listingId)
  const content = useOptionalRecord<Shown<typeof listingContents>>('listing-contents', listingId, enabled)
  const stay = useGetOne<Booking>(
    'bookings',
    { id: bookingId ?? '' },
    { enabled: enabled && readsStay, retry: false },
  )
  const isPending = listing === undefined || content.isPending || (readsStay && stay.isPending)
  if (!enabled || isPending) return undefined
  return readTemplateValues({ guestName, listing, stay: stay.data, content: content.data })
}
