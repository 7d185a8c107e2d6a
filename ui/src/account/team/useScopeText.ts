import { useAllListings } from '../../data/queries/useAllListings.ts'
import { useText } from '../../i18n/text.ts'

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
