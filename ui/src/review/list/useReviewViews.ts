import { useGetList, useListContext } from 'react-admin'
import { sameFilter } from '../../components/list/sameFilter.ts'
import type { View } from '../../components/list/SavedViews.tsx'
import type { Review } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSession } from '../../session/session.ts'
import { formatSearch, listViewKeys, SORT, VIEWS, type ViewKey } from './views.ts'

/** How many reviews a view has, and the first of them. */
export const useView = (
  key: ViewKey,
  filter: object = {},
  sort: Readonly<{ field: string; order: 'ASC' | 'DESC' }> = SORT,
) => {
  const { total, data } = useGetList<Review>('reviews', {
    pagination: { page: 1, perPage: 1 },
    sort,
    filter: { ...VIEWS[key], ...filter },
  })
  return { total, first: data?.[0] }
}

/** The tabs above the list. */
export const useReviewViews = (): Readonly<{ tabs: readonly View[]; current: ViewKey | undefined }> => {
  const t = useText()
  const { filterValues } = useListContext()
  const keys = listViewKeys(useSession()?.account != null)
  const counts: Readonly<Record<ViewKey, number | undefined>> = {
    open: useView('open').total,
    write: useView('write').total,
    reply: useView('reply').total,
    disputed: useView('disputed').total,
    all: useView('all').total,
  }
  const [first] = keys
  const current = keys.find((key) => sameFilter(filterValues, VIEWS[key]))
  const tabs = keys.map((key): View => ({
    key,
    label: t(`reviews.views.${key}`),
    to: key === first ? to.reviews() : to.reviews(formatSearch(key)),
    current: key === current,
    count: counts[key],
  }))
  return { tabs, current }
}
