import { useGetList, useListContext } from 'react-admin'
import { sameFilter } from '../../components/list/sameFilter.ts'
import type { View } from '../../components/list/SavedViews.tsx'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSession } from '../../session/session.ts'
import { formatSearch, listViewKeys, viewFilter, type ReimbursementFilter, type ViewKey } from './views.ts'

const useCount = (filter: ReimbursementFilter) =>
  useGetList('reimbursements', {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'dueAt', order: 'ASC' },
    filter,
  }).total

/** The tabs above the list; the first two say how many claims they have. */
export const useReimbursementViews = (): Readonly<{
  tabs: readonly View[]
  current: ViewKey | undefined
}> => {
  const t = useText()
  const { filterValues } = useListContext()
  const session = useSession()
  const userId = session?.user.id ?? ''
  const keys = listViewKeys(session?.account != null)
  const [first, second = first] = keys
  const counts: Partial<Record<ViewKey, number | undefined>> = {
    [first]: useCount(viewFilter(first, userId)),
    [second]: useCount(viewFilter(second, userId)),
  }
  const current = keys.find((key) => sameFilter(filterValues, viewFilter(key, userId)))
  const tabs = keys.map((key): View => ({
    key,
    label: t(`reimbursement.views.${key}`),
    to: key === first ? to.reimbursements() : to.reimbursements(formatSearch(key, userId)),
    current: key === current,
    ...(key in counts && { count: counts[key] }),
  }))
  return { tabs, current }
}
