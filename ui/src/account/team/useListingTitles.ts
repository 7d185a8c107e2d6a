import { useGetList } from 'react-admin'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

/** The account's listings by title, as far as this session sees them. */
export const useAllListings = () =>
  useGetList<Listing>('listings', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'title', order: 'ASC' },
    filter: {},
  })

/** `all listings`, `Cedar House, Mill Loft`, `5 listings`. */
export const useScopeText = () => {
  const t = useText()
  const { data = [] } = useAllListings()
  const titles = new Map(data.map(({ id, title }) => [String(id), title]))
  return (listingIds: readonly string[] | null) => {
    if (listingIds === null) return t('account.scope.allShort')
    const known = listingIds.flatMap((id) => titles.get(id) ?? [])
    return listingIds.length <= 2 && known.length === listingIds.length
      ? known.join(', ')
      : t('account.scope.chosen', { smart_count: listingIds.length })
  }
}
