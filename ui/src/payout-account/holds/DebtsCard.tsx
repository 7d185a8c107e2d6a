import { DAY_MS } from '@hearth/contracts/kernel/dates'
import { useState } from 'react'
import { useGetList } from 'react-admin'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { DEBT_TASK_DAYS, type balances } from '@hearth/contracts/ledger'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { useText } from '../../i18n/text.ts'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { Card } from '../../components/layout/Card.tsx'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import styles from '../PayoutSettings.module.css'

/** For finance: hosts whose debt has exceeded their open payouts for longer than the grace period. */
export const DebtsCard = () => {
  const t = useText()
  const [until] = useState(() => new Date(Date.now() - DEBT_TASK_DAYS * DAY_MS).toISOString())
  const query = useGetList<Shown<typeof balances>>('balances', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'negativeSince', order: 'ASC' },
    filter: { negativeSince_lte: until },
  })
  const nameOf = useAccountNames((query.data ?? []).map(({ hostAccountId }) => hostAccountId))
  return (
    <Card title={t('payoutAccount.staff.debts', { days: DEBT_TASK_DAYS })}>
      <Loaded bare query={query} failed={t('payoutAccount.staff.debtsFailed')}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={`${styles['body']} q`}>
              {t('payoutAccount.staff.debtsNone', { days: DEBT_TASK_DAYS })}
            </p>
          ) : (
            <ul
              className={styles['rows']}
              aria-label={t('payoutAccount.staff.debts', { days: DEBT_TASK_DAYS })}
            >
              {rows.map(({ id, hostAccountId, currency, pendingMinor, availableMinor, negativeSince }) => (
                <li key={id}>
                  <div className={styles['what']}>
                    <p>
                      <span className="strong">{nameOf(hostAccountId)}</span>,{' '}
                      <Money amountMinor={pendingMinor + availableMinor} currency={currency} signed />
                    </p>
                    {negativeSince !== null && (
                      <p className="cap c num">
                        {t('payoutAccount.holds.since', {
                          instant: formatReaderInstant(negativeSince),
                        })}
                      </p>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
