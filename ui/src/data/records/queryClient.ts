import { QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ShortenedResource } from '@hearth/contracts'

const status = (error: unknown) =>
  error !== null && typeof error === 'object' && 'status' in error ? Number(error.status) : 0

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Live updates report changes, so a window that regains the focus refetches only after a minute.
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      networkMode: 'offlineFirst',
      retry: (count, error) => count < 2 && (status(error) === 0 || status(error) >= 500) && navigator.onLine,
    },
    // While offline, a command waits and is sent once the network is back; its key keeps it from acting
    // twice.
    mutations: { networkMode: 'online', retry: 0 },
  },
})

const shortened: Readonly<Record<ShortenedResource, true>> = { bookings: true }
/** Resources whose lists have fewer fields than the record itself; the contract's type names them. */
export const SHORTENED: ReadonlySet<unknown> = new Set(Object.keys(shortened))

// React-admin stores rows of lists as records to show them without a request. A shortened row would be shown
// as the whole record, so these records are always requested.
const put = queryClient.setQueryData.bind(queryClient)
const isNewRecord = (key: QueryKey) =>
  key[1] === 'getOne' && SHORTENED.has(key[0]) && queryClient.getQueryData(key) === undefined
Object.assign(queryClient, {
  setQueryData: (...args: Parameters<typeof put>) => (isNewRecord(args[0]) ? undefined : put(...args)),
})
