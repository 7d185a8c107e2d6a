import { useText } from '../i18n/text.ts'
import { PageHeader } from '../ui/PageHeader.tsx'

const CalendarPage = () => <PageHeader title={useText()('calendar.title')} />
export default CalendarPage
