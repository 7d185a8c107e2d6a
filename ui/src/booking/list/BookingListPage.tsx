import { useMemo } from 'react'
import { useSession } from '../../session/session.ts'
import { browserZone, todayIn } from '../../components/dates/localDate.ts'
import { BookingList } from './BookingList.tsx'
import { BookingListBase } from './BookingListBase.tsx'
import { createViews } from './views.ts'

/** `/bookings`: without a query it shows the first view. All of its state is in the address. */
const BookingListPage = () => {
  const zone = useSession()?.account?.timezone ?? browserZone()
  const views = useMemo(() => createViews(todayIn(zone)), [zone])
  return (
    <BookingListBase first={views[0]?.filter}>
      <BookingList views={views} />
    </BookingListBase>
  )
}
export default BookingListPage
