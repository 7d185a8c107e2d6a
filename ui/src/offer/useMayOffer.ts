import { useNow } from '../components/dates/useNow.ts'
import type { Booking } from '../data/records/records.ts'
import { useCan } from '../session/session.ts'

/** Whether the person can offer another stay to the guest: until it begins. */
export const useMayOffer = ({ status, checkInInstant, party }: Booking): boolean => {
  const may = useCan('request.decide')
  const begun = useNow(60_000) >= Date.parse(checkInInstant)
  return may && !begun && status === 'confirmed' && party !== null
}
