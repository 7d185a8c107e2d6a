import { Link, useLocation } from 'react-router-dom'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { isCurrent, useWholeMenu } from '../menu.ts'
import styles from './TabBar.module.css'

/** The menu on a phone. "More" is left out while all entries fit. */
export const TabBar = () => {
  const t = useText()
  const { pathname } = useLocation()
  const entries = useWholeMenu().filter(({ menu }) => menu.desk !== true)
  return (
    <nav
      className={`${styles['bar']} only-phone`}
      aria-label={t('app.sections')}
      data-print="hide"
      style={{ gridTemplateColumns: `repeat(${entries.length}, 1fr)` }}
    >
      {entries.map(({ path, title, menu, badge }) => (
        <Link key={path} to={path} aria-current={isCurrent(path, pathname) ? 'page' : undefined}>
          <Icon name={menu.icon} size={22} />
          {t(title)}
          {badge > 0 && <b>{badge}</b>}
        </Link>
      ))}
    </nav>
  )
}
