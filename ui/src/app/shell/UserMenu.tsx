import { lazy, Suspense, useState } from 'react'
import { IconButton, Menu, MenuItem } from '@mui/material'
import { useLogout, useNotify, useTheme } from 'react-admin'
import { Link } from 'react-router-dom'
import { switchAccount } from '../../session/authProvider.ts'
import { useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { problemText } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { Avatar } from '../../components/display/Avatar.tsx'
import { Icon } from '../../components/display/icons.tsx'
import styles from './AppBar.module.css'
import { useWholeMenu } from '../menu.ts'
import { helpOpen } from '../palette/Shortcuts.tsx'

const HandoffDialog = lazy(() => import('../../session/HandoffDialog.tsx'))

export const UserMenu = () => {
  const t = useText()
  const session = useSession()
  const logout = useLogout()
  const notify = useNotify()
  const [theme, setTheme] = useTheme()
  const [handingOff, setHandingOff] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const elsewhere = useWholeMenu().filter(({ menu }) => menu.desk === true)
  if (!session) return null
  const { user, role, account, accounts } = session
  const close = () => setAnchor(null)
  const dark = theme === 'dark'
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
        {accounts.length > 1 &&
          accounts.map((one) => (
            <MenuItem
              key={one.id}
              className="only-phone"
              selected={one.id === account?.id}
              onClick={() => {
                close()
                switchAccount(one.id).catch((error: unknown) =>
                  notify(problemText(error, t), { type: 'error' }),
                )
              }}
            >
              {one.displayName}
            </MenuItem>
          ))}
        {elsewhere.map(({ path, title, menu }) => (
          <MenuItem
            key={path}
            className="only-phone"
            component={Link}
            to={path}
            onClick={close}
            sx={{ gap: 1.25 }}
          >
            <Icon name={menu.icon} />
            {t(title)}
          </MenuItem>
        ))}
        <MenuItem component={Link} to={to.account()} onClick={close} sx={{ gap: 1.25 }}>
          <Icon name="users" />
          {t(account ? 'app.titles.account' : 'app.titles.signIn')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            setTheme(dark ? 'light' : 'dark')
          }}
          sx={{ gap: 1.25 }}
        >
          <Icon name={dark ? 'sun' : 'moon'} />
          {t(dark ? 'app.toLight' : 'app.toDark')}
        </MenuItem>
        <MenuItem
          className="only-desk"
          onClick={() => {
            close()
            helpOpen.set(true)
          }}
          sx={{ gap: 1.25 }}
        >
          <Icon name="help" />
          {t('app.shortcuts')}
        </MenuItem>
        <MenuItem
          className="only-desk"
          onClick={() => {
            close()
            setHandingOff(true)
          }}
          sx={{ gap: 1.25 }}
        >
          <Icon name="phone" />
          {t('login.handoff.menu')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            void logout()
          }}
          sx={{ gap: 1.25 }}
        >
          <Icon name="signOut" />
          {t('app.signOut')}
        </MenuItem>
      </Menu>
      {handingOff && (
        <Suspense fallback={null}>
          <HandoffDialog onClose={() => setHandingOff(false)} />
        </Suspense>
      )}
    </>
  )
}
