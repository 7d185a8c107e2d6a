import { useQuery } from '@tanstack/react-query'
import { addDays, zLocalDate } from '@hearth/contracts/kernel/dates'
import type {
  ComparedRows,
  ComparisonCode,
  ReconciliationOverview,
} from '@hearth/contracts/reconciliation/overview'
import { todayIn } from '../components/dates/localDate.ts'
import { getJson } from '../data/http/http.ts'
import { useSearchChange } from '../navigation/useSearchChange.ts'

const DAYS = 30

/** The state of the report, which the address holds. */
export const useOverviewView = () => {
  const [search, change] = useSearchChange()
  const today = todayIn('UTC')
  const day = (key: string, otherwise: string) => zLocalDate.safeParse(search.get(key)).data ?? otherwise
  return {
    from: day('from', addDays(today, -DAYS)),
    to: day('to', today),
    currency: search.get('currency') ?? undefined,
    /** The opened difference: `payouts_bank.<id>`. */
    open: search.get('open'),
    change,
  }
}
export type OverviewView = ReturnType<typeof useOverviewView>

export const useOverview = ({ from, to, currency }: OverviewView) => {
  const query = new URLSearchParams({ from, to, ...(currency !== undefined && { currency }) }).toString()
  return useQuery({
    queryKey: ['payouts', 'reconciliation', query],
    queryFn: ({ signal }) => getJson<ReconciliationOverview>(`/api/reconciliation-overview?${query}`, signal),
    placeholderData: (before) => before,
    retry: false,
  })
}

export const useComparedRows = (comparison: ComparisonCode, id: string) =>
  useQuery({
    queryKey: ['payouts', 'reconciliation', comparison, id],
    queryFn: ({ signal }) =>
      getJson<ComparedRows>(
        `/api/reconciliation-overview/${encodeURIComponent(id)}/rows?comparison=${comparison}`,
        signal,
      ),
    retry: false,
  })
