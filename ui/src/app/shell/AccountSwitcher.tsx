import { useState } from 'react'
import { Menu, MenuItem } from '@mui/material'
import { useGetList, useNotify } from 'react-admin'
import { switchAccount } from '../../session/authProvider.ts'
import { useSession } from '../../session/session.ts'
import { problemText } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { Avatar } from '../../components/display/Avatar.tsx'
import { Icon } from '../../components/display/icons.tsx'
import styles from './Sidebar.module.css'

/** The account that the session acts for, one at a time. */
export const AccountSwitcher = () => {
  const t = useText()
  const notify = useNotify()
  const session = useSession()
  const listings = useGetList(
    'listings',
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'title', order: 'ASC' }, filter: {} },
    { enabled: session !== undefined },
  )
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (!session) return <div className={styles['account']} style={{ height: 52 }} />

  const name = session.account?.displayName ?? t('app.noAccount')
  const face = (
    <>
      <Avatar small name={name} />
      <span className={styles['name']}>
        <span className="clip">{name}</span>
        <small className="num">
          {listings.total === undefined ? ' ' : t('app.listings', { smart_count: listings.total })}
        </small>
      </span>
    </>
  )
  const others = session.accounts.filter(({ id }) => id !== session.account?.id)
  if (others.length === 0) return <div className={styles['account']}>{face}</div>

  const choose = (id: string) => {
    setAnchor(null)
    switchAccount(id).catch((error: unknown) => notify(problemText(error, t), { type: 'error' }))
  }
  return (
    <>
      <button
        type="button"
        className={styles['account']}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {face}
        <span className="sr">{t('app.switchAccount')}</span>
        <Icon name="updown" size={16} />
      </button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {session.accounts.map((account) => (
          <MenuItem
            key={account.id}
            selected={account.id === session.account?.id}
            onClick={() => choose(account.id)}
          >
            {account.displayName}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
