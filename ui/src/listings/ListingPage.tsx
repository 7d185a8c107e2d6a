import { useText } from '../i18n/text.ts'
import { PageHeader } from '../ui/PageHeader.tsx'

const ListingPage = () => <PageHeader title={useText()('app.titles.listing')} />
export default ListingPage
