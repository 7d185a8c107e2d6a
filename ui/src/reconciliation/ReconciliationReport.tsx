import { Button } from '@mui/material'
import { formatDecimal, type Currency } from '@hearth/contracts/kernel/money'
import type { ReconciliationOverview } from '@hearth/contracts/reconciliation/overview'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { formatRange } from '../components/dates/localDate.ts'
import { Icon } from '../components/display/icons.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { Segments } from '../components/form/Segments.tsx'
import { Card } from '../components/layout/Card.tsx'
import { downloadCsv } from '../components/list/csv.ts'
import { FilterBar } from '../components/list/FilterBar.tsx'
import { DatesForm } from '../components/list/filterForms.tsx'
import { reconciliationTexts } from '../i18n/en/reconciliation.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { useCan } from '../session/session.ts'
import { ComparisonCard } from './ComparisonCard.tsx'
import styles from './Reconciliation.module.css'
import { useOverview, useOverviewView, type OverviewView } from './useOverview.ts'

addTexts({ reconciliation: reconciliationTexts })

const Filters = ({ view }: { view: OverviewView }) => {
  const t = useText()
  const days = {
    key: 'days',
    label: t('reconciliation.days'),
    value: formatRange(view.from, view.to),
    clear: () => view.change({ from: undefined, to: undefined }),
    form: (close: () => void) => (
      <DatesForm
        from={view.from}
        last={view.to}
        onApply={(from, last) => {
          view.change({ from, to: last })
          close()
        }}
      />
    ),
  }
  return <FilterBar filters={[days]} label={t('reconciliation.options')} />
}

/** The currency, the nightly comparisons, what the bank said besides, and the differences as a file. */
const Actions = ({
  overview: { currencies, comparisons, from, to: last },
  currency,
  view,
}: {
  overview: ReconciliationOverview
  currency: Currency
  view: OverviewView
}) => {
  const t = useText()
  const seesLines = useCan('bank-line.read')
  const amount = (minor: number) => Number(formatDecimal(minor, currency))
  // Each comparison names its own sides, so its rows follow its own head.
  const rows = () =>
    comparisons.flatMap(({ code, differences }) => [
      [
        t(`reconciliation.code.${code}.title`),
        `${t(`reconciliation.code.${code}.left`)} (${currency})`,
        `${t(`reconciliation.code.${code}.right`)} (${currency})`,
        `${t('reconciliation.difference')} (${currency})`,
      ],
      ...differences.map((one) => [
        one.code ?? one.id,
        amount(one.leftMinor),
        amount(one.rightMinor),
        amount(one.rightMinor - one.leftMinor),
      ]),
    ])
  return (
    <div className={styles['actions']}>
      {currencies.length > 1 && (
        <Segments
          label={t('reconciliation.currency')}
          options={currencies.map((each) => ({ key: each, text: each }))}
          chosen={currency}
          onChange={(chosen) => view.change({ currency: chosen, open: undefined })}
        />
      )}
      <span className="grow" />
      <LinkButton size="small" to={to.reports({ report: 'payouts', show: 'differences' })}>
        {t('reconciliation.nightly')}
      </LinkButton>
      {seesLines && (
        <LinkButton size="small" to={to.reports({ report: 'bankLines' })}>
          {t('reconciliation.lines')}
        </LinkButton>
      )}
      <Button size="small" onClick={() => downloadCsv(`reconciliation-${from}-${last}.csv`, rows())}>
        <Icon name="download" size={16} />
        {t('reconciliation.export')}
      </Button>
    </div>
  )
}

/** Bookings, ledger, payouts and bank: each must come to the next (docs/domain/reconciliation.md#overview). */
const ReconciliationReport = () => {
  const t = useText()
  const view = useOverviewView()
  const query = useOverview(view)
  return (
    <>
      <Filters view={view} />
      <Loaded query={query} failed={t('reconciliation.failed')} height={480}>
        {(overview) =>
          overview.currency === null ? (
            <Card>
              <EmptyState
                icon="search"
                title={t('reconciliation.none')}
                text={t('reconciliation.noneText')}
              />
            </Card>
          ) : (
            <>
              <Actions overview={overview} currency={overview.currency} view={view} />
              <div className={styles['cards']}>
                {overview.comparisons.map((comparison) => (
                  <ComparisonCard
                    key={comparison.code}
                    comparison={comparison}
                    currency={overview.currency as Currency}
                    view={view}
                  />
                ))}
              </div>
            </>
          )
        }
      </Loaded>
      <p className={`small q ${styles['note']}`}>{t('reconciliation.settled')}</p>
    </>
  )
}
export default ReconciliationReport
