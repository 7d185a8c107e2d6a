import { useListContext } from 'react-admin'
import { MAX_STARS } from '@hearth/contracts/review'
import { formatDay } from '../../components/dates/localDate.ts'
import type { Filter } from '../../components/list/FilterBar.tsx'
import { ChoiceForm, DatesForm, TextForm } from '../../components/list/filterForms.tsx'
import { useAllListings } from '../../data/queries/useAllListings.ts'
import { useText } from '../../i18n/text.ts'
import { ALL_STARS } from '../Stars.tsx'
import type { ReviewFilter } from './views.ts'

const without = (filter: ReviewFilter, ...keys: readonly (keyof ReviewFilter)[]): ReviewFilter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !keys.some((key) => key === name)))

const useListingFilter = (filter: ReviewFilter, setFilters: (filter: ReviewFilter) => void): Filter => {
  const t = useText()
  const { data: listings = [] } = useAllListings()
  const { listingId } = filter
  return {
    key: 'listing',
    label: t('reviews.filters.listing'),
    value: listingId === undefined ? undefined : listings.find(({ id }) => id === listingId)?.title,
    clear: () => setFilters(without(filter, 'listingId')),
    form: (close) => (
      <ChoiceForm
        legend={t('reviews.filters.listing')}
        choices={listings.map(({ id, title }) => ({ key: id, label: title }))}
        chosen={listingId === undefined ? [] : [listingId]}
        onChange={([id]) => {
          setFilters(id === undefined ? without(filter, 'listingId') : { ...filter, listingId: id })
          close()
        }}
      />
    ),
  }
}

const useRatingFilter = (filter: ReviewFilter, setFilters: (filter: ReviewFilter) => void): Filter => {
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

const useDatesFilter = (filter: ReviewFilter, setFilters: (filter: ReviewFilter) => void): Filter => {
  const t = useText()
  const { checkOut_gte: from, checkOut_lte: last } = filter
  const days = [from, last].flatMap((date) => (date === undefined ? [] : [formatDay(date)]))
  return {
    key: 'dates',
    label: t('reviews.filters.since'),
    value: days.length === 0 ? undefined : days.join(' – '),
    clear: () => setFilters(without(filter, 'checkOut_gte', 'checkOut_lte')),
    form: (close) => (
      <DatesForm
        from={from}
        last={last}
        onApply={(start, end) => {
          setFilters({
            ...without(filter, 'checkOut_gte', 'checkOut_lte'),
            ...(start !== undefined && { checkOut_gte: start }),
            ...(end !== undefined && { checkOut_lte: end }),
          })
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
  const filter: ReviewFilter = filterValues
  return [
    useDatesFilter(filter, setFilters),
    useListingFilter(filter, setFilters),
    useRatingFilter(filter, setFilters),
    {
      key: 'q',
      label: t('reviews.filters.search'),
      value: filter.q,
      clear: () => setFilters(without(filter, 'q')),
      form: (close) => (
        <TextForm
          label={t('reviews.filters.search')}
          value={filter.q ?? ''}
          onApply={(q) => {
            setFilters(q === '' ? without(filter, 'q') : { ...filter, q })
            close()
          }}
        />
      ),
    },
  ]
}
