import { ListingDetailsPage } from '../../listing/details/ListingDetailsPage.tsx'
import { AvailabilityTab } from './AvailabilityTab.tsx'

/** `/listing-details/:tab`: every detail of a listing, with its calendar under availability. */
const ListingDetailsWithCalendarPage = () => <ListingDetailsPage Availability={AvailabilityTab} />
export default ListingDetailsWithCalendarPage
