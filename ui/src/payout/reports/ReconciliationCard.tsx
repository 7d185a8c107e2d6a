import { useGetList } from 'react-admin'
import { zCurrency } from '@hearth/contracts/kernel/money'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { reconciliations } from '@hearth/contracts/reconciliation'
import { Link } from 'react-router-dom'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { moneyText } from '../../components/display/Money.tsx'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import styles from './Report.module.css'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'

type Reconciliation = Shown<typeof reconciliations>

/** Comparisons record amounts as `81640 EUR`, in minor units; other texts stay as they are. */
const formatCompared = (text: string): string => {
  const [, minor, code] = /^(-?\d+) ([A-Z]{3})$/.exec(text) ?? []
  const currency = zCurrency.safeParse(code).data
  return currency === undefined ? text : moneyText(Number(minor), currency)
}

const Differences = ({ row }: { row: Reconciliation }) => {
  const t = useText()
  const nameOf = useAccountNames(row.differences.flatMap(({ hostAccountId }) => hostAccountId ?? []))
  return (
    <table className={styles['differences']}>
      <thead>
        <tr>
          {(['account', 'what', 'ours', 'theirs'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`payout.staff.reconciliation.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row.differences.map(({ payoutId, hostAccountId, what, expected, actual }) => (
          <tr key={`${payoutId}${what}`}>
            <th scope="row">
              {hostAccountId === null ? (
                t('payout.staff.reconciliation.nobody')
              ) : (
                <Link to={to.reports({ report: 'events', stream: `payout-${payoutId}` })}>
                  {nameOf(hostAccountId)}
                </Link>
              )}
            </th>
            <td>{t(`payout.staff.reconciliation.kind.${what}`)}</td>
            <td className="num">{formatCompared(expected)}</td>
            <td className="num">{formatCompared(actual)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The last nightly comparisons of bank statement, payouts and ledger; those with differences are open. */
export const ReconciliationCard = () => {
  const t = useText()
  const query = useGetList<Reconciliation>('reconciliations', {
    pagination: { page: 1, perPage: 7 },
    sort: { field: 'completedAt', order: 'DESC' },
    filter: {},
  })
  return (
    <Card title={t('payout.staff.reconciliation.title')}>
      <Loaded bare query={query} failed={t('payout.staff.reconciliation.failed')}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={styles['empty']}>{t('payout.staff.reconciliation.none')}</p>
          ) : (
            <ul className={styles['rows']} aria-label={t('payout.staff.reconciliation.title')}>
              {rows.map((row) => (
                <li key={row.id}>
                  <div className={styles['what']}>
                    <p className="num">
                      {row.completedAt === null
                        ? t('payout.staff.reconciliation.running')
                        : formatReaderInstant(row.completedAt)}
                    </p>
                    <p className="cap c num">
                      {t('payout.staff.reconciliation.compared', {
                        payouts: row.payouts,
                        movements: row.movements,
                      })}
                    </p>
                  </div>
                  <div className={styles['amount']}>
                    {row.differenceCount === 0 ? (
                      <StatusChip tone="ok" plain>
                        {t('payout.staff.reconciliation.agrees')}
                      </StatusChip>
                    ) : (
                      <StatusChip tone="bad">
                        {t('payout.staff.reconciliation.count', { smart_count: row.differenceCount })}
                      </StatusChip>
                    )}
                  </div>
                  {row.differences.length > 0 && <Differences row={row} />}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
