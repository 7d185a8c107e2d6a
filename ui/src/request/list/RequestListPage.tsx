import '../texts.ts'
import { ListBase } from 'react-admin'
import { RequestList } from './RequestList.tsx'
import { findSort, VIEWS } from './views.ts'

/** An error is shown instead of the rows, not as a toast. */
const silentErrors = { onError: () => undefined }

/** `/requests`: without a query it shows what waits for the host. All of its state is in the address. */
const RequestListPage = () => (
  <ListBase
    resource="requests"
    perPage={25}
    sort={findSort('host')}
    filterDefaultValues={VIEWS.host}
    storeKey={false}
    queryOptions={silentErrors}
    disableAuthentication
  >
    <RequestList />
  </ListBase>
)
export default RequestListPage
