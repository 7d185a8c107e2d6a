import { Button } from '@mui/material'
import type { Currency } from '@hearth/contracts/kernel/money'
import { ATTRIBUTIONS, COMPARISONS, FIGURES, type Performance } from '@hearth/contracts/performance'
import { Segments } from '../../components/form/Segments.tsx'
import { SelectOne } from '../../components/form/SelectOne.tsx'
import { formatRange } from '../../components/dates/localDate.ts'
import { Icon } from '../../components/display/icons.tsx'
import { downloadCsv } from '../../components/list/csv.ts'
import { FilterBar, type Filter } from '../../components/list/FilterBar.tsx'
import { ChoiceForm, DatesForm } from '../../components/list/filterForms.tsx'
import { useAllListings } from '../../data/queries/useAllListings.ts'
import { useText } from '../../i18n/text.ts'
import { NAMED_PERIODS, type PerformanceProps, type PerformanceView } from '../usePerformance.ts'
import { listRows, type Column } from './listingColumns.ts'

/** Selects the currency, where the listings have several. */
export const CurrencyChoice = ({ data, view }: { data: Performance; view: PerformanceView }) => {
  const t = useText()
  if (data.currencies.length < 2) return null
  return (
    <Segments
      label={t('performance.currency')}
      options={data.currencies.map((currency) => ({ key: currency, text: currency }))}
      chosen={data.currency}
      onChange={(currency) => view.change({ currency, listing: undefined, in: undefined })}
    />
  )
}

/** The title of a column in a file: with its unit, which the table says elsewhere. */
const useColumnTitle = (currency: Currency) => {
  const t = useText()
  return (column: Column): string => {
    const title = t(`performance.table.${column}`)
    if (column === 'occupancy' || column === 'change') return `${title} (%)`
    return column !== 'nights' && FIGURES[column].unit === 'money' ? `${title} (${currency})` : title
  }
}

/** Downloads the table of listings. */
export const ExportListings = ({ data, currency, view }: PerformanceProps) => {
  const t = useText()
  const name = useColumnTitle(currency)
  const rows = () =>
    listRows(data, currency, {
      name,
      listing: t('performance.table.listing'),
      total: t('performance.table.total', { smart_count: data.listings.length }),
      sort: view.sort,
    })
  return (
    <Button
      disabled={data.listings.length === 0}
      data-print="hide"
      onClick={() => downloadCsv(`performance-${view.from}-${view.last}.csv`, rows())}
    >
      <Icon name="download" size={16} />
      {t('performance.export')}
    </Button>
  )
}

const useDates = (view: PerformanceView): Filter => {
  const t = useText()
  return {
    key: 'dates',
    label: t('performance.dates'),
    value: view.period === 'dates' ? formatRange(view.from, view.last) : undefined,
    clear: () => view.change({ from: undefined, to: undefined }),
    form: (close) => (
      <DatesForm
        from={view.from}
        last={view.last}
        onApply={(from, last) => {
          if (from !== undefined || last !== undefined)
            view.showDays(from ?? last ?? view.from, last ?? from ?? view.last)
          close()
        }}
      />
    ),
  }
}

const useListing = (view: PerformanceView): Filter => {
  const t = useText()
  const { data: listings = [] } = useAllListings({ enabled: view.hostAccountId === undefined })
  const chosen = listings.find(({ id }) => id === view.listingId)
  return {
    key: 'listing',
    label: t('performance.listing'),
    value: view.listingId === undefined ? undefined : (chosen?.title ?? '…'),
    clear: () => view.change({ listing: undefined, in: undefined }),
    form: (close) => (
      <ChoiceForm
        legend={t('performance.listing')}
        choices={listings.map(({ id, title, place }) => ({ key: id, label: `${title}, ${place}` }))}
        chosen={view.listingId === undefined ? [] : [view.listingId]}
        onChange={([id]) => {
          view.change({ listing: id, in: undefined, currency: undefined })
          close()
        }}
      />
    ),
  }
}

/** The period, what it is compared with, the listing, and on which day revenue counts. */
export const Filters = ({ view, seesMoney }: { view: PerformanceView; seesMoney: boolean }) => {
  const t = useText()
  const [dates, listing] = [useDates(view), useListing(view)]
  // Staff see the listings of all accounts, which would not help here.
  const filters = view.hostAccountId === undefined ? [dates, listing] : [dates]
  const periods = [...NAMED_PERIODS, ...(view.period === 'dates' ? (['dates'] as const) : [])]
  return (
    <FilterBar filters={filters} label={t('performance.options')}>
      <SelectOne
        label={t('performance.period.label')}
        options={periods.map((key) => ({ key, text: t(`performance.period.${key}`) }))}
        chosen={view.period}
        onChange={(period) => view.change({ period, from: undefined, to: undefined })}
      />
      <SelectOne
        label={t('performance.against.label')}
        options={COMPARISONS.map((key) => ({ key, text: t(`performance.against.${key}`) }))}
        chosen={view.against}
        onChange={(against) => view.change({ against })}
      />
      {seesMoney && (
        <SelectOne
          label={t('performance.by.label')}
          options={ATTRIBUTIONS.map((key) => ({ key, text: t(`performance.by.${key}`) }))}
          chosen={view.by}
          onChange={(by) => view.change({ by })}
        />
      )}
    </FilterBar>
  )
}
