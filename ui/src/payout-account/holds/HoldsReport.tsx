import { useGetList, useGetMany } from 'react-admin'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import type { Account, PayoutHoldRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { DebtsCard } from './DebtsCard.tsx'
import { HolderChecks } from './HolderChecks.tsx'
import styles from '../PayoutSettings.module.css'
import { PlaceHold } from './PlaceHold.tsx'
import { ReleaseHold } from './ReleaseHold.tsx'

/** For staff: every open hold, and the account holders that wait for a check. Finance decides. */
export const HoldsReport = () => {
  const t = useText()
  const query = useGetList<PayoutHoldRecord>('payout-holds', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'placedAt', order: 'DESC' },
    filter: { state: 'open' },
  })
  const { data: accounts = [] } = useGetMany<Account>(
    'accounts',
    { ids: [...new Set((query.data ?? []).map(({ hostAccountId }) => hostAccountId))] },
    { enabled: (query.data ?? []).length > 0 },
  )
  const nameOf = (id: string) => accounts.find((one) => one?.id === id)?.displayName ?? `… ${id.slice(-6)}`
  const formatDeadline = useFormatDeadline()
  return (
    <div className={styles['holds']}>
      <Card title={t('payoutAccount.staff.holds')} action={<PlaceHold />}>
        <Loaded bare query={query} failed={t('payoutAccount.staff.holdsFailed')}>
          {(holds) =>
            holds.length === 0 ? (
              <EmptyState
                icon="check"
                title={t('payoutAccount.staff.holdsNone')}
                text={t('payoutAccount.staff.holdsNoneText')}
              />
            ) : (
              <ul className={styles['rows']} aria-label={t('payoutAccount.staff.holds')}>
                {holds.map((hold) => (
                  <li key={hold.id}>
                    <div className={styles['what']}>
                      <p>
                        <span className="strong">{nameOf(hold.hostAccountId)}</span>,{' '}
                        {t(`payoutAccount.holds.reason.${hold.reason}`)}
                      </p>
                      <p className="small q">{hold.whatToDo}</p>
                      <p className="cap c num">
                        {t('payoutAccount.holds.since', { instant: formatReaderInstant(hold.placedAt) })},{' '}
                        {hold.until === null
                          ? t('payoutAccount.staff.open')
                          : t('payoutAccount.holds.until', { instant: formatDeadline(hold.until) })}
                      </p>
                    </div>
                    <ReleaseHold hold={hold} account={nameOf(hold.hostAccountId)} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
      <HolderChecks />
      <DebtsCard />
    </div>
  )
}
