import { useMemo } from 'react'
import { ListBase } from 'react-admin'
import { useSession } from '../../session/session.ts'
import { browserZone, todayIn } from '../../components/dates/localDate.ts'
import { BookingList } from './BookingList.tsx'
import { createViews } from './views.ts'

const sort = { field: 'checkIn', order: 'ASC' } as const

/** An error is shown instead of the rows, not as a toast. */
const silentErrors = { onError: () => undefined }

/** `/bookings`: without a query it shows the first view. All of its state is in the address. */
const BookingListPage = () => {
  const zone = useSession()?.account?.timezone ?? browserZone()
  const views = useMemo(() => createViews(todayIn(zone)), [zone])
  return (
    <ListBase
      resource="bookings"
      perPage={25}
      sort={sort}
      filterDefaultValues={views[0]?.filter ?? {}}
      storeKey={false}
      queryOptions={silentErrors}
      disableAuthentication
    >
      <BookingList views={views} />
    </ListBase>
  )
}
export default BookingListPage
