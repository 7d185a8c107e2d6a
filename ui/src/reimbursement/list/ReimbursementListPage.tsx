import '../texts.ts'
import { ListBase } from 'react-admin'
import { useSession } from '../../session/session.ts'
import { ReimbursementList } from './ReimbursementList.tsx'
import { findSort, listViewKeys, viewFilter } from './views.ts'

/** An error is shown instead of the rows, not as a toast. */
const silentErrors = { onError: () => undefined }

/** `/reimbursements`: without a query it shows what is open. All of its state is in the address. */
const ReimbursementListPage = () => {
  const session = useSession()
  const [first] = listViewKeys(session?.account != null)
  return (
    <ListBase
      resource="reimbursements"
      perPage={25}
      sort={findSort(first)}
      filterDefaultValues={viewFilter(first, session?.user.id ?? '')}
      storeKey={false}
      queryOptions={silentErrors}
      disableAuthentication
    >
      <ReimbursementList />
    </ListBase>
  )
}
export default ReimbursementListPage
