import { Link, useLocation } from 'react-router-dom'
import { useSession } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { zoneName, browserZone } from '../../components/dates/localDate.ts'
import { AccountSwitcher } from './AccountSwitcher.tsx'
import { useMenu, isCurrent } from '../menu.ts'
import { preloadRoute, type MenuGroup } from '../routes.tsx'
import styles from './Sidebar.module.css'

const Group = ({ group }: { group: MenuGroup }) => {
  const t = useText()
  const { pathname } = useLocation()
  const entries = useMenu(group)
  if (entries.length === 0) return null
  return (
    <>
      {group !== 'work' && <p>{t(`app.groups.${group}`)}</p>}
      <ul>
        {entries.map(({ path, title, menu, badge }) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={isCurrent(path, pathname) ? 'page' : undefined}
              title={t(title)}
              onMouseEnter={() => void preloadRoute(path)}
              onFocus={() => void preloadRoute(path)}
            >
              <Icon name={menu.icon} />
              <span>{t(title)}</span>
              {badge > 0 && <b>{badge}</b>}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

export const Sidebar = () => {
  const t = useText()
  const session = useSession()
  return (
    <nav className={`${styles['side']} only-desk`} aria-label={t('app.mainMenu')} data-print="hide">
      <AccountSwitcher />
      <Group group="work" />
      <Group group="money" />
      <Group group="places" />
      <Group group="account" />
      <Group group="staff" />
      <p className={styles['foot']}>
        {session?.account
          ? t('app.accountTime', { zone: zoneName(session.account.timezone) })
          : t('app.yourTime', { zone: zoneName(browserZone()) })}
      </p>
    </nav>
  )
}
