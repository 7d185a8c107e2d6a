import { useText } from '../i18n/text.ts'
import { PageHeader } from '../ui/PageHeader.tsx'

const BookingListPage = () => <PageHeader title={useText()('bookings.title')} />
export default BookingListPage
