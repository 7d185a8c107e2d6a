import { ListBase } from 'react-admin'
import { ListingList } from './ListingList.tsx'

const sort = { field: 'title', order: 'ASC' } as const

const ListingListPage = () => (
  <ListBase resource="listings" perPage={25} sort={sort} storeKey={false} disableAuthentication>
    <ListingList />
  </ListBase>
)
export default ListingListPage
