import { useText } from '../i18n/text.ts'
import { PageHeader } from '../ui/PageHeader.tsx'

const BookingPage = () => <PageHeader title={useText()('booking.title')} />
export default BookingPage
