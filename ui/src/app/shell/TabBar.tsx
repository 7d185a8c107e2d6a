import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { isCurrent, useWholeMenu } from '../menu.ts'
import styles from './TabBar.module.css'

const MoreSheet = lazy(() => import('./MoreSheet.tsx'))

/** The menu on a phone: four places, and a sheet with the others. */
export const TabBar = () => {
  const t = useText()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const entries = useWholeMenu()
  const tabs = entries.filter(({ menu }) => menu.more !== true)
  const others = entries.filter(({ menu }) => menu.more === true)
  const badge = others.reduce((sum, entry) => sum + entry.badge, 0)
  return (
    <nav
      className={`${styles['bar']} only-phone`}
      aria-label={t('app.sections')}
      data-print="hide"
      style={{ gridTemplateColumns: `repeat(${tabs.length + 1}, minmax(0, 1fr))` }}
    >
      {tabs.map(({ path, title, menu, badge: waiting }) => (
        <Link key={path} to={path} aria-current={isCurrent(path, pathname) ? 'page' : undefined}>
          <Icon name={menu.icon} size={22} />
          {t(title)}
          {waiting > 0 && <b>{waiting}</b>}
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={others.some(({ path }) => isCurrent(path, pathname)) ? true : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" size={22} />
        {t('app.more')}
        {badge > 0 && <b>{badge}</b>}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <MoreSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  )
}
