import { useGetOne } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { readStatus } from '../data/http/problems.ts'
import type { Thread } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { useInboxPaths } from './useInboxPaths.ts'
import styles from './Inbox.module.css'
import { ThreadView } from './ThreadView.tsx'

/** An open conversation. `single`: it has the page for itself. */
export const ThreadPane = ({ id, single }: { id: string; single: boolean }) => {
  const t = useText()
  const paths = useInboxPaths()
  const { search } = useLocation()
  const { data, error, refetch } = useGetOne<Thread>('threads', { id }, { retry: false })
  if (data) return <ThreadView thread={data} single={single} />
  if (!error)
    return (
      <div className={styles['loading']} aria-busy="true">
        <Skeleton height={64} />
        <Skeleton height={280} />
      </div>
    )
  const missing = readStatus(error) === 404 || readStatus(error) === 422
  return (
    <div className={styles['pick']}>
      {missing ? (
        <EmptyState
          icon="search"
          title={t('thread.unknown')}
          text={t('problems.NOT_FOUND')}
          actions={<LinkButton to={paths.inbox() + search}>{t('thread.toInbox')}</LinkButton>}
        />
      ) : (
        <ErrorState title={t('thread.oneFailed')} error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}
