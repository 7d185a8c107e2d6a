import type { ExplainedEntry } from '@hearth/contracts/ledger'
import { useEarnings, usePayoutsOf } from '../data/queries/useEarnings.ts'
import { formatDay, wallClock } from '../components/dates/localDate.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { Money } from '../components/display/Money.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import styles from './EarningsCard.module.css'
import { ExplainTree } from './ExplainTree.tsx'
import { SumLine } from './SumLine.tsx'
import './texts.ts'

/** Where the money of an entry is: when and in which payout it was or will be paid. */
const useEntryState = (entries: readonly ExplainedEntry[], zone: string) => {
  const t = useText()
  const payouts = usePayoutsOf(entries)
  return ({ state, payoutId, settledOn, availableAt }: ExplainedEntry) => {
    const payout = payouts.get(payoutId ?? '')
    if (state === 'settled' && settledOn !== null)
      return payout === undefined
        ? t('payout.earnings.paid', { day: formatDay(settledOn) })
        : t('payout.earnings.settled', {
            day: formatDay(settledOn),
            code: payout.code,
            last4: payout.methodLast4 ?? '',
          })
    if (state === 'assigned')
      return payout === undefined
        ? t('payout.earnings.onItsWay')
        : t('payout.earnings.assigned', { code: payout.code })
    return t('payout.earnings.open', { day: formatDay(wallClock(availableAt, zone).date) })
  }
}

type Props = Readonly<{
  bookingId: string
  zone: string
  /** It ends without a stay, so nothing more is earned. */ cancelled: boolean
}>

/** The ledger entries of a booking, each amount down to its event. */
const EarningsCard = ({ bookingId, zone, cancelled }: Props) => {
  const t = useText()
  const { data, error, refetch } = useEarnings(bookingId)
  const describeState = useEntryState(data?.entries ?? [], zone)
  if (error && !data)
    return (
      <Card title={t('payout.earnings.title')}>
        <ErrorState title={t('payout.earnings.failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data) return <Skeleton height={120} />
  const posted = data.entries.length > 0
  return (
    <Card title={t('payout.earnings.title')} {...(posted ? { note: t('payout.earnings.note') } : {})}>
      {posted ? (
        <>
          <ExplainTree lines={data.entries} zone={zone} describeState={describeState} />
          <div className={styles['sum']}>
            <p className={styles['total']}>
              <span>{t('payout.earnings.total')}</span>
              <Money amountMinor={data.totalMinor} currency={data.currency} />
            </p>
            {!data.check.holds && <SumLine check={data.check} currency={data.currency} />}
          </div>
        </>
      ) : (
        <p className={`q ${styles['none']}`}>
          {t(cancelled ? 'payout.earnings.noneCancelled' : 'payout.earnings.none')}
        </p>
      )}
    </Card>
  )
}
export default EarningsCard
