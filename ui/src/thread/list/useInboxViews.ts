import { useGetList, useListContext } from 'react-admin'
import { sameFilter } from '../../components/list/sameFilter.ts'
import type { View } from '../../components/list/SavedViews.tsx'
import { useText } from '../../i18n/text.ts'
import { useInboxPaths } from '../useInboxPaths.ts'
import { useSession } from '../../session/session.ts'
import {
  createViews,
  formatSearch,
  readNarrowing,
  VIEW_KEYS,
  withoutListing,
  withoutText,
  type InboxFilter,
  type ViewKey,
} from './views.ts'

const useCount = (filter: InboxFilter) =>
  useGetList('threads', {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'place', order: 'ASC' },
    filter,
  }).total

/** The tabs above the list; those that show what is to be done say how much. */
export const useInboxViews = (): Readonly<{ tabs: readonly View[]; current: ViewKey | undefined }> => {
  const t = useText()
  const paths = useInboxPaths()
  const { filterValues } = useListContext()
  const views = createViews(useSession()?.user.id ?? '')
  const counts: Partial<Record<ViewKey, number | undefined>> = {
    all: useCount(views.all),
    toAnswer: useCount(views.toAnswer),
    unread: useCount(views.unread),
    mine: useCount(views.mine),
  }
  const current = VIEW_KEYS.find((key) => sameFilter(withoutText(withoutListing(filterValues)), views[key]))
  const narrowing = readNarrowing(filterValues as InboxFilter)
  const tabs = VIEW_KEYS.map((key): View => ({
    key,
    label: t(`thread.views.${key}`),
    to:
      key === 'all' && Object.keys(narrowing).length === 0
        ? paths.inbox()
        : paths.inbox(formatSearch({ ...views[key], ...narrowing })),
    current: key === current,
    ...(key in counts && { count: counts[key] }),
  }))
  return { tabs, current }
}
