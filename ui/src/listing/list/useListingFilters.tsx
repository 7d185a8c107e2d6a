import { useListContext } from 'react-admin'
import type { ListingRow } from '@hearth/contracts/listing'
import type { Filter } from '../../components/list/FilterBar.tsx'
import { ChoiceForm, TextForm } from '../../components/list/filterForms.tsx'
import { useText } from '../../i18n/text.ts'

type ListingFilter = { q?: string; status?: ListingRow['status'] | readonly ListingRow['status'][] }
const STATUSES: readonly ListingRow['status'][] = [
  'live',
  'paused',
  'draft',
  'onboarding',
  'in_review',
  'ready',
  'suspended',
  'delisted',
]

const without = (filter: ListingFilter, key: keyof ListingFilter): ListingFilter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => name !== key))

/** The filters of the list of listings; their state is in the address only. */
export const useListingFilters = (): Filter[] => {
  const t = useText()
  const { filterValues, setFilters } = useListContext()
  const filter: ListingFilter = filterValues
  const statuses =
    filter.status === undefined ? [] : typeof filter.status === 'string' ? [filter.status] : filter.status
  return [
    {
      key: 'status',
      label: t('listings.columns.status'),
      clear: () => setFilters(without(filter, 'status')),
      value:
        statuses.length === 0
          ? undefined
          : statuses.map((status) => t(`listings.status.${status}`).toLowerCase()).join(', '),
      form: () => (
        <ChoiceForm
          legend={t('listings.columns.status')}
          many
          choices={STATUSES.map((key) => ({ key, label: t(`listings.status.${key}`) }))}
          chosen={statuses}
          onChange={(chosen) =>
            setFilters(chosen.length === 0 ? without(filter, 'status') : { ...filter, status: chosen })
          }
        />
      ),
    },
    {
      key: 'q',
      label: t('listings.search'),
      value: filter.q,
      clear: () => setFilters(without(filter, 'q')),
      form: (close) => (
        <TextForm
          label={t('listings.search')}
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
