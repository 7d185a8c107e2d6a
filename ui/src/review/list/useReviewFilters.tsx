import { useListContext } from 'react-admin'
import { MAX_STARS } from '@hearth/contracts/review'
import {
  searchFilter,
  useCheckOutFilter,
  useListingFilter,
  without,
  type Filtering,
} from '../../components/list/commonFilters.tsx'
import type { Filter } from '../../components/list/FilterBar.tsx'
import { ChoiceForm } from '../../components/list/filterForms.tsx'
import { useText } from '../../i18n/text.ts'
import { ALL_STARS } from '../Stars.tsx'
import type { ReviewFilter } from './views.ts'

const useRatingFilter = ({ filter, setFilters }: Filtering<ReviewFilter>): Filter => {
  const t = useText()
  const most = filter.overall_lte
  return {
    key: 'rating',
    label: t('reviews.filters.rating'),
    value: most === undefined ? undefined : String(most),
    clear: () => setFilters(without(filter, 'overall_lte')),
    form: (close) => (
      <ChoiceForm
        legend={t('reviews.filters.rating')}
        choices={ALL_STARS.filter((stars) => stars < MAX_STARS).map((stars) => ({
          key: String(stars),
          label: t('reviews.stars', { stars }),
        }))}
        chosen={most === undefined ? [] : [String(most)]}
        onChange={([stars]) => {
          setFilters({ ...filter, overall_lte: Number(stars) })
          close()
        }}
      />
    ),
  }
}

/** The filters of the list; their state is in the address only. */
export const useReviewFilters = (): Filter[] => {
  const t = useText()
  const { filterValues, setFilters } = useListContext()
  const filtering: Filtering<ReviewFilter> = { filter: filterValues, setFilters }
  return [
    useCheckOutFilter(filtering, t('reviews.filters.since')),
    useListingFilter(filtering, t('reviews.filters.listing')),
    useRatingFilter(filtering),
    searchFilter(filtering, t('reviews.filters.search')),
  ]
}
