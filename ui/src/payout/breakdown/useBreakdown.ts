import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearchParams, type NavigateOptions } from 'react-router-dom'
import {
  BREAKDOWN_BY,
  BREAKDOWN_PARTS,
  BREAKDOWN_STAGES,
  BREAKDOWN_WHEN,
  type BreakdownEntries,
  type BreakdownPart,
  type BreakdownStage,
  type PayoutsBreakdown,
} from '@hearth/contracts/ledger'
import type { PayoutExplanation } from '@hearth/contracts/ledger'
import type { ExportEnding } from '../../components/list/ExportMenu.tsx'
import { useSession } from '../../session/session.ts'
import { getJson } from '../../data/http/http.ts'
import { browserZone, todayIn } from '../../components/dates/localDate.ts'
import { findDays, PERIODS, type Days, type Period } from '../../components/date-fields/periods.ts'

const pickOne = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text)

/** An opened amount: of a group, a part, a stage, a combination of them, or all. */
export type Opened = Readonly<{ group?: string; part?: BreakdownPart; stage?: BreakdownStage }>

/** How many steps of the history the open drawer has taken. */
const readDepth = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'drawer' in state && typeof state.drawer === 'number'
    ? state.drawer
    : 0

/** The state of the page, which the address holds; `usual` is the period of an address that names none. */
export const useView = (usual: Period = 'year') => {
  const [search, setSearch] = useSearchParams()
  const session = useSession()
  const zone = session?.account?.timezone ?? browserZone()
  const [from, to] = [search.get('from') ?? undefined, search.get('to') ?? undefined]
  const chosen = from !== undefined || to !== undefined
  const period: Period | 'dates' = chosen ? 'dates' : (pickOne(PERIODS, search.get('period')) ?? usual)
  const days: Days =
    period === 'dates'
      ? { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
      : findDays(period, todayIn(zone))
  const part = pickOne(BREAKDOWN_PARTS, search.get('part'))
  const stage = pickOne(BREAKDOWN_STAGES, search.get('stage'))
  const group = search.get('group') ?? undefined
  const opened: Opened | null =
    part !== undefined || stage !== undefined || group !== undefined || search.get('all') === '1'
      ? {
          ...(part === undefined ? {} : { part }),
          ...(stage === undefined ? {} : { stage }),
          ...(group === undefined ? {} : { group }),
        }
      : null
  const depth = readDepth(useLocation().state)
  const navigate = useNavigate()
  const set = (changes: Readonly<Record<string, string | undefined>>, options?: NavigateOptions) => {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) next.delete(key)
      else next.set(key, value)
    }
    setSearch(next, options)
  }
  const closed = {
    expected: undefined,
    payout: undefined,
    group: undefined,
    part: undefined,
    stage: undefined,
    all: undefined,
  }
  const deeper = { state: { drawer: depth + 1 } }
  return {
    zone,
    period,
    days,
    opened,
    view: pickOne([...BREAKDOWN_BY, 'payouts'] as const, search.get('view')) ?? 'month',
    when: pickOne(BREAKDOWN_WHEN, search.get('when')) ?? 'earned',
    currency: search.get('currency') ?? undefined,
    payout: search.get('payout'),
    /** Whether the stays that are still to be earned are open. */
    expected: search.get('expected') === '1',
    change: (changes: Readonly<Record<string, string | undefined>>) => set({ ...closed, ...changes }),
    open: (what: Opened) =>
      set({ ...closed, ...what, ...(Object.keys(what).length === 0 ? { all: '1' } : {}) }, deeper),
    openExpected: () => set({ ...closed, expected: '1' }),
    openPayout: (id: string) => set({ ...closed, payout: id }, deeper),
    /** Goes back to before the drawer was opened; one that came with the address is taken out of it. */
    close: () => {
      if (depth > 0) void navigate(-depth)
      else set(closed, { replace: true })
    },
  }
}
export type View = ReturnType<typeof useView>

/** The query of the breakdown. Payouts are not grouped, and are shown beside the months. */
const createQuery = ({ view, when, currency, days }: Pick<View, 'view' | 'when' | 'currency' | 'days'>) =>
  new URLSearchParams({
    by: view === 'payouts' ? 'month' : view,
    when,
    ...days,
    ...(currency === undefined ? {} : { currency }),
  })

export const exportPath = (view: View, ending: ExportEnding) =>
  `/api/payouts-breakdown.${ending}?${createQuery(view).toString()}`

export const useBreakdown = (view: View) => {
  const query = createQuery(view).toString()
  return useQuery({
    queryKey: ['ledger-entries', 'breakdown', query],
    queryFn: ({ signal }) => getJson<PayoutsBreakdown>(`/api/payouts-breakdown?${query}`, signal),
    placeholderData: (before) => before,
  })
}

export const useOpenedEntries = (view: View, opened: Opened) => {
  const query = new URLSearchParams([...createQuery(view), ...Object.entries(opened)]).toString()
  return useQuery({
    queryKey: ['ledger-entries', 'opened', query],
    queryFn: ({ signal }) => getJson<BreakdownEntries>(`/api/payouts-breakdown/entries?${query}`, signal),
  })
}

export const usePayoutExplanation = (id: string) =>
  useQuery({
    queryKey: ['payouts', 'explain', id],
    queryFn: ({ signal }) =>
      getJson<PayoutExplanation>(`/api/payouts/${encodeURIComponent(id)}/explain`, signal),
  })
