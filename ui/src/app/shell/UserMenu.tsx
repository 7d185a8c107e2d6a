import { lazy, Suspense, useState, type ReactNode } from 'react'
import { IconButton, Menu, MenuItem } from '@mui/material'
import { useLogout, useTheme } from 'react-admin'
import { Link } from 'react-router-dom'
import { useSession, type Session } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { Avatar } from '../../components/display/Avatar.tsx'
import { Icon, type IconName } from '../../components/display/icons.tsx'
import styles from './AppBar.module.css'
import { openPanel } from './openPanel.ts'
import { helpOpen } from '../palette/Shortcuts.tsx'

const HandoffDialog = lazy(() => import('../../session/HandoffDialog.tsx'))

type ItemProps = {
  icon: IconName
  className?: string
  onClick: () => void
  /** Opens a page. */ path?: string
  children: ReactNode
}

const Item = ({ icon, path, children, ...rest }: ItemProps) => (
  <MenuItem {...(path === undefined ? {} : { component: Link, to: path })} sx={{ gap: 1.25 }} {...rest}>
    <Icon name={icon} />
    {children}
  </MenuItem>
)

const usePersonItems = ({ account }: Session, onClose: () => void, onHandOff: () => void) => {
  const t = useText()
  const logout = useLogout()
  const [theme, setTheme] = useTheme()
  const dark = theme === 'dark'
  const closing = (act: () => void) => () => {
    onClose()
    act()
  }
  return [
    <Item key="account" path={to.account()} icon="users" onClick={onClose}>
      {t(account ? 'app.titles.account' : 'app.titles.signIn')}
    </Item>,
    <Item key="theme" icon={dark ? 'sun' : 'moon'} onClick={closing(() => setTheme(dark ? 'light' : 'dark'))}>
      {t(dark ? 'app.toLight' : 'app.toDark')}
    </Item>,
    ...(account
      ? [
          <Item key="undo" className="only-phone" icon="undo" onClick={closing(() => openPanel.set('undo'))}>
            {t('app.undoList.title')}
          </Item>,
        ]
      : []),
    <Item key="shortcuts" className="only-desk" icon="help" onClick={closing(() => helpOpen.set(true))}>
      {t('app.shortcuts')}
    </Item>,
    <Item key="handoff" className="only-desk" icon="phone" onClick={closing(onHandOff)}>
      {t('app.handoff')}
    </Item>,
    <Item key="signOut" icon="signOut" onClick={closing(() => void logout())}>
      {t('app.signOut')}
    </Item>,
  ]
}

const SignedInMenu = ({ session }: { session: Session }) => {
  const t = useText()
  const [handingOff, setHandingOff] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const personItems = usePersonItems(session, close, () => setHandingOff(true))
  const { user, role } = session
  return (
    <>
      <IconButton
        aria-label={user.name}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Avatar name={user.name} />
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <li role="none" className={styles['who']}>
          <span className="strong">{user.name}</span>
          <span className="small q">{user.email}</span>
          <span className="cap c">{t(`app.roles.${role}`)}</span>
        </li>
        {personItems}
      </Menu>
      {handingOff && (
        <Suspense fallback={null}>
          <HandoffDialog onClose={() => setHandingOff(false)} />
        </Suspense>
      )}
    </>
  )
}

export const UserMenu = () => {
  const session = useSession()
  return session ? <SignedInMenu session={session} /> : null
}
