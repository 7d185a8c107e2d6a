import { useQuery } from '@tanstack/react-query'
import type { TaxLines, TaxPreview } from '@hearth/contracts/tax-profile'
import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { useNow } from '../components/dates/useNow.ts'
import { getJson } from '../data/http/http.ts'
import { useSession } from '../session/session.ts'

const usePath = () => {
  const id = useSession()?.account?.id ?? ''
  return `/api/tax-profiles/${encodeURIComponent(id)}`
}

/** The year that it is where the reader is. */
export const useThisYear = (): number => new Date(useNow(MINUTE_MS)).getFullYear()

/** What the forms of a year would say if it ended now. */
export const useTaxPreview = (year: number) => {
  const path = `${usePath()}/preview?year=${year}`
  return useQuery({
    queryKey: ['tax-profiles', 'preview', path],
    queryFn: ({ signal }) => getJson<TaxPreview>(path, signal),
  })
}

/** The ledger entries behind a box. */
export const useTaxLines = (year: number, form: string, box: string) => {
  const query = new URLSearchParams({ year: String(year), form, box }).toString()
  const path = `${usePath()}/preview-lines?${query}`
  return useQuery({
    queryKey: ['tax-profiles', 'lines', path],
    queryFn: ({ signal }) => getJson<TaxLines>(path, signal),
  })
}
