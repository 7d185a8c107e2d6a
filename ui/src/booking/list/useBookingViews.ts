import { useGetList, useListContext } from 'react-admin'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import type { View } from '../../components/list/SavedViews.tsx'
import { sameFilter } from '../../components/list/sameFilter.ts'
import { formatSearch, type BookingFilter, type ViewKey, type createViews } from './views.ts'

/** How many bookings a filter leaves; undefined until it is known. */
export const useCount = (filter: BookingFilter = {}) =>
  useGetList('bookings', {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'checkIn', order: 'ASC' },
    filter,
  }).total

/** The tabs above the list, each with how many bookings it holds. */
export const useBookingViews = (views: ReturnType<typeof createViews>): View[] => {
  const t = useText()
  const { filterValues } = useListContext()
  const counts: Record<ViewKey, number | undefined> = {
    next30: useCount(views[0]?.filter ?? {}),
    week: useCount(views[1]?.filter ?? {}),
    inHouse: useCount(views[2]?.filter ?? {}),
    attention: useCount(views[3]?.filter ?? {}),
    cancelled: useCount(views[4]?.filter ?? {}),
    all: useCount({}),
  }
  const year = views[4]?.filter.checkIn_gte?.slice(0, 4) ?? ''
  return views.map(({ key, filter, order }, index) => ({
    key,
    label: t(`booking.list.views.${key}`, { year }),
    to: to.bookings(index === 0 ? {} : formatSearch(filter, order)),
    current: sameFilter(filterValues, filter),
    count: counts[key],
  }))
}
