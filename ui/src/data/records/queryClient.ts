import { QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ShortenedResource } from '@hearth/contracts'
import { isPassing, refetchOutdated, status } from './outdated.ts'
import { readWhenLive } from './readPeriods.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Live updates report changes, so a window that regains the focus refetches only after a minute.
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      networkMode: 'offlineFirst',
      retry: (count, error) => count < 2 && isPassing(error) && status(error) !== 429 && navigator.onLine,
      persister: readWhenLive,
      refetchInterval: refetchOutdated,
    },
    // While offline, a command waits and is sent once the network is back; its key keeps it from acting
    // twice.
    mutations: { networkMode: 'online', retry: 0 },
  },
})

const shortened: Readonly<Record<ShortenedResource, true>> = {
  bookings: true,
  events: true,
  incidents: true,
  reimbursements: true,
  requests: true,
}
/** Resources whose lists have fewer fields than the record itself; the contract's type names them. */
export const SHORTENED: ReadonlySet<unknown> = new Set(Object.keys(shortened))

// React-admin stores rows of lists as records to show them without a request. A shortened row would be shown
// as the whole record, so these records are always requested. A record that it has already is stored again as
// it is: that would look like a new answer, and hide that the record changed or could not be refetched.
const put = queryClient.setQueryData.bind(queryClient)
type Put = Parameters<typeof put>
const isNewRecord = (key: QueryKey) =>
  key[1] === 'getOne' && SHORTENED.has(key[0]) && queryClient.getQueryData(key) === undefined
const changesNothing = ([key, next]: Put) => {
  const rows = queryClient.getQueryData(key)
  return rows !== undefined && typeof next === 'function' && next(rows) === rows
}
Object.assign(queryClient, {
  setQueryData: (...args: Put) =>
    isNewRecord(args[0]) || changesNothing(args) ? queryClient.getQueryData(args[0]) : put(...args),
})
