import { QueryClient } from '@tanstack/react-query'

const status = (error: unknown) => (error !== null && typeof error === 'object' && 'status' in error ? Number(error.status) : 0)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Live updates tell what changed; a window that comes back asks anew only after a minute.
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      networkMode: 'offlineFirst',
      retry: (count, error) => count < 2 && (status(error) === 0 || status(error) >= 500) && navigator.onLine,
    },
    // While offline a command waits and is sent once the network is back; its key keeps it from acting twice.
    mutations: { networkMode: 'online', retry: 0 },
  },
})
