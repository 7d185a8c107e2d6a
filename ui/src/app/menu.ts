import { allows, useSession } from '../session/session.ts'
import { useAwaitingCount } from '../data/queries/useAwaitingCount.ts'
import { useOpenClaimCount } from '../data/queries/useOpenClaimCount.ts'
import { useOpenRequestCount } from '../data/queries/useOpenRequestCount.ts'
import { useReviewsToWrite } from '../data/queries/useReviewsToWrite.ts'
import { useWaitingCount } from '../data/queries/useToday.ts'
import { routes, type AppRoute, type MenuGroup } from './routes.tsx'

type MenuEntry = AppRoute & { menu: NonNullable<AppRoute['menu']>; badge: number }

/** Pages of a menu group that this session may open, each with its number of waiting items. */
export const useMenu = (group: MenuGroup): MenuEntry[] => {
  const session = useSession()
  const badges: Readonly<Record<string, number>> = {
    '/': useWaitingCount(),
    '/inbox': useAwaitingCount(),
    '/requests': useOpenRequestCount(),
    '/reviews': useReviewsToWrite(),
    '/reimbursements': useOpenClaimCount(),
  }
  return routes.flatMap((route) =>
    route.menu?.group === group && (route.access === undefined || allows(session, route.access))
      ? [{ ...route, menu: route.menu, badge: badges[route.path] ?? 0 }]
      : [],
  )
}

/** Every page of the menu, group by group. */
export const useWholeMenu = (): MenuEntry[] => [
  ...useMenu('work'),
  ...useMenu('money'),
  ...useMenu('places'),
  ...useMenu('account'),
  ...useMenu('staff'),
]

/** Entries with another entry below them. */
const isAlone = (path: string) => path === '/' || path.endsWith('/performance')

/** Where the other pages of an entry begin: those below it, and those with addresses of their own. */
const beginnings = (path: string): readonly string[] => [
  `${path}/`,
  ...(path === '/calendar' ? ['/blocks/'] : path === '/listings' ? ['/listing-details/'] : []),
]

/** A page below an entry counts as that entry: `/bookings/…` is Bookings. */
export const isCurrent = (path: string, pathname: string) =>
  pathname === path || (!isAlone(path) && beginnings(path).some((begin) => pathname.startsWith(begin)))
