import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import type { QueueItem } from '@hearth/contracts/today'
import { to } from '../navigation/paths.ts'
import { useText } from '../i18n/text.ts'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { browserZone, formatDay, formatDuration, wallClock } from '../components/dates/localDate.ts'
import { useNow } from '../components/dates/useNow.ts'
import { Money } from '../components/display/Money.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { TableSkeleton } from '../components/list/TableSkeleton.tsx'
import { useRowKeys } from '../components/list/useRowKeys.ts'
import { useStaffQueue } from '../data/queries/useStaffQueue.ts'
import { queuePath } from './queuePath.ts'
import styles from './StaffQueue.module.css'
import { TimeLeft } from './TimeLeft.tsx'
import time from './TimeLeft.module.css'

/** How long it has waited, for what has no deadline. */
const Waiting = ({ since }: { since: string }) => {
  const t = useText()
  const now = useNow(MINUTE_MS)
  return (
    <div className={time['left']}>
      <b className="num">
        {t('today.queue.waits', { time: formatDuration(Math.max(MINUTE_MS, now - Date.parse(since))) })}
      </b>
      <span className="num">
        {t('today.queue.since', { day: formatDay(wallClock(since, browserZone()).date) })}
      </span>
    </div>
  )
}

const QueueLine = ({ item }: { item: QueueItem }) => {
  const t = useText()
  const { kind, accountId, accountName, subject, since, dueAt, amountMinor, currency } = item
  const path = queuePath(item)
  return (
    <li className={styles['line']}>
      {dueAt === null ? <Waiting since={since} /> : <TimeLeft dueAt={dueAt} />}
      <div className={styles['what']}>
        <p>
          <Link data-row to={path}>
            {t(`today.queue.kind.${kind}`)}
          </Link>{' '}
          {subject}
        </p>
        {accountId !== null && (
          <p className="q small">
            <Link to={to.today({ hostAccountId: accountId })}>{accountName ?? accountId}</Link>
          </p>
        )}
      </div>
      <div className={styles['amount']}>
        {amountMinor !== null && currency !== null && <Money amountMinor={amountMinor} currency={currency} />}
      </div>
      <LinkButton
        size="small"
        to={path}
        aria-label={`${t('today.queue.open')}: ${t(`today.queue.kind.${kind}`)} ${subject}`}
      >
        {t('today.queue.open')}
      </LinkButton>
    </li>
  )
}

/** What waits for a decision of this member of staff, over all accounts, what is due first on top. */
const StaffQueue = () => {
  const t = useText()
  const { data, error, refetch } = useStaffQueue()
  const list = useRef<HTMLOListElement>(null)
  useRowKeys(list)
  return (
    <section className={styles['queue']} aria-labelledby="staff-queue">
      <div className={styles['head']}>
        <h2 id="staff-queue">{t('today.waiting')}</h2>
        {data && <span className="c num">{data.total}</span>}
        <span className="grow" />
        {data && data.items.length > 1 && <span className="small c only-desk">{t('today.queue.order')}</span>}
      </div>
      <div className={styles['list']}>
        {error && !data ? (
          <ErrorState title={t('today.queue.failed')} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <TableSkeleton label={t('app.loading')} rows={4} />
        ) : data.items.length === 0 ? (
          <EmptyState icon="check" title={t('today.nothing')} text={t('today.queue.nothingText')} />
        ) : (
          <ol ref={list}>
            {data.items.map((item) => (
              <QueueLine key={`${item.kind}${item.id}`} item={item} />
            ))}
          </ol>
        )}
      </div>
      {data && data.items.length < data.total && (
        <p className="small c">{t('today.queue.more', { smart_count: data.total - data.items.length })}</p>
      )}
    </section>
  )
}
export default StaffQueue
