import { useQuery } from '@tanstack/react-query'
import type { EarningsExplanation } from '@hearth/contracts/ledger'
import { getJson } from '../data/http/http.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { Money } from '../components/display/Money.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import styles from './EarningsCard.module.css'
import { ExplainTree } from './ExplainTree.tsx'
import { SumLine } from './SumLine.tsx'
import './texts.ts'

/** The ledger entries of a booking, each amount down to its event. */
const EarningsCard = ({ bookingId, zone }: { bookingId: string; zone: string }) => {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['ledger-entries', 'explain', bookingId],
    queryFn: ({ signal }) =>
      getJson<EarningsExplanation>(`/api/bookings/${encodeURIComponent(bookingId)}/earnings/explain`, signal),
  })
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
          <ExplainTree lines={data.entries} zone={zone} ofStay />
          <div className={styles['sum']}>
            <p className={styles['total']}>
              <span>{t('payout.earnings.total')}</span>
              <Money amountMinor={data.totalMinor} currency={data.currency} />
            </p>
            {!data.check.holds && <SumLine check={data.check} currency={data.currency} />}
          </div>
        </>
      ) : (
        <p className={`q ${styles['none']}`}>{t('payout.earnings.none')}</p>
      )}
    </Card>
  )
}
export default EarningsCard
