import { useGetOne } from 'react-admin'
import type { Booking } from '../data/records/records.ts'

/** The stay that a conversation is about, once it is loaded. */
export const useStay = (id: string): Booking | undefined =>
  useGetOne<Booking>('bookings', { id }, { retry: false }).data
