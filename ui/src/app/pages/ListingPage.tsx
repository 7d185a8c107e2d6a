import { NextNights } from '../../calendar/NextNights.tsx'
import { ListingPage } from '../../listing/page/ListingPage.tsx'

/** `/listings/:id`: the listing with its row of the calendar. */
const ListingWithCalendarPage = () => <ListingPage Nights={NextNights} />
export default ListingWithCalendarPage
