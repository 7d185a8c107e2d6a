import { useGetList, useListContext } from 'react-admin'
import { sameFilter } from '../../components/list/sameFilter.ts'
import type { View } from '../../components/list/SavedViews.tsx'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSession } from '../../session/session.ts'
import { formatSearch, listViewKeys, VIEWS, type ViewKey } from './views.ts'

const useCount = (key: ViewKey) =>
  useGetList('requests', {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'dueAt', order: 'ASC' },
    filter: VIEWS[key],
  }).total

/** The tabs above the list; those with something to do say how much. */
export const useRequestViews = (): Readonly<{ tabs: readonly View[]; current: ViewKey | undefined }> => {
  const t = useText()
  const { filterValues } = useListContext()
  const isHost = useSession()?.account != null
  const labels: Readonly<Record<ViewKey, string>> = {
    host: t(isHost ? 'request.views.forHost' : 'request.views.forHosts'),
    guest: t('request.views.forGuests'),
    operations: t(isHost ? 'request.views.forHearth' : 'request.views.forStaff'),
    decided: t('request.views.decided'),
    all: t('request.views.all'),
  }
  const counts: Partial<Record<ViewKey, number | undefined>> = {
    host: useCount('host'),
    guest: useCount('guest'),
    operations: useCount('operations'),
  }
  const keys = listViewKeys(isHost)
  const [first] = keys
  const current = keys.find((key) => sameFilter(filterValues, VIEWS[key]))
  const tabs = keys.map((key): View => ({
    key,
    label: labels[key],
    to: key === first ? to.requests() : to.requests(formatSearch(key)),
    current: key === current,
    ...(key in counts && { count: counts[key] }),
  }))
  return { tabs, current }
}
