import type { ReactNode } from 'react'
import { ListBase } from 'react-admin'
import type { BookingFilter } from './views.ts'

const sort = { field: 'checkIn', order: 'ASC' } as const

/** An error is shown instead of the rows, not as a toast. */
const silentErrors = { onError: () => undefined }

/** A list of bookings whose state is all in the address; without a query it has the first filter. */
export const BookingListBase = ({
  first = {},
  children,
}: {
  first: BookingFilter | undefined
  children: ReactNode
}) => (
  <ListBase
    resource="bookings"
    perPage={25}
    sort={sort}
    filterDefaultValues={first}
    storeKey={false}
    queryOptions={silentErrors}
    disableAuthentication
  >
    {children}
  </ListBase>
)
