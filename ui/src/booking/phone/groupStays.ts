import type { LocalDate } from '../../components/dates/localDate.ts'
import type { ListedBooking } from '../../data/records/records.ts'

type Group<Stay> = Readonly<{ day: LocalDate | null; stays: readonly Stay[] }>

/** Those in the house first (`day` null), then the others by their day of arrival, in the order given. */
export const groupStays = <Stay extends Pick<ListedBooking, 'status' | 'checkIn'>>(
  stays: readonly Stay[],
): readonly Group<Stay>[] => {
  const inHouse = stays.filter(({ status }) => status === 'in_stay')
  const others = stays.filter(({ status }) => status !== 'in_stay')
  const days = [...new Set(others.map(({ checkIn }) => checkIn))]
  return [
    ...(inHouse.length === 0 ? [] : [{ day: null, stays: inHouse }]),
    ...days.map((day) => ({ day, stays: others.filter(({ checkIn }) => checkIn === day) })),
  ]
}
