import { Button, IconButton } from '@mui/material'
import { Link, useLocation } from 'react-router-dom'
import { Avatar } from '../components/display/Avatar.tsx'
import { Icon } from '../components/display/icons.tsx'
import { useTitleFocus } from '../components/layout/useTitleFocus.ts'
import type { Listing, Thread } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { useInboxPaths } from './useInboxPaths.ts'
import { AssignMenu } from './AssignMenu.tsx'
import styles from './Inbox.module.css'
import type { ThreadActions } from './useThreadActions.ts'

type Props = { thread: Thread; listing: Listing | undefined; single: boolean; actions: ThreadActions }

const Actions = ({ thread, actions }: Pick<Props, 'thread' | 'actions'>) => {
  const t = useText()
  const archive = t(thread.archived ? 'thread.unarchive' : 'thread.archive')
  const star = t(thread.starred ? 'thread.unstar' : 'thread.star')
  return (
    <>
      <IconButton aria-label={star} title={star} aria-pressed={thread.starred} onClick={actions.toggleStar}>
        <span className={thread.starred ? styles['starred'] : undefined}>
          <Icon name="star" />
        </span>
      </IconButton>
      <AssignMenu thread={thread} onAssign={actions.assign} />
      <Button
        size="small"
        className={styles['action'] ?? ''}
        aria-label={archive}
        onClick={actions.toggleArchive}
      >
        <span className="only-desk">{archive}</span>
        <span className="only-phone">
          <Icon name={thread.archived ? 'inbox' : 'archive'} size={16} />
        </span>
      </Button>
    </>
  )
}

/** Who the guest is and which listing it is about, and what can be done with the conversation. */
export const ThreadHeader = ({ thread, listing, single, actions }: Props) => {
  const t = useText()
  const paths = useInboxPaths()
  const { search } = useLocation()
  const heading = useTitleFocus()
  const Title = single ? 'h1' : 'h2'
  return (
    <header className={styles['head']}>
      {single && (
        <>
          <title>{`${thread.guestName} · Hearth`}</title>
          <IconButton component={Link} to={paths.inbox() + search} aria-label={t('thread.toInbox')}>
            <Icon name="left" />
          </IconButton>
        </>
      )}
      <span className="only-desk">
        <Avatar name={thread.guestName} />
      </span>
      <div className={styles['who']}>
        <Title ref={heading} tabIndex={-1} className="clip">
          {thread.guestName}
        </Title>
        <p className="small q clip">{listing?.title}</p>
      </div>
      {actions.may && <Actions thread={thread} actions={actions} />}
    </header>
  )
}
