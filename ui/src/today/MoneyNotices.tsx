import { useGetList } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { NoticeRow, notices } from '@hearth/contracts/notice'
import { allows, useSession } from '../session/session.ts'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { formatDay, wallClock } from '../components/dates/localDate.ts'
import { Money } from '../components/display/Money.tsx'
import styles from './TodayPage.module.css'

const SHOWN = 5

const noticePath = ({ kind, id, bookingId }: NoticeRow): string =>
  kind === 'payouts_on_hold'
    ? to.payoutSettings()
    : kind === 'money_reduced'
      ? bookingId === null
        ? to.payouts({ part: 'adjustments' })
        : to.booking(bookingId)
      : to.payouts({ view: 'payouts', payout: id })

/**
 * Recent events of the owner's money: paid out, stopped, returned, reduced. Each links to its explanation.
 */
export const MoneyNotices = ({ timezone }: { timezone: string }) => {
  const t = useText()
  const session = useSession()
  const mine = session !== undefined && session.account !== null && allows(session, 'payout-account.read')
  const {
    data = [],
    error,
    refetch,
  } = useGetList<Shown<typeof notices>>(
    'notices',
    { pagination: { page: 1, perPage: SHOWN }, sort: { field: 'at', order: 'DESC' }, filter: {} },
    { enabled: mine },
  )
  if (error && data.length === 0)
    return (
      <Card className={styles['notices']}>
        <ErrorState title={t('today.money.failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (data.length === 0) return null
  return (
    <section className={styles['notices']}>
      <div className={styles['section']}>
        <h2>{t('today.money.title')}</h2>
        <span className="grow" />
        <Link className="link small" to={to.payouts()}>
          {t('today.money.all')}
        </Link>
      </div>
      <Card label={t('today.money.title')} className={styles['moves']}>
        <ul>
          {data.map((notice) => (
            <li key={notice.id}>
              <span className={styles['name']}>
                <Link className="strong" to={noticePath(notice)}>
                  {t(`today.money.kind.${notice.kind}`)}
                </Link>
                <span className="q small clip">
                  {[formatDay(wallClock(notice.at, timezone).date), notice.code ?? notice.text].join(', ')}
                </span>
              </span>
              {notice.amountMinor !== null && notice.currency !== null && (
                <span className="num">
                  <Money
                    amountMinor={notice.amountMinor}
                    currency={notice.currency}
                    signed={notice.amountMinor < 0}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
