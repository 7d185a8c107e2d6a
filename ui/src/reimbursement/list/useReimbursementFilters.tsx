import { useListContext } from 'react-admin'
import { REIMBURSEMENT_KINDS, zReimbursementKind } from '@hearth/contracts/reimbursement'
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
import type { ReimbursementFilter } from './views.ts'

const useKindFilter = ({ filter, setFilters }: Filtering<ReimbursementFilter>): Filter => {
  const t = useText()
  const label = t('reimbursement.filters.kind')
  const { kind } = filter
  return {
    key: 'kind',
    label,
    value: kind === undefined ? undefined : t(`reimbursement.kind.${kind}`),
    clear: () => setFilters(without(filter, 'kind')),
    form: (close) => (
      <ChoiceForm
        legend={label}
        choices={REIMBURSEMENT_KINDS.map((key) => ({ key, label: t(`reimbursement.kind.${key}`) }))}
        chosen={kind === undefined ? [] : [kind]}
        onChange={([chosen]) => {
          setFilters(
            chosen === undefined
              ? without(filter, 'kind')
              : { ...filter, kind: zReimbursementKind.parse(chosen) },
          )
          close()
        }}
      />
    ),
  }
}

/** The filters of the list; their state is in the address only. */
export const useReimbursementFilters = (): Filter[] => {
  const t = useText()
  const { filterValues, setFilters } = useListContext()
  const filtering: Filtering<ReimbursementFilter> = { filter: filterValues, setFilters }
  return [
    useCheckOutFilter(filtering, t('reimbursement.filters.left')),
    useListingFilter(filtering, t('reimbursement.filters.listing')),
    useKindFilter(filtering),
    searchFilter(filtering, t('reimbursement.filters.search')),
  ]
}
