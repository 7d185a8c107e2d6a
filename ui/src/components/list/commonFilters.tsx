import { formatDay } from '../dates/localDate.ts'
import { useAllListings } from '../../data/queries/useAllListings.ts'
import type { Filter } from './FilterBar.tsx'
import { ChoiceForm, DatesForm, TextForm } from './filterForms.tsx'

/** The filter of a list as its address holds it, and what replaces it. */
export type Filtering<F extends object> = Readonly<{ filter: F; setFilters: (filter: F) => void }>

export const without = <F extends object>(filter: F, ...keys: readonly (keyof F & string)[]): F =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !keys.some((key) => key === name))) as F

type OfListing = Readonly<{ listingId?: string }>

/** One listing of all. */
export const useListingFilter = <F extends OfListing>(
  { filter, setFilters }: Filtering<F>,
  label: string,
): Filter => {
  const { data: listings = [] } = useAllListings()
  const { listingId } = filter
  return {
    key: 'listing',
    label,
    value: listingId === undefined ? undefined : listings.find(({ id }) => id === listingId)?.title,
    clear: () => setFilters(without(filter, 'listingId')),
    form: (close) => (
      <ChoiceForm
        legend={label}
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

type OfCheckOut = Readonly<{ checkOut_gte?: string; checkOut_lte?: string }>

/** When the guests left. */
export const useCheckOutFilter = <F extends OfCheckOut>(
  { filter, setFilters }: Filtering<F>,
  label: string,
): Filter => {
  const { checkOut_gte: from, checkOut_lte: last } = filter
  const days = [from, last].flatMap((date) => (date === undefined ? [] : [formatDay(date)]))
  return {
    key: 'dates',
    label,
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

type OfSearch = Readonly<{ q?: string }>

/** What a person types. */
export const searchFilter = <F extends OfSearch>(
  { filter, setFilters }: Filtering<F>,
  label: string,
): Filter => ({
  key: 'q',
  label,
  value: filter.q,
  clear: () => setFilters(without(filter, 'q')),
  form: (close) => (
    <TextForm
      label={label}
      value={filter.q ?? ''}
      onApply={(q) => {
        setFilters(q === '' ? without(filter, 'q') : { ...filter, q })
        close()
      }}
    />
  ),
})
