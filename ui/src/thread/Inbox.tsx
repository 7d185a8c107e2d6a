import { useParams } from 'react-router-dom'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { useCards } from '../components/list/useCards.ts'
import { useText } from '../i18n/text.ts'
import styles from './Inbox.module.css'
import { InboxList } from './list/InboxList.tsx'
import { ThreadPane } from './ThreadPane.tsx'

/** The list beside the open conversation; where there is no room for both, one of them. */
export const Inbox = () => {
  const t = useText()
  const { id } = useParams()
  const single = useCards()
  if (single)
    return id === undefined ? <InboxList openId={undefined} /> : <ThreadPane key={id} id={id} single />
  return (
    <div className={styles['inbox']}>
      <InboxList openId={id} />
      {id === undefined ? (
        <div className={styles['pick']}>
          <EmptyState icon="inbox" title={t('thread.pick')} text={t('thread.pickText')} />
        </div>
      ) : (
        <ThreadPane key={id} id={id} single={false} />
      )}
    </div>
  )
}
