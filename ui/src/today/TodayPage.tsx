import { useText } from '../i18n/text.ts'
import { PageHeader } from '../ui/PageHeader.tsx'

const TodayPage = () => <PageHeader title={useText()('today.title')} />
export default TodayPage
