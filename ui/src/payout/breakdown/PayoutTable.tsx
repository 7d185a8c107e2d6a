import { useGetList } from 'react-admin'
import { sum, type Currency } from '@hearth/contracts/kernel/money'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { findDayBounds, formatDay, wallClock } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './Breakdown.module.css'
import { PayoutStateChip, type Payout } from '../payoutState.tsx'
import type { View } from './useBreakdown.ts'

/** The same days as those of the sums: the bank's own, else days in the account's zone. */
export const createPayoutFilter = ({ days, when, zone }: View, currency: Currency) => {
  const field = when === 'paid' ? 'paidOn' : 'scheduledFor'
  const bound = (day: string, end: 'first' | 'last') =>
    when === 'paid' ? day : findDayBounds(day, zone)[end]
  return {
    currency,
    ...(days.from === undefined ? {} : { [`${field}_gte`]: bound(days.from, 'first') }),
    ...(days.to === undefined ? {} : { [`${field}_lte`]: bound(days.to, 'last') }),
  }
}

type RowsProps = { rows: readonly Payout[]; view: View }

const formatDate = (instant: string, zone: string) => formatDay(wallClock(instant, zone).date)

/** When the money reaches the bank, or why it does not. */
const useArrival = (zone: string) => {
  const t = useText()
  return ({ paidOn, expectedArrival, state, explanation }: Payout) =>
    paidOn !== null
      ? formatDay(paidOn)
      : expectedArrival !== null && state === 'submitted'
        ? t('payout.list.expected', { day: formatDate(expectedArrival, zone) })
        : state === 'on_hold'
          ? (explanation ?? '–')
          : t('payout.list.unknown')
}

const Head = () => {
  const t = useText()
  return (
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
  )
}

const Table = ({ rows, view, currency }: RowsProps & { currency: Currency }) => {
  const t = useText()
  const describeArrival = useArrival(view.zone)
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']} aria-label={t('payout.list.label')}>
        <Head />
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} aria-selected={view.payout === row.id}>
              <th scope="row">
                <button type="button" className={styles['strong']} onClick={() => view.openPayout(row.id)}>
                  {row.code}
                </button>
              </th>
              <td className={styles['left']}>{formatDate(row.scheduledFor, view.zone)}</td>
              <td>{row.entryIds.length}</td>
              <td className={styles['left']}>
                <PayoutStateChip state={row.state} />
              </td>
              <td className={`${styles['left']} q`}>{describeArrival(row)}</td>
              <td className="strong">
                <Money amountMinor={row.amountMinor} currency={row.currency} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('payout.list.total', { smart_count: rows.length })}
            </th>
            <td>{sum(rows.map(({ entryIds }) => entryIds.length))}</td>
            <td colSpan={3}>
              <Money amountMinor={sum(rows.map(({ amountMinor }) => amountMinor))} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** The table on a phone; `always` also where there is room for the table. */
export const PayoutCards = ({ rows, view, always = false }: RowsProps & { always?: boolean }) => (
  <ul className={[styles['cards'], always && styles['always']].filter(Boolean).join(' ')}>
    {rows.map((row) => (
      <li key={row.id}>
        <button type="button" onClick={() => view.openPayout(row.id)}>
          <b className="strong num">{formatDate(row.scheduledFor, view.zone)}</b>
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
)

/** The payouts of the period; each opens the events behind its lines. */
export const PayoutTable = ({ currency, view }: { currency: Currency; view: View }) => {
  const t = useText()
  const { data, error, refetch } = useGetList<Payout>('payouts', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'scheduledFor', order: 'DESC' },
    filter: createPayoutFilter(view, currency),
  })
  return (
    <Card>
      {error && !data ? (
        <ErrorState title={t('payout.list.failed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton rows={5} label={t('payout.loading')} />
      ) : data.length === 0 ? (
        <EmptyState icon="calendar" title={t('payout.list.none')} text={t('payout.list.noneText')} />
      ) : (
        <>
          <Table rows={data} view={view} currency={currency} />
          <PayoutCards rows={data} view={view} />
        </>
      )}
    </Card>
  )
}
