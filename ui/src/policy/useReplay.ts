import { useQuery } from '@tanstack/react-query'
import { useGetList } from 'react-admin'
import { addMonths, zLocalDate } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { policies, PolicyReplay } from '@hearth/contracts/policy'
import { todayIn } from '../components/dates/localDate.ts'
import { getJson } from '../data/http/http.ts'
import { useSearchChange } from '../navigation/useSearchChange.ts'

export type PolicyVersion = Shown<typeof policies>

const MONTHS = 6
/** Who has something of a canceled stay. */
export const SIDES = ['guestMinor', 'hearthMinor', 'hostMinor'] as const
export type Side = (typeof SIDES)[number]

/** The versions of the cancellation policy, the newest first. */
export const useVersions = () =>
  useGetList<PolicyVersion>('policies', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'version', order: 'DESC' },
    filter: { name: 'cancellation' },
  })

/** A proposed version of interest comes first; without one, the newest. */
const chooseVersion = (versions: readonly PolicyVersion[]): number =>
  (versions.find(({ state }) => state === 'proposed') ?? versions[0])?.version ?? 1

const readVersion = (versions: readonly PolicyVersion[], text: string | null): number | undefined =>
  versions.find(({ version }) => String(version) === text)?.version

/** The state of the report, which the address holds. */
export const useReplayView = (versions: readonly PolicyVersion[]) => {
  const [search, change] = useSearchChange()
  const today = todayIn('UTC')
  const day = (key: string, otherwise: string) => zLocalDate.safeParse(search.get(key)).data ?? otherwise
  return {
    version: readVersion(versions, search.get('version')) ?? chooseVersion(versions),
    /** Undefined: what happened. */
    against: readVersion(versions, search.get('against')),
    from: day('from', addMonths(today, -MONTHS)),
    to: day('to', today),
    currency: search.get('currency') ?? undefined,
    hostAccountId: search.get('hostAccountId') ?? undefined,
    /** The host whose stays are shown. */
    open: search.get('open'),
    change,
  }
}
export type ReplayView = ReturnType<typeof useReplayView>

/** What the parts of the report show: a replay of at least one cancellation, in its currency. */
export type ReplayProps = Readonly<{ replay: PolicyReplay; currency: Currency; view: ReplayView }>

export const useReplay = ({ version, against, from, to, currency, hostAccountId }: ReplayView) => {
  const query = new URLSearchParams({
    version: String(version),
    from,
    to,
    ...(against !== undefined && { against: String(against) }),
    ...(currency !== undefined && { currency }),
    ...(hostAccountId !== undefined && { hostAccountId }),
  }).toString()
  return useQuery({
    queryKey: ['policies', 'replay', query],
    queryFn: ({ signal }) => getJson<PolicyReplay>(`/api/policy-replay?${query}`, signal),
    placeholderData: (before) => before,
    retry: false,
  })
}
