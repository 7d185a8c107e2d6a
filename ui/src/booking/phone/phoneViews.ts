import type { LocalDate } from '../../components/dates/localDate.ts'
import { NOT_CANCELLED, type BookingFilter } from '../list/views.ts'

export type PhoneViewKey = 'next' | 'past' | 'cancelled'
export type PhoneView = Readonly<{ key: PhoneViewKey; filter: BookingFilter; order: 'ASC' | 'DESC' }>

/** The views of a phone, for a given day: together every stay, each in one of them. */
export const createPhoneViews = (today: LocalDate): readonly PhoneView[] => [
  {
    key: 'next',
    filter: {
      stay: { from: today },
      status: NOT_CANCELLED.filter((status) => status !== 'checked_out' && status !== 'completed'),
    },
    order: 'ASC',
  },
  { key: 'past', filter: { status: ['checked_out', 'completed'] }, order: 'DESC' },
  { key: 'cancelled', filter: { status: ['cancelled', 'no_show'] }, order: 'DESC' },
]
