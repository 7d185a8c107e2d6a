import { useText } from '../i18n/text.ts'
import { PageHeader } from '../ui/PageHeader.tsx'

const BlockPage = () => <PageHeader title={useText()('app.titles.block')} />
export default BlockPage
