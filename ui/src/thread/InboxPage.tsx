import './texts.ts'
import { ListBase } from 'react-admin'
import { Inbox } from './Inbox.tsx'

const sort = { field: 'place', order: 'ASC' } as const
const current = { archived: false }

/** An error is shown instead of the rows, not as a toast. */
const silentErrors = { onError: () => undefined }

/** `/inbox` and `/inbox/{id}`: the list stays while its conversations are opened. Its view is in the address. */
const InboxPage = () => (
  <ListBase
    resource="threads"
    perPage={25}
    sort={sort}
    filterDefaultValues={current}
    storeKey={false}
    queryOptions={silentErrors}
    disableAuthentication
  >
    <Inbox />
  </ListBase>
)
export default InboxPage
