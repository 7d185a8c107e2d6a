import { useText } from '../i18n/text.ts'
import { PageHeader } from '../ui/PageHeader.tsx'

const ListingListPage = () => <PageHeader title={useText()('listings.title')} />
export default ListingListPage
