import { useGetList } from 'react-admin'
import { addMonths } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { PayoutsBreakdown } from '@hearth/contracts/ledger'
import { MonthStepper } from '../../components/date-fields/MonthStepper.tsx'
import { addDays, todayIn } from '../../components/dates/localDate.ts'
import { startOfMonth } from '../../components/dates/monthGrid.ts'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { useText } from '../../i18n/text.ts'
import '../../ledger/texts.ts'
import { allows, useSession } from '../../session/session.ts'
import { CurrencyChoice } from '../breakdown/Controls.tsx'
import { createPayoutFilter, PayoutCards } from '../breakdown/PayoutTable.tsx'
import { Stages } from '../breakdown/Stages.tsx'
import { useBreakdown, usePayoutExplanation, useView, type View } from '../breakdown/useBreakdown.ts'
import { Waterfall } from '../breakdown/Waterfall.tsx'
import { Lines, OpenedAmount, OpenedPayout } from '../Opened.tsx'
import { OpenedExpected } from '../OpenedExpected.tsx'
import { PayoutStateChip, type Payout } from '../payoutState.tsx'
import styles from './PhonePayoutsPage.module.css'

/** The newest payout with its lines. */
const Newest = ({ payout, zone }: { payout: Payout; zone: string }) => {
  const t = useText()
  const explanation = usePayoutExplanation(payout.id)
  return (
    <Card title={payout.code} action={<PayoutStateChip state={payout.state} />}>
      <Loaded query={explanation} failed={t('payout.drawer.failed')} bare>
        {(data) => <Lines lines={data.entries} currency={data.currency} zone={zone} check={data.check} />}
      </Loaded>
    </Card>
  )
}

/** The payouts of the month: the newest opened, the others as a list. */
const Payouts = ({ currency, view }: { currency: Currency; view: View }) => {
  const t = useText()
  const query = useGetList<Payout>('payouts', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'scheduledFor', order: 'DESC' },
    filter: createPayoutFilter(view, currency),
  })
  return (
    <Loaded query={query} failed={t('payout.list.failed')}>
      {([newest, ...others]) =>
        newest !== undefined && (
          <>
            <Newest payout={newest} zone={view.zone} />
            {others.length > 0 && (
              <Card label={t('payout.list.label')}>
                <PayoutCards rows={others} view={view} always />
              </Card>
            )}
          </>
        )
      }
    </Loaded>
  )
}

const Opened = ({ breakdown, view }: { breakdown: PayoutsBreakdown; view: View }) => {
  const { currency, expected } = breakdown
  if (view.expected && expected !== null && currency !== null)
    return <OpenedExpected expected={expected} currency={currency} view={view} />
  if (view.payout !== null) return <OpenedPayout id={view.payout} zone={view.zone} onClose={view.close} />
  return view.opened === null ? null : <OpenedAmount opened={view.opened} view={view} breakdown={breakdown} />
}

const Month = ({ breakdown, view }: { breakdown: PayoutsBreakdown; view: View }) => {
  const t = useText()
  const seesPayouts = allows(useSession(), 'payout.read')
  const { currency } = breakdown
  if (currency === null)
    return (
      <Card>
        <EmptyState icon="calendar" title={t('payout.empty')} text={t('payout.emptyText')} />
      </Card>
    )
  return (
    <div className={styles['page']}>
      <Waterfall breakdown={breakdown} currency={currency} view={view} />
      <Stages breakdown={breakdown} currency={currency} view={view} />
      {seesPayouts && <Payouts currency={currency} view={view} />}
      <Opened breakdown={breakdown} view={view} />
    </div>
  )
}

/** `/mobile/performance/payouts-breakdown`: one month from gross to net, and its payouts. */
const PhonePayoutsPage = () => {
  const t = useText()
  const view = useView('month')
  const { data, error, refetch } = useBreakdown(view)
  const today = startOfMonth(todayIn(view.zone))
  const showMonth = (month: string) =>
    view.change({ from: month, to: addDays(addMonths(month, 1), -1), period: undefined })
  return (
    <>
      <PageHeader
        title={t('payout.title')}
        actions={data && <CurrencyChoice breakdown={data} view={view} />}
      />
      <MonthStepper month={startOfMonth(view.days.from ?? today)} last={today} onChange={showMonth} />
      {data ? (
        <Month breakdown={data} view={view} />
      ) : error ? (
        <Card>
          <ErrorState title={t('payout.failed')} error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <div className={styles['page']} aria-busy="true">
          <Skeleton height={320} />
          <Skeleton height={180} />
        </div>
      )}
    </>
  )
}
export default PhonePayoutsPage
