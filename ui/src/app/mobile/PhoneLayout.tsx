import { useMediaQuery } from '@mui/material'
import { Link, Navigate, Outlet, useLocation } from 'react-router-dom'
import { Icon, type IconName } from '../../components/display/icons.tsx'
import { useAwaitingCount } from '../../data/queries/useAwaitingCount.ts'
import { useText, type TextKey } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { allows, useSession } from '../../session/session.ts'
import { isCurrent } from '../menu.ts'
import { findRoute } from '../routes.tsx'
import { Shell } from '../shell/Layout.tsx'
import styles from './PhoneLayout.module.css'

const PLACES: readonly Readonly<{ path: string; icon: IconName; title: TextKey }>[] = [
  { path: to.today(), icon: 'today', title: 'app.menu.today' },
  { path: to.phoneBookings(), icon: 'bookings', title: 'app.menu.bookings' },
  { path: to.phoneInbox(), icon: 'inbox', title: 'app.menu.inbox' },
  { path: to.phonePerformance(), icon: 'chart', title: 'app.menu.performance' },
  { path: to.phonePayouts(), icon: 'wallet', title: 'app.menu.payouts' },
]

const Places = () => {
  const t = useText()
  const { pathname } = useLocation()
  const session = useSession()
  const waiting = useAwaitingCount()
  const places = PLACES.filter(({ path }) => {
    const access = findRoute(path)?.access
    return access === undefined || allows(session, access)
  })
  return (
    <nav className={styles['places']} aria-label={t('app.sections')} data-print="hide">
      {places.map(({ path, icon, title }) => (
        <Link key={path} to={path} aria-current={isCurrent(path, pathname) ? 'page' : undefined}>
          <Icon name={icon} size={22} />
          {t(title)}
          {path === to.phoneInbox() && waiting > 0 && <b>{waiting}</b>}
        </Link>
      ))}
    </nav>
  )
}

/**
 * `/mobile/…`: one column and the places of a phone below it; Today leads to everything else. A link from a
 * phone that is opened on a larger screen leads to the same page of the console.
 */
const PhoneLayout = () => {
  const { pathname, search } = useLocation()
  if (useMediaQuery('(min-width: 701px)'))
    return <Navigate to={{ pathname: pathname.replace('/mobile/', '/'), search }} replace />
  return (
    <Shell bar={<Places />} className={styles['page']}>
      <Outlet />
    </Shell>
  )
}
export default PhoneLayout
