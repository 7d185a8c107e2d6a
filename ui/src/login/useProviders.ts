import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { zProviders } from '@hearth/contracts/login'
import { getJson } from '../data/http.ts'

/** Who may tell us who somebody is, in this installation. */
export const useProviders = () =>
  useQuery({ queryKey: ['login', 'providers'], queryFn: async ({ signal }) => (await getJson<z.infer<typeof zProviders>>('/api/login/providers', signal)).providers, staleTime: 300_000 })
