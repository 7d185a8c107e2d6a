import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { zProviders } from '@hearth/contracts/login'
import { getJson } from '../data/http/http.ts'
import { queryClient } from '../data/records/queryClient.ts'

const query = {
  queryKey: ['login', 'providers'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await getJson<z.infer<typeof zProviders>>('/api/login/providers', signal)).providers,
  staleTime: 300_000,
}

/** The identity providers of this installation. */
export const useProviders = () => useQuery(query)

/** The name of a provider; its id when the name is unknown. */
export const nameOfProvider = async (id: string): Promise<string> =>
  (await queryClient.fetchQuery(query).catch(() => [])).find((provider) => provider.id === id)?.name ?? id
