import { addDays, formatDay, wallClock } from '../../components/dates/localDate.ts'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { useText } from '../../i18n/text.ts'
import { MonthCharts } from '../chart/MonthCharts.tsx'
import { formatPeriod } from '../formatPeriod.ts'
import { OpenedCard } from '../opened/OpenedCard.tsx'
import '../texts.ts'
import { usePerformance, usePerformanceView, type PerformanceProps } from '../usePerformance.ts'
import { AheadCard } from './AheadCard.tsx'
import { BridgeCard } from './BridgeCard.tsx'
import { ChooseAccount } from './ChooseAccount.tsx'
import { CurrencyChoice, ExportListings, Filters } from './Controls.tsx'
import { FigureStrip } from './FigureStrip.tsx'
import { FigureTable } from './FigureTable.tsx'
import { ListingsCard } from './ListingsCard.tsx'
import styles from './Performance.module.css'
import { TierCard } from './TierCard.tsx'

/** What the reader should know of these figures: the pace they are compared with, and what is left out. */
export const Remarks = ({ data: { against, leftOut, timezone } }: Pick<PerformanceProps, 'data'>) => {
  const t = useText()
  const remarks = [
    ...(against.bookedBy === null
      ? []
      : [
          t('performance.bookedBy', {
            period: formatPeriod(against.period),
            day: formatDay(wallClock(against.bookedBy, timezone).date),
          }),
        ]),
    ...leftOut.map(({ currency, nights }) => t('performance.leftOut', { currency, smart_count: nights })),
  ]
  if (remarks.length === 0) return null
  return <p className={`q small num ${styles['remarks']}`}>{remarks.join(' ')}</p>
}

const Overview = ({ data, currency, view }: PerformanceProps) => (
  <>
    <MonthCharts data={data} currency={currency} />
    <div className={styles['two']}>
      <ListingsCard data={data} currency={currency} view={view} />
      <TierCard view={view} />
    </div>
    {view.by !== 'night' && data.figures.revenue !== null && <BridgeCard view={view} lead={view.by} />}
    <AheadCard view={view} />
    <FigureTable data={data} currency={currency} view={view} />
  </>
)

const Waiting = () => (
  <div className={styles['page']} aria-busy="true">
    <Skeleton height={98} />
    <Skeleton height={300} />
    <Skeleton height={320} />
  </div>
)

/** Figures of a period beside those of a year before; each opens what it is made of. The address holds the view. */
const PerformancePage = () => {
  const t = useText()
  const view = usePerformanceView()
  const { data, error, refetch } = usePerformance(view)
  const detail = formatPeriod({ from: view.from, to: addDays(view.last, 1) })
  const currency = data?.currency ?? null
  return (
    <>
      <PageHeader
        title={t('performance.title')}
        detail={detail}
        actions={
          data !== undefined &&
          currency !== null && (
            <>
              <CurrencyChoice data={data} view={view} />
              <ExportListings data={data} currency={currency} view={view} />
            </>
          )
        }
      />
      {!view.needsAccount && (
        <Filters view={view} seesMoney={data === undefined || data.figures.revenue !== null} />
      )}
      {view.needsAccount ? (
        <ChooseAccount view={view} />
      ) : error && !data ? (
        <Card>
          <ErrorState title={t('performance.failed')} error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data === undefined ? (
        <Waiting />
      ) : currency === null ? (
        <Card>
          <EmptyState icon="chart" title={t('performance.empty')} text={t('performance.emptyText')} />
        </Card>
      ) : (
        <div className={styles['page']}>
          <FigureStrip data={data} currency={currency} view={view} />
          <Remarks data={data} />
          {view.open === undefined ? (
            <Overview data={data} currency={currency} view={view} />
          ) : (
            <OpenedCard code={view.open} data={data} currency={currency} view={view} />
          )}
        </div>
      )}
    </>
  )
}
export default PerformancePage
