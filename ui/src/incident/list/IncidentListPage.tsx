import '../texts.ts'
import { ListBase } from 'react-admin'
import { IncidentList } from './IncidentList.tsx'
import { findSort, VIEWS } from './views.ts'

/** An error is shown instead of the rows, not as a toast. */
const silentErrors = { onError: () => undefined }

/** `/incidents`: without a query it shows what is open. All of its state is in the address. */
const IncidentListPage = () => (
  <ListBase
    resource="incidents"
    perPage={25}
    sort={findSort('open')}
    filterDefaultValues={VIEWS.open}
    storeKey={false}
    queryOptions={silentErrors}
    disableAuthentication
  >
    <IncidentList />
  </ListBase>
)
export default IncidentListPage
