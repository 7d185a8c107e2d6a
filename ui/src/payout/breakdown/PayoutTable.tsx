import { useGetList } from 'react-admin'
import { sum, type Currency } from '@hearth/contracts/kernel/money'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { formatDay, wallClock } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './Breakdown.module.css'
import { PayoutStateChip, type Payout } from '../payoutState.tsx'
import type { View } from './useBreakdown.ts'

const filterOf = ({ days, when }: View, currency: Currency) => {
  const field = when === 'paid' ? 'paidAt' : 'scheduledFor'
  return {
    currency,
    ...(days.from === undefined ? {} : { [`${field}_gte`]: `${days.from}T00:00:00.000Z` }),
    ...(days.to === undefined ? {} : { [`${field}_lte`]: `${days.to}T23:59:59.999Z` }),
  }
}

/** Payouts of these days; each opens down to the events behind its lines. */
export const PayoutTable = ({ currency, view }: { currency: Currency; view: View }) => {
  const t = useText()
  const { data, error, refetch } = useGetList<Payout>('payouts', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'scheduledFor', order: 'DESC' },
    filter: filterOf(view, currency),
  })
  if (error && !data)
    return (
      <Card>
        <ErrorState title={t('payout.list.failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data)
    return (
      <Card>
        <TableSkeleton rows={5} label={t('payout.loading')} />
      </Card>
    )
  if (data.length === 0)
    return (
      <Card>
        <EmptyState icon="calendar" title={t('payout.list.none')} text={t('payout.list.noneText')} />
      </Card>
    )
  const dayOf = (instant: string) => formatDay(wallClock(instant, view.zone).date)
  const inBank = ({ paidAt, expectedArrival, state, explanation }: Payout) =>
    paidAt !== null
      ? dayOf(paidAt)
      : expectedArrival !== null && state === 'submitted'
        ? t('payout.list.expected', { day: dayOf(expectedArrival) })
        : state === 'on_hold'
          ? (explanation ?? '–')
          : t('payout.list.unknown')
  return (
    <Card>
      <div className={styles['scroll']}>
        <table className={styles['table']} aria-label={t('payout.list.label')}>
          <thead>
            <tr>
              <th scope="col">{t('payout.list.code')}</th>
              <th scope="col">{t('payout.list.date')}</th>
              <th scope="col" className="right">
                {t('payout.list.lines')}
              </th>
              <th scope="col">{t('payout.list.state')}</th>
              <th scope="col">{t('payout.list.bank')}</th>
              <th scope="col" className="right">
                {t('payout.list.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.id} aria-selected={view.payout === row.id}>
                <th scope="row">
                  <button type="button" className={styles['strong']} onClick={() => view.openPayout(row.id)}>
                    {row.code}
                  </button>
                </th>
                <td className={styles['left']}>{dayOf(row.scheduledFor)}</td>
                <td>{row.entryIds.length}</td>
                <td className={styles['left']}>
                  <PayoutStateChip state={row.state} />
                </td>
                <td className={`${styles['left']} q`}>{inBank(row)}</td>
                <td className="strong">
                  <Money amountMinor={row.amountMinor} currency={row.currency} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('payout.list.total', { smart_count: data.length })}
              </th>
              <td>{sum(data.map(({ entryIds }) => entryIds.length))}</td>
              <td colSpan={3}>
                <Money amountMinor={sum(data.map(({ amountMinor }) => amountMinor))} currency={currency} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      <ul className={styles['cards']}>
        {data.map((row) => (
          <li key={row.id}>
            <button type="button" onClick={() => view.openPayout(row.id)}>
              <b className="strong num">{dayOf(row.scheduledFor)}</b>
              <b className="strong">
                <Money amountMinor={row.amountMinor} currency={row.currency} />
              </b>
              <small>
                {row.code}, {row.entryIds.length}
              </small>
              <PayoutStateChip state={row.state} />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
