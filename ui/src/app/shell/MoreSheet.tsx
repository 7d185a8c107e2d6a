import { Drawer, IconButton } from '@mui/material'
import { Link, useLocation } from 'react-router-dom'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { isCurrent, useMenu } from '../menu.ts'
import type { MenuGroup } from '../routes.tsx'
import { AccountSwitcher } from './AccountSwitcher.tsx'
import styles from './MoreSheet.module.css'

const Group = ({ group, onClose }: { group: MenuGroup; onClose: () => void }) => {
  const t = useText()
  const { pathname } = useLocation()
  const entries = useMenu(group).filter(({ menu }) => menu.more === true)
  if (entries.length === 0) return null
  return (
    <>
      <h3>{t(`app.groups.${group}`)}</h3>
      <ul>
        {entries.map(({ path, title, menu, badge }) => (
          <li key={path}>
            <Link to={path} aria-current={isCurrent(path, pathname) ? 'page' : undefined} onClick={onClose}>
              <Icon name={menu.icon} />
              <span className="grow">{t(title)}</span>
              {badge > 0 && <b className="num">{badge}</b>}
              <Icon name="right" size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** On a phone: the account, and the pages that have no place of their own in the tab bar. */
const MoreSheet = ({ onClose }: { onClose: () => void }) => {
  const t = useText()
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={onClose}
      slotProps={{
        paper: {
          className: styles['sheet'] ?? '',
          role: 'dialog',
          'aria-modal': true,
          'aria-label': t('app.more'),
        },
      }}
    >
      <header className={styles['head']}>
        <h2>{t('app.more')}</h2>
        <span className="grow" />
        <IconButton aria-label={t('app.close')} onClick={onClose}>
          <Icon name="cross" />
        </IconButton>
      </header>
      <AccountSwitcher />
      <nav aria-label={t('app.more')}>
        <Group group="work" onClose={onClose} />
        <Group group="money" onClose={onClose} />
        <Group group="places" onClose={onClose} />
        <Group group="account" onClose={onClose} />
        <Group group="staff" onClose={onClose} />
      </nav>
    </Drawer>
  )
}
export default MoreSheet
