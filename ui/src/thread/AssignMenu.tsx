import { useId, useState } from 'react'
import { Button, Menu, MenuItem } from '@mui/material'
import { Icon } from '../components/display/icons.tsx'
import type { Thread } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/session.ts'
import styles from './Inbox.module.css'
import { useTeam } from './useTeam.ts'

type Props = { thread: Thread; onAssign: (userId: string | null) => void }

/** Who is responsible for the conversation. Those who don't see the team can take it, or leave it to no one. */
export const AssignMenu = ({ thread, onAssign }: Props) => {
  const t = useText()
  const id = useId()
  const session = useSession()
  const team = useTeam()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { assignedTo, listingId } = thread
  const me = session?.impersonation === null ? session.user.id : undefined
  const others = team.membersFor(listingId).filter(({ userId }) => userId !== me)
  const choices = [
    ...(me === undefined ? [] : [{ userId: me, name: t('thread.you') }]),
    ...others,
    { userId: null, name: t('thread.noOne') },
  ]
  const name = assignedTo === null ? undefined : team.nameOf(assignedTo)
  const choose = (userId: string | null) => {
    setAnchor(null)
    if (userId !== assignedTo) onAssign(userId)
  }
  return (
    <>
      <Button
        size="small"
        className={styles['action'] ?? ''}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        aria-label={name === undefined ? t('thread.assign') : t('thread.assignLabel', { name })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span className="only-desk">{name ?? t('thread.assign')}</span>
        <span className="only-phone">
          <Icon name="users" size={16} />
        </span>
        <Icon name="down" size={16} />
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {choices.map(({ userId, name: choice }) => (
          <MenuItem key={userId ?? ''} selected={userId === assignedTo} onClick={() => choose(userId)}>
            {choice}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
