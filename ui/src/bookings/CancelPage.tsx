import { useText } from '../i18n/text.ts'
import { PageHeader } from '../ui/PageHeader.tsx'

const CancelPage = () => <PageHeader title={useText()('cancel.title')} />
export default CancelPage
