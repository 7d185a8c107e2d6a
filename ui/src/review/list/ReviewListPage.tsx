import '../texts.ts'
import { ListBase } from 'react-admin'
import { useSession } from '../../session/session.ts'
import { ReviewList } from './ReviewList.tsx'
import { listViewKeys, SORT, VIEWS } from './views.ts'

/** An error is shown instead of the rows, not as a toast. */
const silentErrors = { onError: () => undefined }

/** `/reviews`: every pair of reviews, those that are open first. All of its state is in the address. */
const ReviewListPage = () => {
  const [first] = listViewKeys(useSession()?.account != null)
  return (
    <ListBase
      resource="reviews"
      perPage={25}
      sort={SORT}
      filterDefaultValues={VIEWS[first]}
      storeKey={false}
      queryOptions={silentErrors}
      disableAuthentication
    >
      <ReviewList />
    </ListBase>
  )
}
export default ReviewListPage
