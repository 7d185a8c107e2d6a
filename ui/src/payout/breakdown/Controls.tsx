import { Select } from '@mui/material'
import { BREAKDOWN_WHEN, type PayoutsBreakdown } from '@hearth/contracts/ledger'
import { useText } from '../../i18n/text.ts'
import { Segments } from '../../components/form/Segments.tsx'
import { FilterBar } from '../../components/list/FilterBar.tsx'
import { DatesForm } from '../../components/list/filterForms.tsx'
import { ExportMenu } from '../../components/list/ExportMenu.tsx'
import { formatDay, formatRange } from '../../components/dates/localDate.ts'
import styles from './Breakdown.module.css'
import { PERIODS } from '../../components/date-fields/periods.ts'
import { exportPath, type View } from './useBreakdown.ts'

/** Selects the currency, where there are several. */
export const CurrencyChoice = ({ breakdown, view }: { breakdown: PayoutsBreakdown; view: View }) => {
  const t = useText()
  if (breakdown.currencies.length < 2) return null
  return (
    <Segments
      label={t('payout.currency')}
      options={breakdown.currencies.map((currency) => ({ key: currency, text: currency }))}
      chosen={breakdown.currency}
      onChange={(currency) => view.change({ currency })}
    />
  )
}

/** Selects the currency and downloads the shown data as a file. */
export const HeadActions = ({ breakdown, view }: { breakdown: PayoutsBreakdown; view: View }) => {
  const t = useText()
  return (
    <>
      <CurrencyChoice breakdown={breakdown} view={view} />
      <ExportMenu label={t('payout.export')} path={(ending) => exportPath(view, ending)} />
    </>
  )
}

const useDatesFilter = (view: View) => {
  const t = useText()
  const { from, to } = view.days
  const chosen =
    view.period !== 'dates'
      ? undefined
      : from && to
        ? formatRange(from, to)
        : from
          ? t('payout.daysFrom', { day: formatDay(from) })
          : to
            ? t('payout.daysUntil', { day: formatDay(to) })
            : undefined
  return {
    key: 'days',
    label: t('payout.days'),
    value: chosen,
    clear: () => view.change({ from: undefined, to: undefined }),
    form: (close: () => void) => (
      <DatesForm
        from={from}
        last={to}
        onApply={(first, last) => {
          view.change({ from: first, to: last, period: undefined })
          close()
        }}
      />
    ),
  }
}

/** Selects the period, and by which date amounts count. */
export const PeriodBar = ({ view }: { view: View }) => {
  const t = useText()
  const dates = useDatesFilter(view)
  return (
    <FilterBar filters={[dates]} label={t('payout.options')}>
      <Select
        native
        size="small"
        className={styles['select']}
        value={view.period}
        onChange={({ target }) => view.change({ period: target.value, from: undefined, to: undefined })}
        inputProps={{ 'aria-label': t('payout.period.label') }}
      >
        {PERIODS.map((period) => (
          <option key={period} value={period}>
            {t(`payout.period.${period}`)}
          </option>
        ))}
        {view.period === 'dates' && <option value="dates">{t('payout.period.dates')}</option>}
      </Select>
      <Select
        native
        size="small"
        className={styles['select']}
        value={view.when}
        onChange={({ target }) => view.change({ when: target.value })}
        inputProps={{ 'aria-label': t('payout.when.label') }}
      >
        {BREAKDOWN_WHEN.map((when) => (
          <option key={when} value={when}>
            {t(`payout.when.${when}`)}
          </option>
        ))}
      </Select>
    </FilterBar>
  )
}
