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
  // One tree for both: a form in the conversation stays open when a tablet is turned.
  return (
    <div className={single ? undefined : styles['inbox']}>
      {!(single && id !== undefined) && <InboxList openId={id} />}
      {id !== undefined && <ThreadPane key={id} id={id} single={single} />}
      {id === undefined && !single && (
        <div className={styles['pick']}>
          <EmptyState icon="inbox" title={t('thread.pick')} text={t('thread.pickText')} />
        </div>
      )}
    </div>
  )
}
