import { useListContext } from 'react-admin'
import { NativeSelect, OutlinedInput } from '@mui/material'
import { useAllListings } from '../../data/queries/useAllListings.ts'
import { useText } from '../../i18n/text.ts'
import { withoutListing, type InboxFilter } from './views.ts'

/** Narrows every view to one listing; nothing where there is only one. */
export const ListingFilter = () => {
  const t = useText()
  const { filterValues, setFilters } = useListContext()
  const { data: listings = [] } = useAllListings()
  const filter: InboxFilter = filterValues
  if (listings.length < 2) return null
  const choose = (listingId: string) =>
    setFilters({ ...withoutListing(filter), ...(listingId !== '' && { listingId }) })
  return (
    <NativeSelect
      input={<OutlinedInput size="small" />}
      value={filter.listingId ?? ''}
      onChange={({ target }) => choose(target.value)}
      inputProps={{ 'aria-label': t('thread.listing') }}
      sx={{ maxWidth: 136, minHeight: 0, height: { xs: 44, md: 32 } }}
    >
      <option value="">{t('thread.allListings')}</option>
      {listings.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </NativeSelect>
  )
}
