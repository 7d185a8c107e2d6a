import { lazy, Suspense, useState, type ReactNode } from 'react'
import { IconButton, Menu, MenuItem } from '@mui/material'
import { useLogout, useNotify, useTheme } from 'react-admin'
import { Link } from 'react-router-dom'
import { switchAccount } from '../../session/authProvider.ts'
import { useSession, type Session } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { problemText } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { Avatar } from '../../components/display/Avatar.tsx'
import { Icon, type IconName } from '../../components/display/icons.tsx'
import styles from './AppBar.module.css'
import { useWholeMenu } from '../menu.ts'
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

/** On a phone it also has the accounts and the pages that are not in the tab bar. */
const usePhoneItems = ({ account, accounts }: Session, onClose: () => void) => {
  const t = useText()
  const notify = useNotify()
  const elsewhere = useWholeMenu().filter(({ menu }) => menu.desk === true)
  const choose = (id: string) => {
    onClose()
    switchAccount(id).catch((error: unknown) => notify(problemText(error, t), { type: 'error' }))
  }
  return [
    ...(accounts.length > 1 ? accounts : []).map((one) => (
      <MenuItem
        key={one.id}
        className="only-phone"
        selected={one.id === account?.id}
        onClick={() => choose(one.id)}
      >
        {one.displayName}
      </MenuItem>
    )),
    ...elsewhere.map(({ path, title, menu }) => (
      <Item key={path} className="only-phone" path={path} icon={menu.icon} onClick={onClose}>
        {t(title)}
      </Item>
    )),
  ]
}

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
    <Item key="shortcuts" className="only-desk" icon="help" onClick={closing(() => helpOpen.set(true))}>
      {t('app.shortcuts')}
    </Item>,
    <Item key="handoff" className="only-desk" icon="phone" onClick={closing(onHandOff)}>
      {t('login.handoff.menu')}
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
  const phoneItems = usePhoneItems(session, close)
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
        {phoneItems}
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
