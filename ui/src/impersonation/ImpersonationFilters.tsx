import { IMPERSONATION_REASONS } from '@hearth/contracts/impersonation'
import { IMPERSONATION_MODES } from '@hearth/contracts/kernel/access'
import { useText } from '../i18n/text.ts'
import { FilterBar, type Filter } from '../components/list/FilterBar.tsx'
import { ChoiceForm } from '../components/list/filterForms.tsx'
import type { SearchChange } from '../navigation/useSearchChange.ts'

const STATES = ['requested', 'approved', 'denied', 'active', 'ended'] as const
const CHOICES = { state: STATES, mode: IMPERSONATION_MODES, reason: IMPERSONATION_REASONS } as const
const FIELDS = Object.keys(CHOICES) as (keyof typeof CHOICES)[]

/** The filter in the address. */
export const readFilter = (search: URLSearchParams): Readonly<Record<string, string>> =>
  Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = CHOICES[field].find((one) => one === search.get(field))
      return value ? [[field, value]] : []
    }),
  )

type Props = { search: URLSearchParams; onChange: (change: SearchChange) => void }

export const ImpersonationFilters = ({ search, onChange }: Props) => {
  const t = useText()
  const filterLabel = (field: keyof typeof CHOICES, key: string) =>
    t(`impersonation.${field}.${key}` as 'impersonation.state.ended')
  const filters: readonly Filter[] = FIELDS.map((field) => {
    const value = CHOICES[field].find((one) => one === search.get(field))
    const label = t(`impersonation.report.filters.${field}`)
    return {
      key: field,
      label,
      value: value && filterLabel(field, value),
      clear: () => onChange({ [field]: undefined }),
      form: (close) => (
        <ChoiceForm
          legend={label}
          choices={CHOICES[field].map((key) => ({ key, label: filterLabel(field, key) }))}
          chosen={value ? [value] : []}
          onChange={([one]) => {
            onChange({ [field]: one })
            close()
          }}
        />
      ),
    }
  })
  return <FilterBar filters={filters} label={t('impersonation.report.narrow')} />
}
