import '../../offer/requestTexts.ts'
import { ListBase } from 'react-admin'
import { RequestList } from './RequestList.tsx'
import { useSession } from '../../session/session.ts'
import { findSort, listViewKeys, VIEWS } from './views.ts'

/** An error is shown instead of the rows, not as a toast. */
const silentErrors = { onError: () => undefined }

/** `/requests`: without a query it shows what waits for the reader. All of its state is in the address. */
const RequestListPage = () => {
  const [first] = listViewKeys(useSession()?.account != null)
  return (
    <ListBase
      resource="requests"
      perPage={25}
      sort={findSort(first)}
      filterDefaultValues={VIEWS[first]}
      storeKey={false}
      queryOptions={silentErrors}
      disableAuthentication
    >
      <RequestList />
    </ListBase>
  )
}
export default RequestListPage
