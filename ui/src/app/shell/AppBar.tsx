import { lazy, Suspense, useState } from 'react'
import { IconButton, Tooltip } from '@mui/material'
import { useTheme } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { isStaff } from '@hearth/contracts/kernel/access'
import { useSession } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { Icon, Logo } from '../../components/display/icons.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import styles from './AppBar.module.css'
import { Bell } from '../notices/Bell.tsx'
import { helpOpen } from '../palette/Shortcuts.tsx'
import { LiveIndicator } from './LiveIndicator.tsx'
import { useHotkey } from '../../components/action/useHotkey.ts'
import { openPanel } from './openPanel.ts'
import { UserMenu } from './UserMenu.tsx'

/** In its own chunk, which the first load does not have; it is preloaded with the pages. */
export const loadPalette = () => import('../palette/CommandPalette.tsx')
const CommandPalette = lazy(loadPalette)
export const loadUndoPanel = () => import('../undo/UndoPanel.tsx')
const UndoPanel = lazy(loadUndoPanel)
export const loadNoticesPanel = () => import('../notices/NoticesPanel.tsx')
const NoticesPanel = lazy(loadNoticesPanel)

const UndoButton = () => {
  const t = useText()
  const label = t('app.undoList.title')
  return (
    <Tooltip title={label}>
      <IconButton className="only-desk" aria-label={label} onClick={() => openPanel.set('undo')}>
        <Icon name="undo" />
      </IconButton>
    </Tooltip>
  )
}

const ThemeToggle = () => {
  const t = useText()
  const [theme, setTheme] = useTheme()
  const dark = theme === 'dark'
  const label = t(dark ? 'app.toLight' : 'app.toDark')
  return (
    <Tooltip title={label}>
      <IconButton className="only-desk" aria-label={label} onClick={() => setTheme(dark ? 'light' : 'dark')}>
        <Icon name={dark ? 'sun' : 'moon'} />
      </IconButton>
    </Tooltip>
  )
}

export const AppBar = () => {
  const t = useText()
  const { pathname } = useLocation()
  const [searching, setSearching] = useState(false)
  const panel = openPanel.use()
  const session = useSession()
  /** Staff read the data of hosts on every page; while impersonating, the banner says so. */
  const viewsHosts = session !== undefined && isStaff(session.role) && session.impersonation === null
  useHotkey('search', () => setSearching(true), { inFields: true })
  return (
    <header className={styles['bar']} data-print="hide">
      <Link className={styles['logo']} to={to.today()} aria-label={t('app.home')}>
        <Logo />
        <span>Hearth</span>
      </Link>
      <button
        type="button"
        className={`${styles['search']} only-desk`}
        aria-keyshortcuts="Control+K"
        onClick={() => setSearching(true)}
      >
        <Icon name="search" size={16} />
        <span>{t('app.search')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span className="grow" />
      {(pathname.startsWith('/internal/') || viewsHosts) && (
        <span className={styles['internal']}>
          <StatusChip tone="warn">
            <span className={styles['long']}>{t('app.internal')}</span>
            <span className={styles['short']}>{t('app.internalShort')}</span>
          </StatusChip>
        </span>
      )}
      <LiveIndicator />
      <ThemeToggle />
      {session?.account && <UndoButton />}
      <Bell />
      <Tooltip title={t('app.shortcuts')}>
        <IconButton className="only-desk" aria-label={t('app.shortcuts')} onClick={() => helpOpen.set(true)}>
          <Icon name="help" />
        </IconButton>
      </Tooltip>
      <IconButton className="only-phone" aria-label={t('app.searchShort')} onClick={() => setSearching(true)}>
        <Icon name="search" />
      </IconButton>
      <UserMenu />
      {panel === 'notices' && (
        <Suspense fallback={null}>
          <NoticesPanel onClose={() => openPanel.set(null)} />
        </Suspense>
      )}
      {panel === 'undo' && (
        <Suspense fallback={null}>
          <UndoPanel onClose={() => openPanel.set(null)} />
        </Suspense>
      )}
      {searching && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </header>
  )
}
