import { Button } from '@mui/material'
import { useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import type { PayoutHoldRow } from '@hearth/contracts/payout-account'
import type { PayoutsBreakdown } from '@hearth/contracts/ledger'
import { allows, useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import '../../ledger/texts.ts'
import { Banner } from '../../components/feedback/Banner.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { formatRange, monthName } from '../../components/dates/localDate.ts'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './Breakdown.module.css'
import { BridgeCard } from './BridgeCard.tsx'
import { HeadActions, PeriodBar } from './Controls.tsx'
import { GroupTable } from './GroupTable.tsx'
import { OpenedAmount, OpenedPayout } from '../Opened.tsx'
import { OpenedExpected } from '../OpenedExpected.tsx'
import { PayoutTable } from './PayoutTable.tsx'
import { Stages } from './Stages.tsx'
import { useBreakdown, useView, type View } from './useBreakdown.ts'
import { Waterfall } from './Waterfall.tsx'

const VIEWS = ['month', 'listing', 'booking', 'payouts'] as const

const Holds = () => {
  const t = useText()
  const session = useSession()
  const mine = session !== undefined && session.account !== null && allows(session, 'payout-account.read')
  const { data = [] } = useGetList<PayoutHoldRow & { id: string }>(
    'payout-holds',
    {
      pagination: { page: 1, perPage: 5 },
      sort: { field: 'placedAt', order: 'DESC' },
      filter: { state: 'open' },
    },
    { enabled: mine },
  )
  const [hold] = data
  return hold === undefined ? null : (
    <div className={styles['hold']}>
      <Banner icon="pause" title={t('payout.hold.title')}>
        {hold.whatToDo} <Link to={to.payoutSettings()}>{t('payout.hold.settings')}</Link>
      </Banner>
    </div>
  )
}

const Cut = ({ breakdown, view }: { breakdown: PayoutsBreakdown; view: View }) => {
  const t = useText()
  const seesPayouts = allows(useSession(), 'payout.read')
  const { currency } = breakdown
  if (currency === null) return null
  return (
    <>
      <nav className={styles['views']} aria-label={t('payout.views')}>
        {VIEWS.filter((key) => key !== 'payouts' || seesPayouts).map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={view.view === key}
            onClick={() => view.change({ view: key })}
          >
            {t(`payout.view.${key}`)}
          </button>
        ))}
      </nav>
      {view.view === 'payouts' ? (
        <PayoutTable currency={currency} view={view} />
      ) : breakdown.groups.length === 0 ? (
        <Card>
          <EmptyState
            icon="calendar"
            title={t('payout.noneInPeriod')}
            text={t('payout.noneInPeriodText')}
            actions={
              <Button onClick={() => view.change({ period: 'all', from: undefined, to: undefined })}>
                {t('payout.showAll')}
              </Button>
            }
          />
        </Card>
      ) : (
        <GroupTable breakdown={breakdown} currency={currency} view={view} by={view.view} />
      )}
    </>
  )
}

/** The period, as short as possible. */
const useDetail = ({ period, days: { from, to } }: View) => {
  const t = useText()
  if (period === 'all') return t('payout.period.all')
  if (from === undefined) return undefined
  if (period === 'year' || period === 'lastYear') return from.slice(0, 4)
  return period === 'dates' ? (to === undefined ? undefined : formatRange(from, to)) : monthName(from)
}

/**
 * From gross to net, and where the money is; every amount opens its events. The address holds the entire
 * view.
 */
const BreakdownPage = () => {
  const t = useText()
  const view = useView()
  const { data, error, refetch } = useBreakdown(view)
  const detail = useDetail(view)
  const open = view.expected || view.payout !== null || view.opened !== null
  if (error && !data)
    return (
      <>
        <PageHeader title={t('payout.title')} />
        <Card>
          <ErrorState title={t('payout.failed')} error={error} onRetry={() => void refetch()} />
        </Card>
      </>
    )
  if (!data)
    return (
      <>
        <PageHeader title={t('payout.title')} detail={detail} />
        <div className={styles['page']} aria-busy="true">
          <Skeleton height={40} />
          <Skeleton height={296} />
          <Skeleton height={88} />
          <Skeleton height={280} />
        </div>
      </>
    )
  return (
    <div className={open ? styles['beside'] : undefined}>
      <PageHeader
        title={t('payout.title')}
        detail={detail}
        actions={<HeadActions breakdown={data} view={view} />}
      />
      <Holds />
      {data.currency === null ? (
        <Card>
          <EmptyState icon="calendar" title={t('payout.empty')} text={t('payout.emptyText')} />
        </Card>
      ) : (
        <div className={styles['page']}>
          <PeriodBar view={view} />
          <Waterfall breakdown={data} currency={data.currency} view={view} />
          <Stages breakdown={data} currency={data.currency} view={view} />
          <div>
            <Cut breakdown={data} view={view} />
          </div>
          <BridgeCard breakdown={data} currency={data.currency} />
        </div>
      )}
      {view.expected && data.expected !== null && data.currency !== null ? (
        <OpenedExpected expected={data.expected} currency={data.currency} view={view} />
      ) : view.payout !== null ? (
        <OpenedPayout id={view.payout} zone={view.zone} onClose={view.close} />
      ) : (
        view.opened !== null && <OpenedAmount opened={view.opened} view={view} breakdown={data} />
      )}
    </div>
  )
}
export default BreakdownPage
